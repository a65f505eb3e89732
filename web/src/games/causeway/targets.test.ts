import { expect, it } from "vitest";
import type { Box } from "../../board/geometry";
import { nextTarget } from "../../board/targets";
import type { Choice } from "../../lib/types";
import { UPRIGHT, WIDE, cell } from "./layout";
import { placeFigures } from "./placement";
import { sample } from "./sample";
import { boardTargets } from "./targets";

const BRIDGE: Choice = { move: "bridge 5", clicks: ["button:bridge", "gap:5"] };
const view = sample();

function targets(glow: string[], chosen: string[] = [], moves: Choice[] = [], layout = WIDE) {
  const selected = { glow: new Set(glow), chosen: new Set(chosen), moves };
  return boardTargets(view, layout, placeFigures(view, layout), selected);
}

it.each([WIDE, UPRIGHT])("gives what glows the whole of its cell, and nothing lies on it ($name)", (layout) => {
  const found = targets(["figure:A", "figure:B", "space:9"], [], [], layout);
  expect(found.filter(({ live }) => live).map(({ id }) => id)).toEqual(["figure:A", "figure:B", "space:9"]);
  const overlaps = (a: Box, b: Box) =>
    a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
  found.forEach(({ live, boxes }, index) => {
    const above = found.slice(index + 1).filter((other) => !other.live).flatMap((other) => other.boxes);
    if (live) expect(above.filter((box) => boxes.some((own) => overlaps(own, box)))).toEqual([]);
  });
  expect(found.find(({ id }) => id === "figure:B")?.boxes).toEqual([cell(layout, 4)]);
  expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
});

it("lets a gap be chosen only once its button was, and what was chosen be given up", () => {
  const live = (glow: string[], chosen: string[] = []) =>
    targets(glow, chosen, [BRIDGE]).filter((target) => target.live).map(({ id }) => id);
  expect(live(["button:bridge", "gap:5"])).toEqual([]);
  expect(live(["gap:5"], ["button:bridge"])).toEqual(["gap:5"]);
  expect(live(["card:ring"], ["figure:C"])).toEqual(["figure:C"]);
});

it("leads along the rows with the arrow keys", () => {
  const all = targets(["space:8", "space:9", "space:11", "space:27"]);
  const next = (id: string, key: "ArrowLeft" | "ArrowRight" | "ArrowUp") =>
    nextTarget(all, all.find((target) => target.id === id)!, key, [Infinity])?.id;
  expect(next("space:9", "ArrowRight")).toBe("space:8"); // the second row runs to the left
  expect(next("space:9", "ArrowLeft")).toBe("space:11");
  expect(next("space:8", "ArrowUp")).toBeUndefined();
});
