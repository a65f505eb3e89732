/** What on the board an event is about. */

import type { Entry } from "../../lib/types";
import { LETTERS, type CausewayOutcome, type CausewayView } from "./types";

/** Ids of what differs between two views. */
export function marks(before: CausewayView, after: CausewayView): Set<string> {
  const ids = new Set<string>();
  after.path.forEach((space, index) => {
    if (JSON.stringify(space) !== JSON.stringify(before.path[index])) ids.add(`space:${space.space}`);
  });
  after.seats.forEach((seat, number) => {
    for (const letter of LETTERS) {
      const left = before.seats[number]?.figures[letter];
      if (left === undefined || left === seat.figures[letter]) continue;
      ids.add(`space:${left}`).add(`space:${seat.figures[letter]}`);
    }
  });
  for (const bridge of after.bridges) if (!before.bridges.includes(bridge)) ids.add(`gap:${bridge}`);
  return ids;
}

/** Ids of the places that an entry of the log names. */
export function places({ values, outcome }: Entry): Set<string> {
  const ids = new Set<string>();
  const { lands } = (outcome ?? {}) as CausewayOutcome;
  if (values["space"]) ids.add(`gap:${values["space"]}`);
  if (lands) ids.add(`space:${lands}`);
  return ids;
}
