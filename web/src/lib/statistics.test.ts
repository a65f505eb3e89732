import { expect, test } from "vitest";

import { groups, summaryOf } from "./statistics";
import type { PlayedGame } from "./types";

const game = (fields: Partial<PlayedGame>): PlayedGame => ({
  id: "t",
  game: "chess",
  seat: 0,
  players: 2,
  won: 0,
  opponents: ["crab"],
  ended: 0,
  luck: null,
  loss: null,
  ...fields,
});

test("a summary counts wins, and luck and losses of reviewed games only", () => {
  const found = summaryOf("all", [game({ won: 1, luck: 0.2, loss: 0.1 }), game({ players: 4 })]);
  expect(found).toEqual({ key: "all", games: 2, won: 0.5, expected: 0.375, reviewed: 1, luck: 0.2, loss: 0.1 });
  expect(summaryOf("none", []).luck).toBeNull();
});

test("a game with two kinds of opponents counts for both, and once for two of a kind", () => {
  const games = [game({ opponents: ["crab", "otter"] }), game({ opponents: ["crab", "crab"], won: 1 })];
  expect(groups(games, ({ opponents }) => opponents).map(({ key, games: n, won }) => [key, n, won])).toEqual([
    ["crab", 2, 0.5],
    ["otter", 1, 0],
  ]);
});
