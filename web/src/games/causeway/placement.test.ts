import { expect, it } from "vitest";
import type { CausewayView } from "./types";
import { UPRIGHT, WIDE, cell } from "./layout";
import { placeFigures } from "./placement";

function crowd(figures: Record<"A" | "B" | "C", number>): CausewayView {
  const colours = ["blue", "white", "black", "red"];
  return { turn: 0, moving: null, seats: colours.map((colour) => ({ colour, figures })) } as unknown as CausewayView;
}

it.each([WIDE, UPRIGHT])("finds room for twelve figures on either shore ($name)", (layout) => {
  for (const [space, shore] of [[0, layout.atlantis], [54, layout.mainland]] as const) {
    const all = placeFigures(crowd({ A: space, B: space, C: space }), layout);
    const feet = all.map(({ x }) => x).sort((a, b) => a - b);
    expect(feet).toHaveLength(12);
    feet.slice(1).forEach((x, index) => expect(x - (feet[index] ?? 0)).toBeGreaterThanOrEqual(36));
    expect(feet[0]).toBeGreaterThan(shore.x + 17);
    expect(feet[11]).toBeLessThan(shore.x + shore.width - 17);
  }
});

it.each([WIDE, UPRIGHT])("keeps two figures on one tile apart and in its cell ($name)", (layout) => {
  const view = crowd({ A: 34, B: 0, C: 0 });
  view.seats.length = 2;
  view.moving = { figure: "A", from: 11, price: 0 };
  const [one, other] = placeFigures(view, layout).filter(({ space }) => space === 34);
  expect(Math.abs(one!.x - other!.x)).toBeGreaterThanOrEqual(36);
  const box = cell(layout, 34);
  for (const { x, y } of [one!, other!]) {
    expect(x).toBeGreaterThan(box.x);
    expect(x).toBeLessThan(box.x + box.width);
    expect(y).toBeLessThan(box.y + box.height);
  }
});
