import { expect, it } from "vitest";
import type { Choice } from "../../lib/types";
import type { CausewayView } from "./types";
import { UPRIGHT, WIDE, cell } from "./layout";
import { journey, planOf, plansOf } from "./plan";
import { standings } from "./standing";
import { neighbour, targets } from "./targets";

const none: ReadonlySet<string> = new Set();

/** A path without spaces 5, 6 and 20; my figures on Atlantis, 4 and 30. */
function sample(): CausewayView {
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

it.each([WIDE, UPRIGHT])("gives what glows the whole of its cell, and lays it on top ($name)", (layout) => {
  const view = sample();
  const glow = new Set(["figure:A", "figure:B", "space:9"]);
  const found = targets(view, layout, standings(view, layout), glow, none);
  expect(found.filter(({ live }) => live).map(({ id }) => id)).toEqual(["figure:A", "figure:B", "space:9"]);
  expect(found.slice(-3).every(({ live }) => live)).toBe(true);
  expect(found.find(({ id }) => id === "figure:B")?.boxes).toEqual([cell(layout, 4)]);
  expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
});

it("lets a gap be chosen only once its button was, and what was chosen be given up", () => {
  const view = sample();
  const figures = standings(view, WIDE);
  const live = (glow: string[], chosen: string[] = []) =>
    targets(view, WIDE, figures, new Set(glow), new Set(chosen)).filter((target) => target.live);
  expect(live(["button:bridge", "gap:5"])).toEqual([]);
  expect(live(["gap:5"], ["button:bridge"]).map(({ id }) => id)).toEqual(["gap:5"]);
  expect(live(["card:ring"], ["figure:C"]).map(({ id }) => id)).toEqual(["figure:C"]);
});

it("goes with the arrow keys to the nearest thing on that side", () => {
  const view = sample();
  const glow = new Set(["space:8", "space:9", "space:11", "space:27"]);
  const all = targets(view, WIDE, standings(view, WIDE), glow, none);
  expect(neighbour(all, "space:9", "ArrowRight")).toBe("space:8"); // the second row runs to the left
  expect(neighbour(all, "space:9", "ArrowLeft")).toBe("space:11");
  expect(neighbour(all, "space:8", "ArrowUp")).toBe(null);
});

it("reads a preview: where from, where to, what it crosses", () => {
  const view = sample();
  const choice: Choice = { move: "B ring", clicks: ["figure:B", "card:ring"], lands: 21, price: 3, takes: 19 };
  const plan = planOf(view, choice);
  expect(plan).toMatchObject({ figure: "B", from: 4, to: 21, price: 3, takes: 19, chain: false });
  expect(plan?.crossed.map(({ first }) => first)).toEqual([5]); // the bridge is free
  expect(planOf(view, { move: "bridge 5", clicks: ["button:bridge", "gap:5"] })?.bridge).toBe(5);
  expect(planOf(view, null)).toBe(null);
});

it("counts a trip under way from its beginning", () => {
  const view = { ...sample(), moving: { figure: "C" as const, from: 2 } };
  expect(journey(view)).toMatchObject({ from: 2, to: 30, total: 3 });
  expect(journey(sample())).toBe(null);
});

it("shows every place that a figure could go to, each once", () => {
  const moves: Choice[] = [
    { move: "B ring", clicks: ["figure:B", "card:ring"], lands: 7, price: 3, takes: 3 },
    { move: "B flag", clicks: ["figure:B", "card:flag"], lands: 7, price: 3, takes: 3 },
    { move: "B crown", clicks: ["figure:B", "card:crown"], lands: 54, price: 3 },
    { move: "pass", clicks: ["button:pass"] },
  ];
  const plans = plansOf(sample(), moves);
  expect(plans.map(({ figure, from, to, takes }) => [figure, from, to, takes])).toEqual([
    ["B", 4, 7, 3],
    ["B", 4, 54, null],
  ]);
});
