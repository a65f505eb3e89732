/** What is shown when: others' moves one after the other, and what each turn changed. */

import type { GamePage } from "./game";
import type { Entry, State, View } from "./types";

/** How long a move of somebody else stays on screen before the next one is shown. */
export const DWELL = 560;
/** More waiting states than this are not shown one by one. */
export const MAX_QUEUE = 5;

/** The states that are still shown one by one; with too many, or in a hurry, only the last. */
export function worthShowing(queue: readonly State[], isHurried: boolean): State[] {
  if (isHurried || queue.length > MAX_QUEUE) return queue.slice(-1);
  return [...queue];
}

/** The log with the entries of a state at their places. */
export function mergedLog(log: readonly Entry[], state: State): Entry[] {
  const merged = [...log.slice(0, state.since), ...state.log];
  for (const { ply, ...entry } of state.again ?? []) merged[ply] = entry;
  return merged;
}

/** How long a state stays before the next: after one's own moves there is no waiting. */
export function dwell(state: State, before: State | null): number {
  if (!before || before.table.state !== "playing") return 0;
  const fresh = state.log.slice(Math.max(0, before.ply - state.since));
  return fresh.some((entry) => !state.seats.includes(entry.actor)) ? DWELL : 0;
}

/** The seat that acted last in some entries, chance left out; -1 if none did. */
export function lastActor(entries: readonly Entry[]): number {
  return entries.findLast((entry) => entry.actor >= 0)?.actor ?? -1;
}

/** Ids of what differs between two views of one game. */
export function changes(page: GamePage | null, before: View | null, after: View): Set<string> {
  return page && before?.game === after.game ? page.marks(before, after) : new Set();
}

/** What the last player's whole turn changed, with what chance did in it. The deal is not marked. */
export class TurnMarks {
  ids: ReadonlySet<string> = new Set();
  private seat = -1;

  /** Adds what some entries changed; a turn of another seat starts again. */
  add(entries: readonly Entry[], changed: () => Set<string>): void {
    const seat = lastActor(entries);
    if (seat === -1 && this.seat === -1) return;
    const isSameTurn = seat === this.seat || seat === -1;
    this.ids = isSameTurn ? new Set([...this.ids, ...changed()]) : changed();
    if (seat >= 0) this.seat = seat;
  }
}
