/** Calls a player back to a hidden tab: the title, the icon, the app's badge and, where allowed, a notification. */

import { settings } from "./settings.svelte";
import { t } from "./texts";

const ICON = "/icon.svg";
const CALLING_ICON = "/icon-turn.svg";

let isCalling = true; // perhaps since before the page was opened
let notification: Notification | null = null;

/** Notifications are there only on pages that came over HTTPS or from this device. */
export function canNotify(): boolean {
  return typeof Notification !== "undefined" && isSecureContext;
}

/** Asks for leave to notify; only after a click does a browser ask. */
export async function askToNotify(): Promise<boolean> {
  if (!canNotify()) return false;
  return (await Notification.requestPermission()) === "granted";
}

function setIcon(address: string): void {
  document.querySelector('link[rel="icon"]')?.setAttribute("href", address);
}

/** Says that it is one's turn, to somebody who is not looking. */
export function callPlayer(game: string): void {
  if (!document.hidden) return;
  isCalling = true;
  setIcon(CALLING_ICON);
  navigator.setAppBadge?.(1).catch(() => {});
  if (!settings.notifies || !canNotify() || Notification.permission !== "granted") return;
  notification?.close();
  try {
    notification = new Notification(t("title.turn"), { body: game, icon: ICON, tag: "turn" });
    notification.onclick = () => {
      window.focus();
      stopCalling();
    };
  } catch {
    notification = null; // some browsers on phones allow it to service workers only
  }
}

/** The player looks, or it is no longer the player's turn. */
export function stopCalling(): void {
  if (!isCalling) return; // with every move that is shown: it costs time to clear a badge
  isCalling = false;
  setIcon(ICON);
  navigator.clearAppBadge?.().catch(() => {});
  notification?.close();
  notification = null;
}
