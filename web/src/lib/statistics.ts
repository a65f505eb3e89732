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
