import { describe, expect, it } from "vitest";
import type { Box } from "../../board/geometry";
import {
  CELL,
  MAINLAND,
  TILE,
  UPRIGHT,
  WIDE,
  cell,
  layoutFor,
  place,
  route,
  stretch,
  trail,
} from "./layout";

const overlap = (a: Box, b: Box) =>
  a.x + 0.01 < b.x + b.width && b.x + 0.01 < a.x + a.width && a.y + 0.01 < b.y + b.height && b.y + 0.01 < a.y + a.height;

const SPREAD = [layoutFor(1000, 480), layoutFor(390, 560)];

describe.each([WIDE, UPRIGHT, ...SPREAD])("the $name layout of $width by $height", (layout) => {
  const boxes = Array.from({ length: MAINLAND + 1 }, (_, space) => cell(layout, space));

  it("has a place for Atlantis, 53 spaces and the mainland", () => {
    expect(layout.places).toHaveLength(55);
    expect(new Set(layout.places.map(({ x, y }) => `${x} ${y}`)).size).toBe(55);
  });

  it("lets nothing overlap", () => {
    boxes.forEach((box, index) => {
      for (const other of boxes.slice(index + 1)) expect(overlap(box, other)).toBe(false);
    });
  });

  it("keeps everything inside its frame", () => {
    for (const box of boxes) {
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.y).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(layout.width);
      expect(box.y + box.height).toBeLessThanOrEqual(layout.height);
    }
  });

  it("leads from each space to a neighbouring cell", () => {
    layout.places.slice(1).forEach((here, index) => {
      const before = place(layout, index);
      const steps = Math.abs(here.x - before.x) / layout.pitch.width + Math.abs(here.y - before.y) / layout.pitch.height;
      expect(steps).toBeCloseTo(1);
    });
  });

  it("puts both ends of the way on their shores", () => {
    for (const [space, shore] of [[0, layout.atlantis], [MAINLAND, layout.mainland]] as const) {
      const { x, y } = place(layout, space);
      expect(overlap({ x, y, width: 1, height: 1 }, shore)).toBe(true);
    }
  });

  it("draws a way through every space", () => {
    expect(route(layout, 0, MAINLAND)).toMatch(/^M/);
    expect(trail(layout, 0, MAINLAND)).not.toContain("NaN");
    expect(stretch(layout, 27, 27)).toMatch(/^M/);
    expect(stretch(layout, 1, 53)).not.toContain("NaN");
  });
});

it("gives a tile less room than its cell", () => {
  expect(TILE.width).toBeLessThan(CELL.width);
  expect(TILE.height).toBeLessThan(CELL.height);
});

it("chooses the layout by the shape of the window, and tiles stay large enough to hit", () => {
  expect(layoutFor(860, 560).name).toBe("wide");
  expect(layoutFor(390, 420).name).toBe("upright");
  for (const [width, height] of [[860, 560], [390, 420]] as const) {
    const layout = layoutFor(width, height);
    const scale = Math.min(width / layout.width, height / layout.height);
    expect(Math.min(CELL.width, CELL.height) * scale).toBeGreaterThanOrEqual(44);
  }
});
