/** The log as it is told: without the dealing, and with what comes several times told once. */

import type { Entry } from "./types";

export interface Told {
  ply: number; // after the last of its entries
  entry: Entry;
  actor: number; // who did it, or for whom chance did; -1 if for nobody
  count: number;
}

/** Whether two entries read the same. */
function isLike(one: Told, entry: Entry): boolean {
  return (
    one.entry.actor === entry.actor &&
    one.entry.code === entry.code &&
    JSON.stringify(one.entry.values ?? {}) === JSON.stringify(entry.values ?? {}) &&
    !entry.deed
  );
}

/** Entries with whom they concern; `start` is the number of the first. */
export function told(entries: readonly Entry[], start = 0, lastActor = -1): Told[] {
  const lines: Told[] = [];
  let actor = lastActor;
  entries.forEach((entry, index) => {
    if (entry.actor >= 0) actor = entry.actor;
    const isDealing = actor === -1;
    if (isDealing) return;
    const ply = start + index + 1;
    const last = lines.at(-1);
    if (entry.actor < 0 && last && isLike(last, entry)) {
      last.count += 1;
      last.ply = ply;
    } else {
      lines.push({ ply, entry, actor, count: 1 });
    }
    for (const loss of losses(entry)) lines.push({ ply, entry: loss, actor: loss.actor, count: 1 });
  });
  return lines;
}

/** The places on the board that an entry speaks of. */
export function placesOf({ values, deed }: Entry): Set<string> {
  const places = new Set<string>();
  for (const name of ["from", "to"]) if (values[name]) places.add(`hex:${values[name]}`);
  if (values["space"]) places.add(`gap:${values["space"]}`);
  if (deed?.lands) places.add(`space:${deed.lands}`);
  return places;
}

/** Whoever lost people by an entry, as entries of their own. */
export function losses({ deed }: Entry): Entry[] {
  const lost = deed?.lost ?? [];
  return lost.flatMap((n, actor) => (n > 0 ? [{ actor, move: "", seen: true, code: "lost", values: { n } }] : []));
}
