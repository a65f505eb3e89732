/** The log as it is read: turn by turn, without the deal and without what was taken back. */

import type { Cast, GamePage } from "./game";
import type { Entry } from "./types";

export interface LogLine {
  ply: number; // after the last of its entries
  entry: Entry;
  actor: number; // the seat that acted, or that chance acted for; -1 if there is none
  count: number;
}

export interface LogTurn {
  seat: number;
  round: number; // from 1
  first: number; // ply of its first entry
  last: number; // ply after its last entry
  kept: readonly Entry[]; // without what was taken back
  entries: Entry[]; // as they are read
  lines: LogLine[];
}

const NOBODY: Cast = { names: [], own: [] };

/** Whether an entry reads the same as a line. */
function readsLike(line: LogLine, entry: Entry): boolean {
  return (
    line.entry.actor === entry.actor &&
    line.entry.code === entry.code &&
    JSON.stringify(line.entry.values ?? {}) === JSON.stringify(entry.values ?? {}) &&
    !entry.outcome
  );
}

/** Whether equal entries share a line: events of chance, and moves taken back. */
const isRepeatable = (entry: Entry) => entry.actor < 0 || entry.code === "undo";

/** Entries as lines; `plies` are those after each of them, `lastActor` is the seat that acted before. */
export function logLines(
  entries: readonly Entry[],
  page: GamePage | null,
  plies: readonly number[] = entries.map((_, index) => index + 1),
  lastActor = -1,
  cast: Cast = NOBODY,
): LogLine[] {
  const lines: LogLine[] = [];
  let actor = lastActor;
  entries.forEach((entry, index) => {
    if (entry.actor >= 0) actor = entry.actor;
    const isDeal = actor === -1;
    if (isDeal) return;
    const ply = plies[index]!;
    const last = lines.at(-1);
    if (isRepeatable(entry) && last && readsLike(last, entry)) {
      last.count += 1;
      last.ply = ply;
    } else {
      lines.push({ ply, entry, actor, count: 1 });
    }
    const more = page?.consequences?.(entry, cast) ?? [];
    for (const one of more) lines.push({ ply, entry: one, actor: one.actor, count: 1 });
  });
  return lines;
}

/** More entries than a turn has. */
const MAX_TURN = 60;

/** The last entry of a log as it is read after what came before it. */
export function lastRead(log: readonly Entry[], page: GamePage | null): Entry | null {
  const recent = log.slice(-MAX_TURN);
  return (page?.readable?.(recent) ?? recent).at(-1) ?? null;
}

/** A turn while it is put together. */
interface Draft {
  seat: number;
  round: number;
  first: number;
  last: number;
  kept: Entry[]; // with an undo in the place of what was taken back
  plies: Map<Entry, number>; // after each of its entries
}

/** Takes the last move of a seat out of its turn, and leaves one entry that says so. */
function takeBack(turns: Draft[], undo: Entry): void {
  const turn = turns.findLast(({ seat, kept }) => seat === undo.actor && kept.some(({ code }) => code !== "undo"));
  const place = turn?.kept.findLastIndex(({ actor, code }) => actor === undo.actor && code !== "undo") ?? -1;
  if (!turn || place < 0) return;
  turn.kept.splice(place, 1);
  if (turn.kept.at(-1)?.code !== "undo") turn.kept.push(undo);
}

function drafts(entries: readonly Entry[], page: GamePage | null): Draft[] {
  const turns: Draft[] = [];
  entries.forEach((entry, index) => {
    let turn = turns.at(-1);
    if (entry.code === "undo") takeBack(turns, entry);
    else if (entry.actor < 0) turn?.kept.push(entry);
    else {
      const end = turn?.kept.findLast(({ actor, code }) => actor >= 0 && code !== "undo");
      const isOver = !turn || turn.seat !== entry.actor || (end && page?.endsTurn?.(end));
      if (!turn || isOver) {
        const round = (turn?.round ?? 1) + (turn && entry.actor <= turn.seat ? 1 : 0);
        turn = { seat: entry.actor, round, first: index, last: index, kept: [], plies: new Map() };
        turns.push(turn);
      }
      turn.kept.push(entry);
    }
    if (turn) turn.last = index + 1;
    turn?.plies.set(entry, index + 1);
  });
  return turns;
}

/** The plies after entries as they are read. What was put together from several ends where the next one begins. */
function pliesOf(read: readonly Entry[], { kept, plies, last }: Draft): number[] {
  let next = kept.length;
  return read.reduceRight<number[]>((found, entry) => {
    const place = kept.indexOf(entry);
    next = place < 0 ? Math.max(0, next - 1) : place;
    return [plies.get(kept[next]!) ?? last, ...found];
  }, []);
}

/** Whether a turn is as it was put together before. */
function isKnown(turn: LogTurn, { round, first, last, kept }: Draft): boolean {
  const isAsLong = turn.round === round && turn.first === first && turn.last === last && turn.kept.length === kept.length;
  return isAsLong && kept.every((entry, index) => entry === turn.kept[index]);
}

/**
 * The whole log by turns. A turn of which everything was taken back keeps the line that says so. Of `known`, turns of
 * the same log before, those that have not changed are kept as they are.
 */
export function logTurns(
  entries: readonly Entry[],
  page: GamePage | null,
  cast: Cast = NOBODY,
  known: readonly LogTurn[] = [],
): LogTurn[] {
  return drafts(entries, page).map((turn, index) => {
    const before = known[index];
    if (before && isKnown(before, turn)) return before;
    const read = page?.readable?.(turn.kept) ?? turn.kept;
    const { plies: _, ...rest } = turn;
    return { ...rest, entries: read, lines: logLines(read, page, pliesOf(read, turn), turn.seat, cast) };
  });
}
