/** What somebody has solved, kept on this device: puzzles, challenges of the day, and own mistakes that come back. */

import type { Analysis } from "./types";

export type Result = "right" | "hints" | "wrong"; // with hints, or not at first

/** A decision of one's own that lost much, to be solved again. */
export interface Card {
  key: string; // the table and the entry
  game: string;
  text: string; // the position as it was known
  move: string; // what was played
  loss: number;
  box: number; // how often in a row it was solved
  due: string; // the day it comes back
}

interface Kept {
  puzzles: Record<string, Result>; // by id
  days: Record<string, Result>; // challenges, by game and day
  cards: Card[];
}

export const MIN_LOSS = 0.05; // of the win: smaller mistakes do not come back
const MAX_CARDS = 300;
const MAX_OF_MATCH = 8;
const INTERVALS = [1, 2, 4, 9, 21, 50]; // days until a position comes back, by box (Leitner's boxes)
const NAME = "atlantis.practice";
const DEAL = "deal "; // before the game, in the days on which its deal was played

function read(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(NAME) ?? "null") as Partial<Kept> | null;
    return { puzzles: kept?.puzzles ?? {}, days: kept?.days ?? {}, cards: Array.isArray(kept?.cards) ? kept.cards : [] };
  } catch {
    return { puzzles: {}, days: {}, cards: [] };
  }
}

function write(kept: Kept): void {
  try {
    localStorage.setItem(NAME, JSON.stringify(kept));
  } catch {
    // The device has no room: this session knows, the next one does not.
  }
}

/** A day such as "2026-11-17", some days from another one. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** How a puzzle went; the first result stays, unless it is solved later. */
export function resultOf(id: string): Result | null {
  return read().puzzles[id] ?? null;
}

export function noteResult(id: string, result: Result): void {
  const kept = read();
  if (kept.puzzles[id] !== "right") write({ ...kept, puzzles: { ...kept.puzzles, [id]: result } });
}

/** How the challenge of a day went; only the first try counts. */
export function dayResult(game: string, day: string): Result | null {
  return read().days[`${game} ${day}`] ?? null;
}

export function noteDay(game: string, day: string, result: Result): void {
  const kept = read();
  write({ ...kept, days: { [`${game} ${day}`]: result, ...kept.days } });
}

/** Notes that the deal of a day was played to the end. */
export function noteDeal(game: string, day: string): void {
  noteDay(`${DEAL}${game}`, day, "right");
}

/** How many days in a row, until this day or the one before it, the deal of the day was played. */
export function dealStreak(game: string, day: string): number {
  return streak(`${DEAL}${game}`, day);
}

/** How many days in a row, until this day or the one before it, the challenge was solved. */
export function streak(game: string, day: string): number {
  const { days } = read();
  const isSolved = (one: string) => ["right", "hints"].includes(days[`${game} ${one}`] ?? "");
  let last = isSolved(day) ? day : dayAfter(day, -1);
  let found = 0;
  for (; isSolved(last); last = dayAfter(last, -1)) found += 1;
  return found;
}

/** The positions of a game that are to be solved today, those that waited longest first. */
export function dueCards(game: string, day = today()): Card[] {
  return read()
    .cards.filter((card) => card.game === game && card.due <= day)
    .toSorted((a, b) => a.due.localeCompare(b.due) || b.loss - a.loss);
}

export function cardCount(game: string): number {
  return read().cards.filter((card) => card.game === game).length;
}

/** Forgets a position that can no longer be shown. */
export function dropCard(key: string): void {
  const kept = read();
  write({ ...kept, cards: kept.cards.filter((card) => card.key !== key) });
}

/** Notes an answer: a solved position comes back later each time, another one tomorrow. Answers in how many days. */
export function noteCard(key: string, isRight: boolean, day = today()): number {
  const kept = read();
  const card = kept.cards.find((one) => one.key === key);
  if (!card) return 0;
  const box = isRight ? Math.min(card.box + 1, INTERVALS.length - 1) : 0;
  const days = INTERVALS[box] ?? 1;
  const next = { ...card, box, due: dayAfter(day, days) };
  write({ ...kept, cards: kept.cards.map((one) => (one.key === key ? next : one)) });
  return days;
}

/** A finished match that was reviewed, and whose mistakes are to be practised. */
interface Reviewed {
  table: string;
  game: string;
  analysis: Analysis;
  seats: readonly number[]; // one's own
  textAt: (ply: number, seat: number) => Promise<string>; // a position as a seat knew it
}

/** Adds the worst mistakes of a match, each with the position as its seat knew it, and answers how many. */
export async function gatherMistakes({ table, game, analysis, seats, textAt }: Reviewed): Promise<number> {
  const known = new Set(read().cards.map((card) => card.key));
  const found = analysis.decisions
    .filter((one) => seats.includes(one.seat - 1) && one.loss >= MIN_LOSS && !known.has(`${table} ${one.entry}`))
    .toSorted((a, b) => b.loss - a.loss)
    .slice(0, MAX_OF_MATCH);
  const cards: Card[] = [];
  for (const { entry, seat, move, loss } of found) {
    // One after another: the server lets nobody ask for much at once.
    const text = await textAt(entry - 1, seat - 1);
    cards.push({ key: `${table} ${entry}`, game, text, move, loss, box: 0, due: today() });
  }
  const kept = read();
  const worst = [...kept.cards, ...cards].toSorted((a, b) => b.loss - a.loss).slice(0, MAX_CARDS);
  write({ ...kept, cards: worst });
  return cards.length;
}
