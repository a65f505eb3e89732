/** What changed on the board between two views, so that the last move stays marked. */

import type { CausewayView } from "../../lib/types";
import { ATLANTIS, MAINLAND } from "./layout";
import { LETTERS } from "./standing";

export function touched(before: CausewayView, after: CausewayView): Set<string> {
  const found = new Set<string>();
  const mark = (space: number) => {
    if (space > ATLANTIS && space < MAINLAND) found.add(`space:${space}`);
  };
  after.seats.forEach((player, seat) => {
    for (const letter of LETTERS) {
      const here = player.figures[letter];
      const there = before.seats[seat]?.figures[letter] ?? here;
      if (here === there) continue;
      mark(there);
      mark(here);
    }
  });
  after.path.forEach((space, index) => {
    const was = before.path[index];
    if (was?.item !== space.item || was?.value !== space.value) mark(space.space);
  });
  for (const space of after.bridges) if (!before.bridges.includes(space)) mark(space);
  return found;
}
