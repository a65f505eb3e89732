/** How a table is followed over a line that may break: the decisions, apart from the socket. */

import type { CausewayView, Entry, EscapeView, State, View } from "./types";

/** How long a move of somebody else stays on screen before the next one is shown. */
export const DWELL = 560;
/** More waiting states than this are not worth watching one by one. */
export const LONGEST_QUEUE = 5;
export const PING_EVERY = 20_000;
/** A line that has been silent for longer than this is taken for dead. */
export const SILENCE = 28_000;

/** How long to wait before the next try, growing, and spread so that not all come at once. */
export function backoff(attempt: number, random: number): number {
  const longest = Math.min(15_000, 400 * 2 ** Math.min(attempt, 10));
  return longest / 2 + (longest / 2) * random;
}

/** Refusals after which the server closes the line, and connecting again by itself is of no use. */
export function isFinal(code: string): boolean {
  return ["no-such-table", "old-rules", "too-many"].includes(code);
}

/** What is still worth showing one by one; the rest is caught up with at once. */
export function worthShowing(queue: readonly State[], isHurried: boolean): State[] {
  if (isHurried || queue.length > LONGEST_QUEUE) return queue.slice(-1);
  return [...queue];
}

/** The log with the entries of a state put where they belong. */
export function joined(log: readonly Entry[], state: State): Entry[] {
  return [...log.slice(0, state.since), ...state.log];
}

/** How long a state is to be seen before the next: own moves need no waiting. */
export function dwell(state: State, before: State | null): number {
  if (!before || before.table.state !== "playing") return 0;
  const fresh = state.log.slice(Math.max(0, before.ply - state.since));
  return fresh.some((entry) => !state.seats.includes(entry.actor)) ? DWELL : 0;
}

/** A move that was sent and of which nothing has been heard yet. */
export interface Unheard {
  ply: number;
  message: Record<string, unknown>;
  again: boolean; // it has been sent a second time
}

/** After a reconnect: whether the unheard move is sent again (the server takes it only once). */
export function shouldResend(unheard: Unheard | null, state: State): boolean {
  return unheard !== null && !unheard.again && unheard.ply === state.ply;
}

/** Whether a state settles an unheard move: the table has gone on. */
export function settles(unheard: Unheard | null, state: State): boolean {
  return unheard !== null && state.ply > unheard.ply;
}

/** The things on the board that differ between two views: what the last move touched. */
export function touched(before: View | null, after: View): Set<string> {
  if (!before || before.game !== after.game) return new Set();
  if (before.game === "causeway") return touchedPath(before, after as CausewayView);
  return touchedHexes(before, after as EscapeView);
}

function touchedPath(before: CausewayView, after: CausewayView): Set<string> {
  const ids = new Set<string>();
  after.path.forEach((space, index) => {
    if (JSON.stringify(space) !== JSON.stringify(before.path[index])) ids.add(`space:${space.space}`);
  });
  after.seats.forEach((seat, number) => {
    for (const figure of ["A", "B", "C"] as const) {
      const left = before.seats[number]?.figures[figure];
      if (left === undefined || left === seat.figures[figure]) continue;
      ids.add(`space:${left}`).add(`space:${seat.figures[figure]}`);
    }
  });
  for (const bridge of after.bridges) if (!before.bridges.includes(bridge)) ids.add(`gap:${bridge}`);
  return ids;
}

function touchedHexes(before: EscapeView, after: EscapeView): Set<string> {
  const ids = new Set<string>();
  after.hexes.forEach((hex, index) => {
    const { swum: _, jumped: __, ...is } = hex;
    const { swum: ___, jumped: ____, ...was } = before.hexes[index] ?? hex;
    if (JSON.stringify(is) !== JSON.stringify(was)) ids.add(`hex:${hex.hex}`);
  });
  return ids;
}

/** Who did the last thing that was not chance, among some entries; -1 if nobody did. */
export function lastActor(entries: readonly Entry[]): number {
  return entries.findLast((entry) => entry.actor >= 0)?.actor ?? -1;
}
