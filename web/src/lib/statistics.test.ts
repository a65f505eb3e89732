import { expect, test } from "vitest";

import { groups, mistakesOf, summaryOf, trend } from "./statistics";
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
  accuracy: null,
  mistakes: {},
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

test("a trend goes from the oldest game on, each point the mean of the last ones", () => {
  const games = [3, 2, 1].map((ended) => game({ ended, luck: ended / 10 }));
  expect(trend([...games, game({ ended: 9 })], ({ luck }) => luck).map(({ value }) => value)).toEqual([0.1, 0.2, 0.3]);
  expect(trend(games, ({ luck }) => luck, 2).map(({ mean }) => Math.round(100 * mean))).toEqual([10, 15, 25]);
});

test("favourite mistakes are added up by game and theme", () => {
  const games = [game({ mistakes: { tolls: 2, "": 1 } }), game({ mistakes: { tolls: 1, tiles: 4 } }), game({ game: "go", mistakes: {} })];
  expect(mistakesOf(games)).toEqual([{ game: "chess", themes: [["tiles", 4], ["tolls", 3], ["", 1]] }]);
});
