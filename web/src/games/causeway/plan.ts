/** The move that is pointed at, as the board shows it before it is done. Reads the choice; knows no rules. */

import type { Choice } from "../../lib/types";
import type { CausewayView, Gap } from "./types";
import { LETTERS, type Letter } from "./standing";

export interface Plan {
  figure: Letter | null;
  seat: number;
  from: number;
  to: number;
  price: number;
  takes: number | null;
  chain: boolean;
  crossed: Gap[]; // gaps on the way that cost something
  bridge: number | null; // the space where a bridge would lie
}

/** Gaps on a stretch of the way that are not free. */
export function crossed(view: CausewayView, from: number, to: number): Gap[] {
  return view.gaps.filter((gap) => gap.first > from && gap.last < to && gap.price > 0);
}

const NOTHING = { figure: null, from: 0, to: 0, price: 0, takes: null, chain: false, crossed: [], bridge: null };

export function planOf(view: CausewayView, choice: Choice | null): Plan | null {
  if (!choice) return null;
  const gap = choice.clicks.find((id) => id.startsWith("gap:"));
  if (gap) return { ...NOTHING, seat: view.turn, bridge: Number(gap.slice(4)) };
  if (choice.lands === undefined) return null;
  const named = choice.clicks.find((id) => id.startsWith("figure:"))?.slice(7);
  const figure = LETTERS.find((letter) => letter === named) ?? view.moving?.figure;
  if (!figure) return null;
  const from = view.moving?.from ?? view.seats[view.turn]?.figures[figure] ?? 0;
  return {
    figure,
    seat: view.turn,
    from,
    to: choice.lands,
    price: choice.price ?? 0,
    takes: choice.takes ?? null,
    chain: choice.chain ?? false,
    crossed: crossed(view, from, choice.lands),
    bridge: null,
  };
}

/** Where several moves would end, each place once. */
export function plansOf(view: CausewayView, choices: readonly Choice[]): Plan[] {
  const found = new Map<string, Plan>();
  for (const choice of choices) {
    const plan = planOf(view, choice);
    if (plan?.figure) found.set(`${plan.figure}${plan.to}`, plan);
  }
  return [...found.values()];
}

/** The trip under way: a figure that has begun to run, until all is paid. */
export function journey(view: CausewayView): { from: number; to: number; crossed: Gap[]; total: number } | null {
  if (!view.moving) return null;
  const from = view.moving.from;
  const to = view.seats[view.turn]?.figures[view.moving.figure] ?? from;
  const gaps = crossed(view, from, to);
  return { from, to, crossed: gaps, total: gaps.reduce((sum, gap) => sum + gap.price, 0) };
}
