/** From clicks to a move: the server says which clicks spell each legal move. */

import type { Choice } from "./types";

export interface Step {
  chosen: string[];
  move: Choice | null; // the clicks are complete
  glow: Set<string>; // what can be clicked next
}

/** Buttons that only tell two similar moves apart; they are asked for only where there are two. */
const isQualifier = (id: string) => id.startsWith("button:");

/** The place where a move ends stands for its last click: once others are made, or if it is the only one. */
const isEnd = (move: Choice, id: string, before: number) =>
  move.at === id && (before > 0 || move.clicks.length === 1);

function candidates(moves: readonly Choice[], chosen: readonly string[]): Choice[] {
  return moves.filter((move) =>
    chosen.every((id) => move.clicks.includes(id) || isEnd(move, id, chosen.length - 1)),
  );
}

/** Clicks that every legal move shares, and so need not be made. */
function given(moves: readonly Choice[]): string[] {
  const first = moves[0];
  if (!first || moves.length < 2) return [];
  return first.clicks.filter(
    (id) => !isQualifier(id) && moves.every((move) => move.clicks.includes(id)),
  );
}

export function begin(moves: readonly Choice[]): Step {
  return after(moves, given(moves));
}

/** What can be clicked after some clicks. */
function after(moves: readonly Choice[], chosen: string[]): Step {
  const left = candidates(moves, chosen);
  const glow = new Set<string>();
  const ends = new Map<string, number>();
  for (const move of left) {
    move.clicks.forEach((id, place) => {
      // A button that tells two moves apart is offered once what comes before it is chosen.
      const isEarly = isQualifier(id) && !move.clicks.slice(0, place).every((other) => chosen.includes(other));
      if (!chosen.includes(id) && !isEarly) glow.add(id);
    });
    if (move.at && isEnd(move, move.at, chosen.length)) ends.set(move.at, (ends.get(move.at) ?? 0) + 1);
  }
  for (const [id, count] of ends) if (count === 1) glow.add(id);
  return { chosen, move: null, glow };
}

/** A click: completes a move, is one click of several, starts again, or (null) leads nowhere. */
export function click(moves: readonly Choice[], step: Step, id: string): Step | null {
  if (step.chosen.includes(id)) {
    const fixed = given(moves);
    if (fixed.includes(id)) return null;
    return after(moves, step.chosen.filter((other) => other !== id));
  }
  if (!step.glow.has(id)) {
    // Another beginning: a click that spells some move on its own replaces what was chosen.
    const fresh = begin(moves);
    return fresh.glow.has(id) ? click(moves, fresh, id) : null;
  }
  const chosen = [...step.chosen, id];
  const left = candidates(moves, chosen);
  const done = left.filter(
    (move) => move.at === id || move.clicks.every((needed) => chosen.includes(needed)),
  );
  if (done.length === 1 && done[0]) return { chosen, move: done[0], glow: new Set() };
  const only = left[0];
  if (left.length === 1 && only) {
    const missing = only.clicks.filter((needed) => !chosen.includes(needed));
    if (missing.every(isQualifier)) return { chosen, move: only, glow: new Set() };
  }
  return after(moves, chosen);
}

/** The move to preview while something is pointed at: the one that clicking it would complete. */
export function preview(moves: readonly Choice[], step: Step, id: string | null): Choice | null {
  if (id === null) return null;
  const next = click(moves, step, id);
  return next?.move ?? null;
}

/** All moves that are possible after what is chosen and pointed at, to mark where they end. */
export function leadingOn(moves: readonly Choice[], step: Step, id: string | null): Choice[] {
  const chosen = id === null || step.chosen.includes(id) ? step.chosen : [...step.chosen, id];
  return chosen.length === 0 ? [] : candidates(moves, chosen);
}
