/** From clicks to a move: the server says which clicks spell each legal move. */

import type { Choice } from "./types";

export interface Step {
  chosen: string[];
  move: Choice | null; // the clicks are complete
  glow: Set<string>; // what can be clicked next
  quiet: Set<string>; // places that can be chosen before what goes there: too many to glow
}

/** Buttons that only tell two similar moves apart; they are asked for only where there are two. */
const isQualifier = (id: string) => id.startsWith("button:");

/** The moves that have everything chosen: each thing is one of their clicks, or the place where they end. */
function candidates(moves: readonly Choice[], chosen: readonly string[]): Choice[] {
  return moves.filter((move) => chosen.every((id) => move.clicks.includes(id) || move.at === id));
}

/** Whether the place where a move ends glows: once something else is chosen, or if nothing else has to be. */
const isNearEnd = (move: Choice, chosen: readonly string[]) => chosen.length > 0 || move.clicks.length === 1;

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
  const quiet = new Set<string>();
  for (const move of left) {
    move.clicks.forEach((id, place) => {
      // A button that tells two moves apart is offered once what comes before it is chosen.
      const isEarly = isQualifier(id) && !move.clicks.slice(0, place).every((other) => chosen.includes(other));
      if (!chosen.includes(id) && !isEarly) glow.add(id);
    });
    if (move.at && !chosen.includes(move.at)) (isNearEnd(move, chosen) ? glow : quiet).add(move.at);
  }
  return { chosen, move: null, glow, quiet };
}

/** A click: completes a move, is one click of several, starts again, or (null) leads nowhere. */
export function click(moves: readonly Choice[], step: Step, id: string): Step | null {
  if (step.chosen.includes(id)) {
    const fixed = given(moves);
    if (fixed.includes(id)) return null;
    return after(moves, step.chosen.filter((other) => other !== id));
  }
  if (!step.glow.has(id) && !step.quiet.has(id)) {
    // Another beginning: a click that spells some move on its own replaces what was chosen.
    const fresh = begin(moves);
    return fresh.glow.has(id) ? click(moves, fresh, id) : null;
  }
  const chosen = [...step.chosen, id];
  const move = completed(candidates(moves, chosen), chosen);
  return move ? { chosen, move, glow: new Set(), quiet: new Set() } : after(moves, chosen);
}

/** The one move that is meant by now: all its clicks are made, or it is the only one that ends at the chosen place. */
function completed(left: readonly Choice[], chosen: readonly string[]): Choice | null {
  const isMissing = (id: string) => !chosen.includes(id);
  const done = left.filter((move) => !move.clicks.some(isMissing));
  if (done.length === 1 && done[0]) return done[0];
  const [only] = left;
  if (!only || left.length > 1) return null;
  const isPlaceChosen = only.at !== undefined && chosen.includes(only.at);
  return isPlaceChosen || only.clicks.filter(isMissing).every(isQualifier) ? only : null;
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
