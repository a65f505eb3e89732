/** The deal of a day, as it is said. */

import { gameTitle, levelName, t, type Key } from "./texts";
import type { Daily } from "./types";

/** The score of the person's seat, and of the best other one. */
function pair(scores: readonly number[], seat: number): { own: number; others: number } {
  return { own: scores[seat] ?? 0, others: Math.max(...scores.filter((_, other) => other !== seat)) };
}

/** How one's own game ended; nothing before that. */
export function resultText({ scores, seat }: Daily): string {
  if (scores.length === 0) return "";
  const values = pair(scores, seat);
  const key: Key = values.own > values.others ? "daily.won" : values.own < values.others ? "daily.lost" : "daily.even";
  return t(key, values);
}

/** How the strongest bot did with the same cards, once it has played. */
export function bestText({ best, seat, strongest, game }: Daily): string {
  const level = levelName(strongest, game);
  return best.length === 0 ? t("daily.best.wait", { level }) : t("daily.best", { level, ...pair(best, seat) });
}

/** The result for friends. */
export function shareText(daily: Daily, days: number): string {
  const level = levelName(daily.level, daily.game);
  const said = t("daily.share.text", { game: gameTitle(daily.game), date: daily.day, level, ...pair(daily.scores, daily.seat) });
  const best = daily.best.length > 0 ? bestText(daily) : "";
  return [said, best, days > 1 ? `${t("puzzles.streak", { n: days })}.` : "", `${location.origin}/puzzles/${daily.game}`].filter(Boolean).join(" ");
}
