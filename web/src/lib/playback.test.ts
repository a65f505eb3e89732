import { beforeEach, describe, expect, test, vi } from "vitest";

import { entry, GAME, state, view } from "../testing/states";
import type { GamePage } from "./game";
import { BANNER, changes, dwell, inSteps, lastActor, mergedLog, TurnMarks, worthShowing } from "./playback";
import { Playback } from "./playback.svelte";

describe("which states are shown one by one", () => {
  const states = Array.from({ length: 31 }, (_, index) => state(index + 1, index, [1]));
  test("all of a short queue", () => {
    expect(worthShowing(states.slice(0, 3), false)).toHaveLength(3);
  });
  test("only the last of a long queue, or in a hurry", () => {
    expect(worthShowing(states, false).map((one) => one.ply)).toEqual([31]);
    expect(worthShowing(states.slice(0, 3), true).map((one) => one.ply)).toEqual([3]);
  });
});

test("others' moves stay for a moment, one's own do not", () => {
  expect(dwell(state(5, 4, [1]), state(4, 0, []))).toBeGreaterThan(0);
  expect(dwell(state(5, 4, [1]), state(4, 0, []))).toBeLessThan(600);
  expect(dwell(state(5, 4, [0]), state(4, 0, []))).toBe(0);
  expect(dwell(state(5, 0, [1, 1, 1, 1, 0]), state(4, 0, []))).toBe(0);
  expect(dwell(state(5, 0, [1]), null)).toBe(0);
});

test("a log is merged by the numbers of its entries, also where parts come twice", () => {
  const log = mergedLog([], state(3, 0, [0, 1, 0]));
  const longer = mergedLog(log, state(5, 2, [0, 1, 1]));
  expect(longer.map((one) => one.move)).toEqual(["m0", "m1", "m2", "m3", "m4"]);
  expect(mergedLog(longer, state(4, 3, [1]))).toHaveLength(4);
  const again = [{ ...entry(-1), move: "draw ring", ply: 1 }];
  const known = mergedLog(longer, state(5, 5, [], { again }));
  expect(known.map((one) => one.move)).toEqual(["m0", "draw ring", "m2", "m3", "m4"]);
});

test("the last actor is never chance", () => {
  expect(lastActor([entry(2), entry(-1), entry(-1)])).toBe(2);
  expect(lastActor([entry(-1)])).toBe(-1);
});

test("changes are the game's marks, between two views of one game", () => {
  const page = { marks: () => new Set(["a1"]) } as Partial<GamePage> as GamePage;
  expect(changes(page, view(), view())).toEqual(new Set(["a1"]));
  expect(changes(page, null, view()).size).toBe(0);
  expect(changes(page, view({ game: "go" }), view({ game: GAME })).size).toBe(0);
  expect(changes(null, view(), view()).size).toBe(0);
});

test("marks collect over a turn and start again with the next player's", () => {
  const marks = new TurnMarks();
  marks.add([entry(-1)], () => new Set(["deal"]));
  expect(marks.ids).toEqual(new Set());
  marks.add([entry(0)], () => new Set(["a1"]));
  marks.add([entry(-1)], () => new Set(["a2"]));
  marks.add([entry(0)], () => new Set(["a3"]));
  expect(marks.ids).toEqual(new Set(["a1", "a2", "a3"]));
  marks.add([entry(1)], () => new Set(["b1"]));
  expect(marks.ids).toEqual(new Set(["b1"]));
});

test("a move taken back takes its marks with it", () => {
  const marks = new TurnMarks();
  const undo = { ...entry(0), code: "undo" };
  marks.add([entry(1)], () => new Set(["b1"]));
  marks.add([entry(0)], () => new Set(["a1"]));
  marks.add([entry(0)], () => new Set(["a2"]));
  marks.add([undo], () => new Set(["a2"]));
  expect(marks.ids).toEqual(new Set(["a1"]));
  marks.add([undo], () => new Set(["a1"]));
  expect(marks.ids).toEqual(new Set());
});

test("a state is shown in steps, each with the log up to it", () => {
  const steps = [{ ply: 5, view: view({ phase: "reveal" }) }, { ply: 6, view: view({ phase: "spin" }) }];
  const last = state(7, 4, [0, -1, -1], { steps, moves: [{ move: "x", clicks: [] }] });
  const shown = inSteps(last);
  expect(shown.map(({ ply, log, moves }) => [ply, log.length, moves.length])).toEqual([[5, 1, 0], [6, 2, 0], [7, 3, 1]]);
});

test("what should be noticed stays longer, and plain moves are hurried while many wait", () => {
  const [one, before] = [state(5, 4, [1]), state(4, 0, [])];
  expect(dwell(one, before, [{ beat: "spin", text: "shark" }], 20)).toBe(BANNER);
  expect(dwell(state(5, 4, [0]), before, [{ beat: "saved", text: "Saved!" }])).toBe(BANNER);
  expect(dwell(one, before, [], 20)).toBeLessThan(dwell(one, before, [], 1));
});

describe("playback", () => {
  let shown: number[];
  let playback: Playback;
  const add = (ply: number, isHurried = false) => playback.add(state(ply, ply - 1, [1]), isHurried);

  beforeEach(() => {
    vi.useFakeTimers();
    shown = [];
    playback = new Playback((one) => shown.push(one.ply));
    add(1, true);
  });

  test("shows others' moves one after the other", () => {
    for (const ply of [2, 3, 4]) add(ply);
    expect([shown, playback.isBehind]).toEqual([[1, 2], true]);
    vi.advanceTimersByTime(600);
    expect(shown).toEqual([1, 2, 3]);
    vi.advanceTimersByTime(600);
    expect([shown, playback.isBehind]).toEqual([[1, 2, 3, 4], false]);
  });

  test("skips to the latest", () => {
    for (const ply of [2, 3, 4]) add(ply);
    playback.skip();
    expect([shown, playback.isBehind]).toEqual([[1, 2, 4], false]);
  });

  test("after a pause shows everything, also what arrives meanwhile", () => {
    playback.pause();
    for (let ply = 2; ply < 12; ply++) add(ply);
    playback.skip();
    expect([shown, playback.isBehind]).toEqual([[1], true]);
    playback.step();
    playback.pause();
    add(12);
    vi.advanceTimersByTime(20_000);
    expect(shown).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });

  test("shows nothing after it was stopped", () => {
    for (const ply of [2, 3]) add(ply);
    playback.stop();
    vi.advanceTimersByTime(20_000);
    expect(shown).toEqual([1, 2]);
  });
});
