import { expect, test } from "vitest";

import { state } from "../testing/states";
import { applied, withValue } from "./deltas";
import type { Delta, State } from "./types";

const NOTATION = { moves: ["go", "pay 3", "end"], clicks: [["card:a"], ["tile:3"], []] };

function delta(parts: Partial<Delta>): Delta {
  return { type: "delta", ply: 8, since: 7, log: [], steps: [], moves: [], set: [], ...parts };
}

test("what is set is copied, and all else is shared", () => {
  const before = { a: [{ b: 1 }, { b: 2 }], c: {} };
  const after = withValue(before, ["a", 1, "b"], 3);
  expect(after).toEqual({ a: [{ b: 1 }, { b: 3 }], c: {} });
  expect(before.a[1]).toEqual({ b: 2 });
  expect(after.a[0]).toBe(before.a[0]);
  expect(after.c).toBe(before.c);
});

test("moves come by their numbers; those without news are as before", () => {
  const old = { move: "pay 3", clicks: ["tile:3"], owed: 1 };
  const before: State = { ...state(7, 7, []), moves: [old] };
  const after = applied(before, delta({ moves: [1, [0, { lands: 4 }], [2, {}]] }), NOTATION);
  expect(after.moves[0]).toBe(old);
  expect(after.moves.slice(1)).toEqual([
    { move: "go", clicks: ["card:a"], lands: 4 },
    { move: "end", clicks: [] },
  ]);
  expect([after.ply, after.since]).toEqual([8, 7]);
});

test("what moves do is remembered while it is another's turn", () => {
  const old = { move: "pay 3", clicks: ["tile:3"], owed: 1 };
  const before: State = { ...state(7, 7, []), moves: [old] };
  const waiting = applied(applied(before, delta({}), NOTATION), delta({}), NOTATION);
  expect(waiting.moves).toEqual([]);
  const after = applied(waiting, delta({ moves: [1] }), NOTATION);
  expect(after.moves[0]).toBe(old);
});

test("steps go on from one another, and the state from the last of them", () => {
  const before = { ...state(7, 7, []), view: { phase: "a", seats: [] } } as unknown as State;
  const steps = [{ ply: 7, set: [["phase", "b"]] }];
  const after = applied(before, delta({ steps, set: [["view", "turn", 1], ["undo", true]] }), NOTATION);
  expect(after.steps.map(({ view }) => view.phase)).toEqual(["b"]);
  expect(after.view).toMatchObject({ phase: "b", turn: 1 });
  expect(after.undo).toBe(true);
  expect(before.view?.phase).toBe("a");
});
