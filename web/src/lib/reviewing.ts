/** What a review says of single decisions and events. */

import type { Analysis } from "./api";
import type { Entry, Saying } from "./types";

/** What costs or gives less is noise. */
export const LEAST = 0.005;

/** A share of winning chances as points with a sign. */
export function signed(share: number): string {
  const points = Math.round(share * 100);
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";
}

/** A move that a review names, with what to say it by. */
export function named(analysis: Analysis, move: string): Pick<Entry, "move" | "code" | "values"> {
  const saying: Saying = analysis.moves[move] ?? { code: "", values: {} };
  return { move, ...saying };
}

export interface Verdict {
  best: string; // the better move, or "" if none was found
  seat: number; // whom chance favoured, or -1 for a decision
  change: number; // of the chances of whoever decided or was favoured
}

/** What a review says of an entry of the log, counted from 1; nothing if it is not worth naming. */
export function verdictOn(analysis: Analysis, entry: number): Verdict | null {
  const decision = analysis.decisions.find((one) => one.entry === entry);
  if (decision) {
    const isWorse = decision.loss >= LEAST;
    return { best: isWorse ? decision.best : "", seat: -1, change: isWorse ? -decision.loss : 0 };
  }
  const event = analysis.events.find((one) => one.entry === entry);
  const change = Math.max(0, ...(event?.luck ?? []));
  return event && change >= LEAST ? { best: "", seat: event.luck.indexOf(change), change } : null;
}
