import { expect, test } from "vitest";

import type { GamePage } from "./game";
import { logLines } from "./log";
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
