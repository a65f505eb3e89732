/** What came of an entry of the log. */

import type { Entry } from "../../lib/types";
import type { EscapeOutcome } from "./types";

/** A line of the log for each player who lost people by an entry. */
export function consequences({ outcome }: Entry): Entry[] {
  const { lost = [] } = (outcome ?? {}) as EscapeOutcome;
  return lost.flatMap((n, actor) => (n > 0 ? [{ actor, move: "", seen: true, code: "lost", values: { n } }] : []));
}
