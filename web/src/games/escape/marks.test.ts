import { expect, it } from "vitest";
import type { Entry } from "../../lib/types";
import { marks, places } from "./marks";
import { sample } from "./sample";

const entry = (more: Partial<Entry>): Entry => ({ actor: 0, move: "", seen: true, code: "", values: {}, ...more });

it("marks the hexes that look different", () => {
  const before = sample({ a2: { swimmers: [1, 0, 0, 0], swum: 1 } });
  const after = sample({ a1: { boat: true }, a2: { swimmers: [1, 0, 0, 0] } });
  expect(marks(before, after)).toEqual(new Set(["hex:a1"]));
});

it("finds the hexes that an entry names", () => {
  expect([...places(entry({ values: { from: "e4", to: "e5" } }))]).toEqual(["hex:e4", "hex:e5"]);
  expect([...places(entry({ values: { symbol: "shark" } }))]).toEqual([]);
});
