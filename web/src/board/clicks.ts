/** What a click would mean, read from the clicks that the server sends with each legal move. */

import type { Choice } from "../lib/types";

/** The part of an id before the colon, such as "hex" of "hex:e4". */
export const kindOf = (id: string) => id.slice(0, id.indexOf(":"));
/** The part of an id after the colon, such as "e4" of "hex:e4". */
export const nameOf = (id: string) => id.slice(id.indexOf(":") + 1);

export const isButton = (id: string) => kindOf(id) === "button";

export const movesWith = <C extends Choice>(moves: readonly C[], id: string): C[] =>
  moves.filter((move) => move.clicks.includes(id));

const fits = (move: Choice, chosen: ReadonlySet<string>) => [...chosen].every((id) => move.clicks.includes(id));

/** By id: the move that clicking it would complete, if exactly one lacks only this click. Buttons may still be open. */
export function completions<C extends Choice>(moves: readonly C[], chosen: ReadonlySet<string>): ReadonlyMap<string, C> {
  const found = new Map<string, C>();
  const doubtful = new Set<string>();
  for (const move of moves) {
    if (!fits(move, chosen)) continue;
    const [id, another] = move.clicks.filter((click) => !chosen.has(click) && !isButton(click));
    if (id === undefined || another !== undefined) continue;
    if (found.has(id)) doubtful.add(id);
    found.set(id, move);
  }
  for (const id of doubtful) found.delete(id);
  return found;
}

/** The button that has to be pressed before an id can be chosen, or null if some move needs none. */
export function buttonBefore(moves: readonly Choice[], chosen: ReadonlySet<string>, id: string): string | null {
  let button: string | null = null;
  for (const move of movesWith(moves, id)) {
    if (!fits(move, chosen)) continue;
    const before = move.clicks.slice(0, move.clicks.indexOf(id));
    const open = before.find((click) => isButton(click) && !chosen.has(click));
    if (open === undefined) return null;
    button ??= open;
  }
  return button;
}
