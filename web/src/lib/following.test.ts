import { describe, expect, test } from "vitest";

import * as following from "./following";
import type { CausewayView, Entry, EscapeView, State } from "./types";

const entry = (actor: number, move = "x"): Entry => ({ actor, move, code: "move", values: {}, seen: true });

function state(ply: number, since: number, actors: number[], seats = [0]): State {
  return {
    type: "state",
    table: { id: "t", game: "escape", state: "playing" } as State["table"],
    ply,
    since,
    log: actors.map((actor, index) => entry(actor, `m${since + index}`)),
    seat: 0,
    seats,
    view: null,
    say: { code: "move", values: {} },
    moves: [],
    undo: false,
    clock: null,
    result: null,
  };
}

test("tries come ever more slowly, never slower than every fifteen seconds", () => {
  const waits = [0, 1, 2, 3, 10, 1000].map((attempt) => following.backoff(attempt, 1));
  expect(waits).toEqual([400, 800, 1600, 3200, 15_000, 15_000]);
  expect(following.backoff(0, 0)).toBe(200);
});

test("some refusals are final, a restart is not", () => {
  for (const code of ["no-such-table", "old-rules", "too-many"]) expect(following.isFinal(code)).toBe(true);
  for (const code of ["going-away", "stale", "slow-down"]) expect(following.isFinal(code)).toBe(false);
});

describe("the queue of moves to be watched", () => {
  const states = [1, 2, 3, 4, 5, 6].map((ply) => state(ply, ply - 1, [1]));
  test("is shown one by one while it is short", () => {
    expect(following.worthShowing(states.slice(0, 3), false)).toHaveLength(3);
  });
  test("collapses when long, or when nobody looks", () => {
    expect(following.worthShowing(states, false).map((one) => one.ply)).toEqual([6]);
    expect(following.worthShowing(states.slice(0, 3), true).map((one) => one.ply)).toEqual([3]);
  });
  test("waits after others' moves, not after one's own", () => {
    expect(following.dwell(state(5, 4, [1]), state(4, 0, []))).toBeGreaterThan(0);
    expect(following.dwell(state(5, 4, [1]), state(4, 0, []))).toBeLessThan(600);
    expect(following.dwell(state(5, 4, [0]), state(4, 0, []))).toBe(0);
    expect(following.dwell(state(5, 0, [1, 1, 1, 1, 0]), state(4, 0, []))).toBe(0);
    expect(following.dwell(state(5, 0, [1]), null)).toBe(0);
  });
});

test("a log is joined by its numbers, also where parts come twice", () => {
  const log = following.joined([], state(3, 0, [0, 1, 0]));
  const longer = following.joined(log, state(5, 2, [0, 1, 1]));
  expect(longer.map((one) => one.move)).toEqual(["m0", "m1", "m2", "m3", "m4"]);
  expect(following.joined(longer, state(4, 3, [1]))).toHaveLength(4);
});

describe("a move of which nothing was heard", () => {
  const unheard: following.Unheard = { ply: 7, message: { type: "move" }, again: false };
  test("is sent again when the table stands where it stood, and only once", () => {
    expect(following.shouldResend(unheard, state(7, 7, []))).toBe(true);
    expect(following.shouldResend({ ...unheard, again: true }, state(7, 7, []))).toBe(false);
    expect(following.shouldResend(null, state(7, 7, []))).toBe(false);
  });
  test("is settled when the table has gone on", () => {
    expect(following.settles(unheard, state(8, 7, [0]))).toBe(true);
    expect(following.shouldResend(unheard, state(8, 7, [0]))).toBe(false);
    expect(following.settles(unheard, state(7, 7, []))).toBe(false);
  });
});

test("what a move touched is what looks different", () => {
  const path = [
    { space: 1, back: "A" as const, item: "ring" as const, value: 1 },
    { space: 2, back: "A" as const },
  ];
  const seats = [{ figures: { A: 0, B: 0, C: 0 } }] as CausewayView["seats"];
  const before = { game: "causeway", path, seats, bridges: [] as number[] } as unknown as CausewayView;
  const after = {
    ...before,
    path: [{ space: 1, back: "A" as const }, path[1]!],
    seats: [{ figures: { A: 9, B: 0, C: 0 } }] as CausewayView["seats"],
    bridges: [4],
  };
  expect(following.touched(before, after)).toEqual(new Set(["space:1", "space:0", "space:9", "gap:4"]));

  const sea = { game: "escape", hexes: [{ hex: "a1" }, { hex: "a2", swum: 1 }] } as EscapeView;
  const later = { ...sea, hexes: [{ hex: "a1", boat: true }, { hex: "a2" }] };
  expect(following.touched(sea, later)).toEqual(new Set(["hex:a1"]));
  expect(following.touched(null, later).size).toBe(0);
});

test("the last actor is no chance event", () => {
  expect(following.lastActor([entry(2), entry(-1), entry(-1)])).toBe(2);
  expect(following.lastActor([entry(-1)])).toBe(-1);
});
