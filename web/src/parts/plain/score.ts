/** The score of a seat, if the game's view has one: `scores` by seat, or `score` in each seat. */

import type { View } from "../../lib/types";

export function scoreOf(view: View, seat: number): number | null {
  const { scores } = view as View & { scores?: unknown };
  const { score } = (view.seats[seat] ?? {}) as { score?: unknown };
  const found = Array.isArray(scores) ? (scores[seat] as unknown) : score;
  return typeof found === "number" ? found : null;
}
