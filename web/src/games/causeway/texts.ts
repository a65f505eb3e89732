/** Causeway's sentences: names, labels for screen readers, and what a move would do. */

import type board from "@package/games/causeway/locales/en/board.json";
import type game from "@package/games/causeway/locales/en/game.json";
import type log from "@package/games/causeway/locales/en/log.json";
import { gameTexts } from "../../lib/texts";
import type { Choice, Entry } from "../../lib/types";
import { ATLANTIS, MAINLAND } from "./layout";
import {
  LETTERS,
  type CausewayChoice,
  type CausewayOutcome,
  type CausewayView,
  type Gap,
  type Item,
  type Letter,
} from "./types";

export const text = gameTexts<keyof typeof board | keyof typeof game | keyof typeof log>("causeway");

export const itemName = (item: Item) => text(`item.${item}`);

export function placeName(space: number): string {
  if (space === ATLANTIS) return text("place.atlantis");
  if (space === MAINLAND) return text("place.mainland");
  return text("place.space", { space });
}

/** The visible tile of a space, such as "ring 4"; nothing if there is none. */
function tileName(view: CausewayView, space: number): string[] {
  const { item, value } = view.path[space - 1] ?? {};
  return item && value ? [text("tile", { item, value })] : [];
}

function figureName(view: CausewayView, names: readonly string[], seat: number, letter: string): string {
  if (seat === view.seat) return text("board.own", { letter });
  return text("board.figure", { letter, who: names[seat] ?? "" });
}

/** A space with everything on it. */
export function placeLabel(view: CausewayView, names: readonly string[], space: number): string {
  const parts = [placeName(space), ...tileName(view, space)];
  const below = view.path[space - 1]?.covered;
  if (below === "?") parts.push(text("board.covered"));
  else if (below) parts.push(text("board.lower", { item: below.slice(0, -1), value: below.slice(-1) }));
  view.seats.forEach((player, seat) => {
    for (const letter of LETTERS) {
      if (player.figures[letter] === space) parts.push(figureName(view, names, seat, letter));
    }
  });
  return parts.join(", ");
}

export function figureLabel(view: CausewayView, letter: Letter): string {
  const space = view.seats[view.seat]?.figures[letter] ?? ATLANTIS;
  return [text("board.own", { letter }), placeName(space), ...tileName(view, space)].join(", ");
}

export function gapLabel(gap: Gap): string {
  const { first, last, price } = gap;
  if (gap.bridged) return text("board.bridged", { first });
  if (first === last) return text("board.gap", { first, price });
  return text("board.wide-gap", { first, last, price });
}

/** What a move would do, in short sentences. */
export function previewText(choice: Choice, view: CausewayView): string {
  const { lands, price, takes, chain, cards, saves, owed, overpaid } = choice as CausewayChoice;
  const parts: string[] = [];
  if (lands !== undefined) {
    parts.push(text("preview.lands", { place: [placeName(lands), ...tileName(view, lands)].join(", ") }));
    parts.push(price ? text("preview.price", { price }) : text("preview.free"));
  }
  const won = takes === undefined ? undefined : view.path[takes - 1];
  if (won?.item && won.value) parts.push(text("preview.takes", { item: won.item, value: won.value }));
  if (chain) parts.push(text("preview.chain"));
  if (cards !== undefined) parts.push(text("preview.cards", { n: cards }));
  if (saves) parts.push(text("preview.saves", { n: saves }));
  if (owed) parts.push(text("preview.owed", { n: owed }));
  else if (overpaid) parts.push(text("preview.overpaid", { n: overpaid }));
  else if (owed === 0) parts.push(text("preview.paid"));
  return parts.join(" ");
}

/** Where a figure went and what it won, after the log's own sentence. */
export function outcomeText(entry: Entry): string {
  const { lands, takes } = (entry.outcome ?? {}) as CausewayOutcome;
  const parts: string[] = [];
  if (lands === MAINLAND) parts.push(text("log.home"));
  if (takes) parts.push(text("log.takes", { ...takes }));
  return parts.join(" ");
}

/** What the game is about, until the player's first figure has set out. */
export function aimText(view: CausewayView): string {
  const own = view.seats[view.seat];
  return own && LETTERS.every((letter) => own.figures[letter] === ATLANTIS) ? text("aim") : "";
}
