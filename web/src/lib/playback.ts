/** What is shown when: others' moves one after the other, and what each turn changed. */

import type { Cast, GamePage, Moment } from "./game";
import type { Speed } from "./settings.svelte";
import type { Entry, Presence, State, View } from "./types";

/** How long a move of somebody else stays on screen before the next one is shown, in milliseconds. */
export const DWELL = 560;
/** How long something with a banner stays, so that it can be read. */
export const BANNER = 1_600;
/** How much longer or shorter everything stays at each speed. */
export const PACES: Record<Speed, number> = { slow: 2, normal: 1, fast: 0.45, instant: 0 };
/** With more waiting states than this, moves without a banner are hurried. */
const LONG_QUEUE = 4;
/** More waiting states than this are not shown one by one. */
export const MAX_QUEUE = 30;

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

/** A state as the steps in which it is shown: the server sends a view before each event that deserves a moment. */
export function inSteps(state: State): State[] {
  const table = { ...state.table, state: "playing" as const };
  const steps = state.steps.map(({ ply, view }) => {
    const log = state.log.slice(0, Math.max(0, ply - state.since));
    return { ...state, table, ply, view: view as View, log, moves: [], undo: false, result: null, steps: [] };
  });
  return [...steps, state];
}

/** The entries that a state adds to what was shown before. */
export function freshEntries(state: State, before: State): Entry[] {
  return state.log.slice(Math.max(0, before.ply - state.since));
}

/** How long a state stays before the next: after one's own moves there is no waiting, unless there is news to read. */
export function dwell(state: State, before: State | null, moments: readonly Moment[] = [], waiting = 0): number {
  if (!before || before.table.state !== "playing") return 0;
  if (moments.some((moment) => moment.text)) return BANNER;
  const fresh = freshEntries(state, before);
  if (!fresh.some((entry) => !state.seats.includes(entry.actor))) return 0;
  return waiting > LONG_QUEUE ? DWELL / 4 : DWELL;
}

/** What some entries bring, each with what came before it: the game's moments, or a plain move. */
export function momentsOf(page: GamePage | null, log: readonly Entry[], first: number, cast: Cast): Moment[] {
  return log.slice(first).flatMap((entry, index): Moment[] => {
    if (entry.code === "undo") return [];
    const found = page?.moments?.(entry, log.slice(0, first + index), cast);
    return found ?? (entry.actor >= 0 ? [{ beat: "move" }] : []);
  });
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
  private earlier: ReadonlySet<string>[] = []; // the marks before each step of this turn

  /** Adds what some entries changed; a turn of another seat starts again. */
  add(entries: readonly Entry[], changed: () => Set<string>): void {
    const seat = lastActor(entries);
    if (seat === -1 && this.seat === -1) return;
    if (entries.at(-1)?.code === "undo") {
      this.ids = this.earlier.pop() ?? new Set();
      return;
    }
    const isSameTurn = seat === this.seat || seat === -1;
    this.earlier = isSameTurn ? [...this.earlier, this.ids] : [];
    this.ids = isSameTurn ? new Set([...this.ids, ...changed()]) : changed();
    if (seat >= 0) this.seat = seat;
  }
}

/** A state with those who are here now. */
export function withPresence(state: State, { here, watching }: Presence): State {
  const seats = state.table.seats.map((seat, number) => ({ ...seat, here: here[number] ?? seat.here }));
  return { ...state, table: { ...state.table, seats, watching } };
}
