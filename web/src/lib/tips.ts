/** Tips for somebody's first game: which have been seen in this browser. */

import { remember, remembered } from "./settings.svelte";

const SEEN = "tips"; // one list for all games

let seen: readonly string[] | null = null; // as it is stored: every move asks for it

function seenTips(): readonly string[] {
  seen ??= (remembered(SEEN) ?? "").split(" ").filter(Boolean);
  return seen;
}

function keep(tips: readonly string[]): void {
  seen = tips;
  remember(SEEN, tips.join(" "));
}

/** Whether a tip of a game was seen, or all of them are unwanted. */
export function isTipSeen(game: string, tip: string): boolean {
  const tips = seenTips();
  return tips.includes(`${game}:${tip}`) || tips.includes(`${game}:*`) || tips.includes("*");
}

export function markTipSeen(game: string, tip: string): void {
  if (!isTipSeen(game, tip)) keep([...seenTips(), `${game}:${tip}`]);
}

/** Nobody is told the same thing in every game: with this, no tip of a game comes again. */
export function skipTips(game: string): void {
  markTipSeen(game, "*");
}

export function forgetTips(): void {
  keep([]);
}
