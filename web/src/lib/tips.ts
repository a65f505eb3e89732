/** Tips for somebody's first game: which have been seen in this browser. */

import { remember, remembered } from "./settings.svelte";

const SEEN = "tips"; // one list for all games

function seenTips(): string[] {
  return (remembered(SEEN) ?? "").split(" ").filter(Boolean);
}

/** Whether a tip of a game was seen, or all of them are unwanted. */
export function isTipSeen(game: string, tip: string): boolean {
  const seen = seenTips();
  return seen.includes(`${game}:${tip}`) || seen.includes(`${game}:*`) || seen.includes("*");
}

export function markTipSeen(game: string, tip: string): void {
  if (!isTipSeen(game, tip)) remember(SEEN, [...seenTips(), `${game}:${tip}`].join(" "));
}

/** Nobody is told the same thing in every game: with this, no tip of a game comes again. */
export function skipTips(game: string): void {
  markTipSeen(game, "*");
}

export function forgetTips(): void {
  remember(SEEN, "");
}
