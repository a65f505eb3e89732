/** States from what has changed since the one before: docs/protocol.md, "Deltas". */

import type { Choice, Delta, Notation, State, View } from "./types";

type Path = readonly (string | number)[];

/** A value in which something is set; all that leads there is copied, all else is shared. */
export function withValue(target: any, path: Path, value: unknown): any {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const copy = Array.isArray(target) ? [...target] : { ...target };
  copy[key] = withValue(copy[key], rest, value);
  return copy;
}

function withChanges<T>(target: T, changes: readonly unknown[][]): T {
  return changes.reduce<T>((made, change) => withValue(made, change.slice(0, -1) as Path, change.at(-1)), target);
}

/** Legal moves from their numbers; a number alone is a move that does what it did before. */
function movesOf(delta: Delta, known: ReadonlyMap<string, Choice>, notation: Notation): Choice[] {
  return delta.moves.map((one): Choice => {
    const [number, preview] = Array.isArray(one) ? one : [one, undefined];
    const move = notation.moves[number] ?? "";
    return (!preview && known.get(move)) || { move, clicks: notation.clicks[number] ?? [], ...preview };
  });
}

/** The state that a delta leads to. */
export function applied(state: State, delta: Delta, notation: Notation): State {
  let view = state.view;
  const steps = delta.steps.map(({ ply, set }) => {
    view = withChanges(view, set);
    return { ply, view: view as View };
  });
  const { ply, since, log } = delta;
  const { again: _, ...rest } = state;
  const known = new Map([...(state.known ?? []), ...state.moves.map((one) => [one.move, one] as const)]);
  const moves = movesOf(delta, known, notation);
  return withChanges<State>({ ...rest, ply, since, log, steps, view, moves, known }, delta.set);
}

const loading = new Map<string, Promise<Notation>>();

/** What the numbers of a game's actions stand for; fetched once, and kept by the browser. */
export function loadNotation(game: string, version: string): Promise<Notation> {
  const address = `/api/games/${game}/notation?version=${version}`;
  let found = loading.get(address);
  if (!found) {
    found = fetch(address).then((response) => {
      if (!response.ok) throw new Error(`notation of ${game}: ${response.status}`);
      return response.json() as Promise<Notation>;
    });
    found.catch(() => loading.delete(address));
    loading.set(address, found);
  }
  return found;
}
