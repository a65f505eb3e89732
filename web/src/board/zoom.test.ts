import { expect, it } from "vitest";
import { partOf } from "./zoom.svelte";

const box = { x: -100, y: -50, width: 200, height: 100 };

it("shows the whole drawing at zoom 1, wherever its middle", () => {
  expect(partOf(box, 1, { x: 90, y: 90 })).toEqual(box);
});

it("shows a part round the middle, and stops at the edge", () => {
  expect(partOf(box, 2, { x: 0, y: 0 })).toEqual({ x: -50, y: -25, width: 100, height: 50 });
  expect(partOf(box, 2, { x: 500, y: -500 })).toEqual({ x: 0, y: -50, width: 100, height: 50 });
});
