/** A small position for tests: no tiles on spaces 5, 6 and 20; own figures on Atlantis, 4 and 30. */

import type { CausewayView } from "./types";

export function sample(): CausewayView {
  const path = Array.from({ length: 53 }, (_, index) => {
    const space = index + 1;
    return [5, 6, 20].includes(space) ? { space, back: "A" } : { space, back: "A", item: "ring", value: 3 };
  });
  return {
    game: "causeway",
    seat: 0,
    turn: 0,
    actor: 0,
    phase: "start",
    path,
    gaps: [
      { first: 5, last: 6, price: 3, bridged: false },
      { first: 20, last: 20, price: 0, bridged: true },
    ],
    bridges: [20],
    moving: null,
    seats: [
      { colour: "blue", figures: { A: 0, B: 4, C: 30 } },
      { colour: "white", figures: { A: 7, B: 0, C: 54 } },
    ],
  } as unknown as CausewayView;
}
