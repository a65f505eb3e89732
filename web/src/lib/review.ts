/** What a review says about single decisions and events. */

import type { Analysis, Entry, SentenceCode } from "./types";

/** A smaller change of the chances is noise. */
export const MIN_CHANGE = 0.005;

/** A share of winning chances as points with a sign. */
export function signed(share: number): string {
  const points = Math.round(share * 100);
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";
}

/** A move that a review names, with the code and values of its sentence. */
export function named(analysis: Analysis, move: string): Pick<Entry, "move" | "code" | "values"> {
  const sentence: SentenceCode = analysis.moves[move] ?? { code: "", values: {} };
  return { move, ...sentence };
}

/** The share of a seat's decisions that were as good as the best move found; null if it decided nothing. */
export function bestShare(analysis: Analysis, seats: readonly number[]): number | null {
  const own = analysis.decisions.filter((one) => seats.includes(one.seat - 1));
  return own.length === 0 ? null : own.filter((one) => one.loss < MIN_CHANGE).length / own.length;
}

export interface Verdict {
  best: string; // the better move, or "" if none was found
  seat: number; // that chance favoured, or -1 for a decision
  change: number; // of the chances of the seat that decided or was favoured
}

/** What a review says about an entry of the log, counted from 1; nothing if it is not worth naming. */
export function verdictOn(analysis: Analysis, entry: number): Verdict | null {
  const decision = analysis.decisions.find((one) => one.entry === entry);
  if (decision) {
    const isWorse = decision.loss >= MIN_CHANGE;
    return { best: isWorse ? decision.best : "", seat: -1, change: isWorse ? -decision.loss : 0 };
  }
  const event = analysis.events.find((one) => one.entry === entry);
  const change = Math.max(0, ...(event?.luck ?? []));
  return event && change >= MIN_CHANGE ? { best: "", seat: event.luck.indexOf(change), change } : null;
}

/** How well somebody decided: 100 if every decision was as good as the best move found. */
export interface Accuracy {
  value: number;
  margin: number; // the true value lies so far from it at most, 19 times of 20
  decisions: number;
}

const WHOLE_LOSS = 0.25; // of the win: a decision that loses so much counts nothing

/** The accuracy of some decisions; null if there are none. */
function accuracyOf(losses: readonly number[]): Accuracy | null {
  const count = losses.length;
  if (count === 0) return null;
  const points = losses.map((loss) => 100 * (1 - Math.min(1, Math.max(0, loss) / WHOLE_LOSS)));
  const value = points.reduce((sum, one) => sum + one, 0) / count;
  const variance = points.reduce((sum, one) => sum + (one - value) ** 2, 0) / Math.max(1, count - 1);
  return { value, margin: count > 1 ? 1.96 * Math.sqrt(variance / count) : 100, decisions: count };
}

export interface SeatAccuracy {
  seat: number;
  all: Accuracy | null;
  phases: (Accuracy | null)[]; // opening, middle, end: thirds of the match
}

/** How well each seat decided, in all and in each third of the match. */
export function accuracies(analysis: Analysis, players: number): SeatAccuracy[] {
  const last = Math.max(1, ...analysis.curve.map(([entry]) => entry), ...analysis.decisions.map(({ entry }) => entry));
  const phaseOf = (entry: number) => Math.min(2, Math.floor((3 * (entry - 1)) / last));
  return Array.from({ length: players }, (_, seat) => {
    const own = analysis.decisions.filter((one) => one.seat - 1 === seat);
    const losses = (phase: number) => own.filter(({ entry }) => phaseOf(entry) === phase).map(({ loss }) => loss);
    return { seat, all: accuracyOf(own.map(({ loss }) => loss)), phases: [0, 1, 2].map((phase) => accuracyOf(losses(phase))) };
  });
}
