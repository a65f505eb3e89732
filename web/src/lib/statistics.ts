/** What somebody's finished games say together. */

import type { PlayedGame } from "./types";

export interface Summary {
  key: string; // what these games have in common
  games: number;
  won: number; // the mean share of the win
  expected: number; // if everybody at the table were equal
  reviewed: number;
  luck: number | null; // the mean, of those that were reviewed
  loss: number | null;
}

const mean = (values: readonly number[]) => (values.length ? values.reduce((sum, one) => sum + one, 0) / values.length : null);

export function summaryOf(key: string, games: readonly PlayedGame[]): Summary {
  const reviewed = games.filter((one) => one.luck !== null && one.loss !== null);
  return {
    key,
    games: games.length,
    won: mean(games.map(({ won }) => won)) ?? 0,
    expected: mean(games.map(({ players }) => 1 / players)) ?? 0,
    reviewed: reviewed.length,
    luck: mean(reviewed.map(({ luck }) => luck ?? 0)),
    loss: mean(reviewed.map(({ loss }) => loss ?? 0)),
  };
}

/** Games with something in common, each with its summary, the most frequent first. A game may have several keys. */
export function groups(games: readonly PlayedGame[], keysOf: (game: PlayedGame) => readonly string[]): Summary[] {
  const found = new Map<string, PlayedGame[]>();
  for (const game of games) {
    for (const key of new Set(keysOf(game))) found.set(key, [...(found.get(key) ?? []), game]);
  }
  return [...found].map(([key, some]) => summaryOf(key, some)).toSorted((a, b) => b.games - a.games);
}

/** A game on a curve: its own value, and the mean of the latest ones with it. */
export interface TrendPoint {
  value: number;
  mean: number;
  ended: number;
}

/** A value over time, from the oldest game on; games without it are left out. */
export function trend(games: readonly PlayedGame[], valueOf: (game: PlayedGame) => number | null, window = 10): TrendPoint[] {
  const known = games
    .flatMap((game) => {
      const value = valueOf(game);
      return value === null ? [] : [{ value, ended: game.ended }];
    })
    .toSorted((a, b) => a.ended - b.ended);
  return known.map((one, index) => ({ ...one, mean: mean(known.slice(Math.max(0, index + 1 - window), index + 1).map(({ value }) => value)) ?? 0 }));
}

/** What mistakes were about, by game, the most frequent themes first, and last what no theme names. */
export function mistakesOf(games: readonly PlayedGame[]): { game: string; themes: [string, number][] }[] {
  return [...new Set(games.map(({ game }) => game))]
    .map((name) => {
      const found = new Map<string, number>();
      for (const one of games) {
        if (one.game === name) for (const [theme, n] of Object.entries(one.mistakes)) found.set(theme, (found.get(theme) ?? 0) + n);
      }
      return { game: name, themes: [...found].toSorted((a, b) => Number(a[0] === "") - Number(b[0] === "") || b[1] - a[1]) };
    })
    .filter(({ themes }) => themes.length > 0);
}
