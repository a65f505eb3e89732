/** Which of somebody's tables are listed, and in which order. */

import type { TableLine } from "./types";

export const MAX_LISTED = 6;

/** All that can go on, then some that are over; the latest first. */
export function listed(tables: readonly TableLine[]): TableLine[] {
  const latest = tables.toSorted((a, b) => b.touched - a.touched);
  const over = latest.filter((table) => table.state === "over");
  return [...latest.filter((table) => table.state !== "over"), ...over.slice(0, MAX_LISTED)];
}
