/** The log as lines to read: without the deal, and with repeated chance events in one line. */

import type { GamePage } from "./game";
import type { Entry } from "./types";

export interface LogLine {
  ply: number; // after the last of its entries
  entry: Entry;
  actor: number; // the seat that acted, or that chance acted for; -1 if there is none
  count: number;
}

/** Whether an entry reads the same as a line. */
function readsLike(line: LogLine, entry: Entry): boolean {
  return (
    line.entry.actor === entry.actor &&
    line.entry.code === entry.code &&
    JSON.stringify(line.entry.values ?? {}) === JSON.stringify(entry.values ?? {}) &&
    !entry.outcome
  );
}

/** Entries as lines; `start` is the number of the first entry, `lastActor` the seat that acted before it. */
export function logLines(entries: readonly Entry[], page: GamePage | null, start = 0, lastActor = -1): LogLine[] {
  const lines: LogLine[] = [];
  let actor = lastActor;
  entries.forEach((entry, index) => {
    if (entry.actor >= 0) actor = entry.actor;
    const isDeal = actor === -1;
    if (isDeal) return;
    const ply = start + index + 1;
    const last = lines.at(-1);
    if (entry.actor < 0 && last && readsLike(last, entry)) {
      last.count += 1;
      last.ply = ply;
    } else {
      lines.push({ ply, entry, actor, count: 1 });
    }
    for (const more of page?.consequences?.(entry) ?? []) lines.push({ ply, entry: more, actor: more.actor, count: 1 });
  });
  return lines;
}
