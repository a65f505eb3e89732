import { expect, test } from "vitest";

import type { Analysis } from "./types";
import { accuracies, bestShare, named, signed, verdictOn } from "./review";

const analysis: Analysis = {
  decisions: [
    { entry: 3, seat: 1, move: "pass", best: "A ring", chances: 0.6, loss: 0.12 },
    { entry: 5, seat: 2, move: "end", best: "end", chances: 0.5, loss: 0.001 },
  ],
  events: [
    { entry: 4, event: "draw ring", luck: [-0.1, 0.1] },
    { entry: 6, event: "draw flag", luck: [0.001, -0.001] },
  ],
  curve: [],
  moves: { "A ring": { code: "move", values: { figure: "A", item: "ring" } } },
  accounts: [],
};

test("a review judges decisions and events, and is silent about noise", () => {
  expect(verdictOn(analysis, 3)).toEqual({ best: "A ring", seat: -1, change: -0.12 });
  expect(verdictOn(analysis, 5)).toEqual({ best: "", seat: -1, change: 0 });
  expect(verdictOn(analysis, 4)).toEqual({ best: "", seat: 1, change: 0.1 });
  expect(verdictOn(analysis, 6)).toBeNull();
  expect(verdictOn(analysis, 7)).toBeNull();
});

test("moves are named with the code and values of their sentence", () => {
  expect(named(analysis, "A ring").code).toBe("move");
  expect(named(analysis, "B ring")).toEqual({ move: "B ring", code: "", values: {} });
});

test("shares are points with a sign", () => {
  expect([0.124, -0.05, 0.001].map(signed)).toEqual(["+12", "−5", "0"]);
});

test("the share of best decisions counts the own ones only", () => {
  const decision = (seat: number, loss: number) => ({ entry: 1, seat, move: "a", best: "b", loss });
  const analysis = { decisions: [decision(1, 0), decision(1, 0.2), decision(2, 0.3), decision(1, 0.001)] };
  expect(bestShare(analysis as Partial<Analysis> as Analysis, [0])).toBeCloseTo(2 / 3);
  expect(bestShare(analysis as Partial<Analysis> as Analysis, [2])).toBeNull();
});

test("accuracy is 100 without losses, and has a margin that shrinks with more decisions", () => {
  const decide = (entry: number, loss: number) => ({ entry, seat: 1, move: "", best: "", chances: 0.5, loss });
  const few = { ...analysis, decisions: [decide(1, 0), decide(9, 0.125)] };
  const [first, second] = accuracies(few, 2);
  expect(first?.all?.value).toBe(75);
  expect(first?.phases.map((phase) => phase?.value)).toEqual([100, undefined, 50]);
  expect(second?.all).toBeNull();
  const many = { ...analysis, decisions: Array.from({ length: 50 }, (_, n) => decide(n + 1, n % 2 ? 0 : 0.125)) };
  const margin = accuracies(many, 1)[0]?.all?.margin ?? 0;
  expect(margin).toBeLessThan(first?.all?.margin ?? 0);
  expect(margin).toBeGreaterThan(0);
});
