/** What on the board an event is about. */

import type { Entry } from "../../lib/types";
import type { EscapeView, Hex } from "./types";

/** A hex without what only the rest of the turn needs to know. */
function visible({ swum: _, jumped: __, guarded: ___, ...rest }: Hex): string {
  return JSON.stringify(rest);
}

/** Ids of the hexes that differ between two views. */
export function marks(before: EscapeView, after: EscapeView): Set<string> {
  const ids = new Set<string>();
  after.hexes.forEach((hex, index) => {
    const old = before.hexes[index];
    if (old && visible(hex) !== visible(old)) ids.add(`hex:${hex.hex}`);
  });
  return ids;
}

/** Ids of the hexes that an entry of the log names. */
export function places({ values }: Entry): Set<string> {
  const ids = new Set<string>();
  for (const name of ["from", "to"]) if (values[name]) ids.add(`hex:${values[name]}`);
  return ids;
}
