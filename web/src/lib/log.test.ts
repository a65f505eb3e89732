import { expect, test } from "vitest";

import type { GamePage } from "./game";
import { lastRead, logLines, logTurns } from "./log";
import type { Entry } from "./types";

const entry = (actor: number, code: string, item = ""): Entry => ({
  actor,
  move: code,
  code,
  values: item ? { item } : {},
  seen: item !== "",
});

test("the deal before the first move is left out", () => {
  expect(logLines([entry(-1, "tile"), entry(-1, "draw"), entry(0, "move")], null)).toHaveLength(1);
});

test("chance events belong to the seat that moved, and repeated ones share a line", () => {
  const lines = logLines([entry(1, "move"), entry(-1, "draw-hidden"), entry(-1, "draw-hidden"), entry(0, "pass")], null);
  expect(lines.map((line) => [line.entry.code, line.actor, line.count, line.ply])).toEqual([
    ["move", 1, 1, 1],
    ["draw-hidden", 1, 2, 3],
    ["pass", 0, 1, 4],
  ]);
});

test("different cards, and the same move of a person twice, stay apart", () => {
  const lines = logLines([entry(0, "stop"), entry(0, "stop"), entry(-1, "draw", "ring"), entry(-1, "draw", "flag")], null);
  expect(lines).toHaveLength(4);
});

test("the game's consequences follow the entry that caused them", () => {
  const consequences = ({ outcome }: Entry) =>
    ((outcome?.["lost"] ?? []) as number[]).flatMap((n, seat) => (n ? [{ ...entry(seat, "lost"), values: { n } }] : []));
  const page = { consequences } as Partial<GamePage> as GamePage;
  const lines = logLines(
    [{ ...entry(0, "swim"), outcome: { lost: [1, 0] } }, { ...entry(-1, "symbol"), outcome: { lost: [0, 3] } }],
    page,
  );
  expect(lines.map((line) => [line.entry.code, line.actor, line.entry.values["n"]])).toEqual([
    ["swim", 0, undefined],
    ["lost", 0, 1],
    ["symbol", 0, undefined],
    ["lost", 1, 3],
  ]);
});

const undo = (actor: number) => entry(actor, "undo");

test("turns change with the seat, and a round when it comes round again", () => {
  const log = [entry(-1, "tile"), entry(0, "move"), entry(-1, "draw"), entry(1, "move"), entry(1, "pay"), entry(0, "pass")];
  expect(logTurns(log, null).map(({ seat, round, first, last, lines }) => [seat, round, first, last, lines.length])).toEqual([
    [0, 1, 1, 3, 2],
    [1, 1, 3, 5, 2],
    [0, 2, 5, 6, 1],
  ]);
});

test("a seat that plays twice in a row has two turns where the game says so", () => {
  const page = { endsTurn: ({ code }: Entry) => code === "stay" } as Partial<GamePage> as GamePage;
  const turns = logTurns([entry(0, "go"), entry(0, "stay"), entry(0, "go")], page);
  expect(turns.map(({ round, entries }) => [round, entries.length])).toEqual([[1, 2], [2, 1]]);
});

test("what was taken back becomes one line", () => {
  const log = [entry(0, "buy"), entry(0, "move"), entry(0, "pay"), undo(0), undo(0), entry(0, "pass")];
  const [turn] = logTurns(log, null);
  expect(turn?.lines.map((line) => line.entry.code)).toEqual(["buy", "undo", "pass"]);
});

test("a turn in which everything was taken back says so, and only that", () => {
  const turns = logTurns([entry(1, "move"), entry(0, "move"), undo(0)], null);
  expect(turns.map(({ seat, lines }) => [seat, lines.map((line) => line.entry.code)])).toEqual([
    [1, ["move"]],
    [0, ["undo"]],
  ]);
});

test("a turn is read as the game tells it", () => {
  const readable = (turn: readonly Entry[]) => turn.filter(({ code }) => code !== "pick");
  const page = { readable } as Partial<GamePage> as GamePage;
  const [turn] = logTurns([entry(0, "pick"), entry(0, "to")], page);
  expect(turn?.lines.map((line) => line.entry.code)).toEqual(["to"]);
});

test("a line leads to the position after what it tells, also behind what was put together or taken back", () => {
  const both = entry(0, "both");
  const readable = (turn: readonly Entry[]) => {
    const place = turn.findIndex(({ code }) => code === "to");
    return place < 0 ? [...turn] : [...turn.slice(0, place - 1), both, ...turn.slice(place + 1)];
  };
  const page = { readable } as Partial<GamePage> as GamePage;
  const log = [entry(1, "go"), entry(0, "go"), entry(0, "pick"), entry(0, "to"), entry(0, "stay")];
  const plies = (entries: readonly Entry[], of: GamePage | null) => logTurns(entries, of).at(-1)?.lines.map(({ ply }) => ply);
  expect(plies(log, page)).toEqual([2, 4, 5]);
  expect(plies([entry(0, "buy"), entry(0, "move"), undo(0), entry(0, "pass")], null)).toEqual([1, 3, 4]);
});

test("turns that have not changed are kept as they are", () => {
  const log = [
    { actor: 0, move: "a", seen: true, code: "go", values: {} },
    { actor: 1, move: "b", seen: true, code: "go", values: {} },
  ];
  const before = logTurns(log, null);
  const after = logTurns([...log, { actor: 1, move: "c", seen: true, code: "go", values: {} }], null, undefined, before);
  expect(after[0]).toBe(before[0]);
  expect(after[1]).not.toBe(before[1]);
  expect(after[1]?.lines).toHaveLength(2);
  const undone = logTurns([...log, { actor: 1, move: "undo", seen: true, code: "undo", values: {} }], null, undefined, before);
  expect(undone[1]?.lines.map(({ entry }) => entry.code)).toEqual(["undo"]);
});

test("the last entry is read after what came before it", () => {
  const readable = (turn: readonly Entry[]) => turn.slice(-1).map(() => ({ ...entry(0, "both"), values: { n: turn.length } }));
  const page = { readable } as Partial<GamePage> as GamePage;
  expect(lastRead([entry(0, "pick"), entry(0, "to")], page)?.values).toEqual({ n: 2 });
  expect(lastRead([entry(0, "pick")], null)?.code).toBe("pick");
  expect(lastRead([], page)).toBeNull();
});
