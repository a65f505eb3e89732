import { expect, test } from "vitest";

import { placesOf, told } from "./telling";
import type { Entry } from "./types";

const entry = (actor: number, code: string, item = ""): Entry => ({
  actor,
  move: code,
  code,
  values: item ? { item } : {},
  seen: item !== "",
});

test("the dealing before the first move is not told", () => {
  expect(told([entry(-1, "tile"), entry(-1, "draw"), entry(0, "move")])).toHaveLength(1);
});

test("what chance does is told of whoever moved, and the same only once", () => {
  const lines = told([entry(1, "move"), entry(-1, "draw-hidden"), entry(-1, "draw-hidden"), entry(0, "pass")]);
  expect(lines.map((line) => [line.entry.code, line.actor, line.count, line.ply])).toEqual([
    ["move", 1, 1, 1],
    ["draw-hidden", 1, 2, 3],
    ["pass", 0, 1, 4],
  ]);
});

test("different cards, and the same move of a person twice, stay apart", () => {
  const lines = told([entry(0, "stop"), entry(0, "stop"), entry(-1, "draw", "ring"), entry(-1, "draw", "flag")]);
  expect(lines).toHaveLength(4);
});

test("whoever lost people is told after the entry that cost them", () => {
  const lines = told([{ ...entry(0, "swim"), deed: { lost: [1, 0] } }, { ...entry(-1, "symbol"), deed: { lost: [0, 3] } }]);
  expect(lines.map((line) => [line.entry.code, line.actor, line.entry.values?.["n"]])).toEqual([
    ["swim", 0, undefined],
    ["lost", 0, 1],
    ["symbol", 0, undefined],
    ["lost", 1, 3],
  ]);
});

test("an entry speaks of places on the board", () => {
  const ids = (values: Entry["values"], deed: Entry["deed"] = {}) => [...placesOf({ ...entry(0, "x"), values, deed })];
  expect(ids({ from: "e4", to: "e5" })).toEqual(["hex:e4", "hex:e5"]);
  expect(ids({ figure: "A", item: "ring" }, { lands: 12 })).toEqual(["space:12"]);
  expect(ids({ space: 7 })).toEqual(["gap:7"]);
  expect(ids({ symbol: "shark" }, { lost: [1, 0] })).toEqual([]);
});
