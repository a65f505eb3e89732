/** The move pointed at, as the board shows it before it is made. */

import { movesWith, nameOf } from "../../board/clicks";
import { LETTERS, type CausewayChoice, type CausewayView, type Gap, type Letter } from "./types";

export interface Trip {
  figure: Letter;
  seat: number;
  from: number;
  to: number;
  crossed: Gap[]; // gaps on the way that cost something
}

/** A trip that a move would make. */
export interface TripPreview extends Trip {
  price: number;
  takes: number | null; // the space whose tile would be won
  chain: boolean; // another card must follow
}

/** Gaps between two spaces that are not free. */
function gapsBetween(view: CausewayView, from: number, to: number): Gap[] {
  return view.gaps.filter((gap) => gap.first > from && gap.last < to && gap.price > 0);
}

const nameOfClick = (choice: CausewayChoice, kind: string) => {
  const id = choice.clicks.find((click) => click.startsWith(`${kind}:`));
  return id === undefined ? undefined : nameOf(id);
};

/** The space where a move would lay a bridge. */
export function bridgePreview(choice: CausewayChoice | null): number | null {
  const gap = choice ? nameOfClick(choice, "gap") : undefined;
  return gap === undefined ? null : Number(gap);
}

export function tripPreview(view: CausewayView, choice: CausewayChoice | null): TripPreview | null {
  if (!choice || choice.lands === undefined) return null;
  const clicked = nameOfClick(choice, "figure");
  const figure = LETTERS.find((letter) => letter === clicked) ?? view.moving?.figure;
  if (!figure) return null;
  const from = view.moving?.from ?? view.seats[view.turn]?.figures[figure] ?? 0;
  return {
    figure,
    seat: view.turn,
    from,
    to: choice.lands,
    crossed: gapsBetween(view, from, choice.lands),
    price: choice.price ?? 0,
    takes: choice.takes ?? null,
    chain: choice.chain ?? false,
  };
}

/** Where several moves would end, each place once. */
export function tripPreviews(view: CausewayView, choices: readonly CausewayChoice[]): TripPreview[] {
  const found = new Map<string, TripPreview>();
  for (const choice of choices) {
    const trip = tripPreview(view, choice);
    if (trip) found.set(`${trip.figure}${trip.to}`, trip);
  }
  return [...found.values()];
}

/** The trip under way: a figure that has begun to run, until all is paid. */
export function currentTrip(view: CausewayView): Trip | null {
  if (!view.moving) return null;
  const { figure, from } = view.moving;
  const to = view.seats[view.turn]?.figures[figure] ?? from;
  return { figure, seat: view.turn, from, to, crossed: gapsBetween(view, from, to) };
}

/** What a card or tile pays, while it can pay. */
export function paymentOf(moves: readonly CausewayChoice[], id: string): number | null {
  return movesWith(moves, id).find((move) => move.pays !== undefined)?.pays ?? null;
}
