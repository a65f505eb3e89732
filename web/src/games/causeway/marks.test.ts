import { expect, it } from "vitest";
import type { Entry } from "../../lib/types";
import { marks, places } from "./marks";
import { sample } from "./sample";
import type { CausewayOutcome } from "./types";

it("marks tiles that are gone, where figures left and arrived, and new bridges", () => {
  const before = sample();
  const after = {
    ...before,
    path: before.path.map((one) => (one.space === 2 ? { space: 2, back: "A" as const } : one)),
    seats: before.seats.map((seat, index) => (index === 0 ? { ...seat, figures: { ...seat.figures, A: 9 } } : seat)),
    bridges: [20, 5],
  };
  expect(marks(before, after)).toEqual(new Set(["space:2", "space:0", "space:9", "gap:5"]));
  expect(marks(before, before).size).toBe(0);
});

it("finds the places that an entry names", () => {
  const ids = (values: Entry["values"], outcome?: CausewayOutcome) =>
    [...places({ actor: 0, move: "", seen: true, code: "", values, outcome: { ...outcome } })];
  expect(ids({ figure: "A", item: "ring" }, { lands: 12 })).toEqual(["space:12"]);
  expect(ids({ space: 7 })).toEqual(["gap:7"]);
  expect(ids({ item: "ring" })).toEqual([]);
});
