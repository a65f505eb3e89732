/** Where everybody stands who is saved: the log says by which gate each of them came. */

import type { Entry } from "../../lib/types";
import type { EscapeOutcome, EscapeView } from "./types";

const UNDO = "undo";

/** The entries that still count: what was taken back is left out, and so is the taking back. */
export function standing(log: readonly Entry[]): Entry[] {
  const kept: Entry[] = [];
  for (const entry of log) {
    if (entry.code === UNDO) kept.pop();
    else kept.push(entry);
  }
  return kept;
}

/** How many people of each seat stand on the coral island beyond each gate. */
export function savedByGate(view: EscapeView, log: readonly Entry[], gates: readonly string[]): Map<string, number[]> {
  const found = new Map(gates.map((gate) => [gate, view.seats.map(() => 0)]));
  for (const entry of standing(log)) {
    const { saved } = (entry.outcome ?? {}) as EscapeOutcome;
    const island = found.get(String(entry.values["from"] ?? ""));
    if (saved && island) saved.forEach((n, seat) => (island[seat] = (island[seat] ?? 0) + n));
  }
  // Without the whole log, such as in a lesson, the rest stand where their colour has its corner.
  view.seats.forEach(({ saved }, seat) => {
    const known = [...found.values()].reduce((sum, island) => sum + (island[seat] ?? 0), 0);
    const corner = found.get(gates[seat % gates.length] ?? "");
    if (corner && known !== saved) corner[seat] = Math.max(0, (corner[seat] ?? 0) + saved - known);
  });
  return found;
}
