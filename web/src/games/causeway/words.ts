/** What is said about Causeway: values turned into words, and labels for those who do not see the board. */

import { t } from "../../lib/texts";
import type { Choice, Values } from "../../lib/types";
import { ITEMS, type CausewayView, type Gap, type Item } from "./types";
import { ATLANTIS, MAINLAND } from "./layout";
import { LETTERS } from "./standing";

function isItem(text: string): text is Item {
  return (ITEMS as string[]).includes(text);
}

export function itemName(item: Item): string {
  return t(`causeway.item.${item}`);
}

/** A tile such as "ring4" in words. */
export function tileName(tile: string): string {
  const item = tile.slice(0, -1);
  return isItem(item) ? t("causeway.tile", { item: itemName(item), value: tile.slice(-1) }) : tile;
}

/** Values that are themselves words, translated before they are put into a sentence. */
export function spoken(values: Values): Values {
  const result = { ...values };
  for (const [name, value] of Object.entries(values)) {
    if (typeof value !== "string") continue;
    if (name === "tile") result[name] = tileName(value);
    if (name === "item" && isItem(value)) result[name] = itemName(value);
    if (name === "first") {
      // A whole move, such as "A ring".
      result[name] = value.split(" ").map((word) => (isItem(word) ? itemName(word) : word)).join(" ");
    }
  }
  return result;
}

/** A space by its name alone. */
export function placeName(space: number): string {
  if (space === ATLANTIS) return t("causeway.place.atlantis");
  if (space === MAINLAND) return t("causeway.place.mainland");
  return t("causeway.place.space", { space });
}

function figureName(view: CausewayView, names: string[], seat: number, letter: string): string {
  if (seat === view.seat) return t("causeway.board.own", { letter });
  return t("causeway.board.figure", { letter, who: names[seat] ?? "" });
}

/** A space with everything on it. */
export function placeLabel(view: CausewayView, names: string[], space: number): string {
  const parts = [placeName(space)];
  const shown = view.path[space - 1];
  if (shown?.item) parts.push(tileName(`${shown.item}${shown.value}`));
  if (shown?.covered === "?") parts.push(t("causeway.board.covered"));
  else if (shown?.covered) parts.push(t("causeway.board.lower", { tile: tileName(shown.covered) }));
  view.seats.forEach((player, seat) => {
    for (const letter of LETTERS) {
      if (player.figures[letter] === space) parts.push(figureName(view, names, seat, letter));
    }
  });
  return parts.join(", ");
}

export function figureLabel(view: CausewayView, letter: "A" | "B" | "C"): string {
  const space = view.seats[view.seat]?.figures[letter] ?? ATLANTIS;
  const shown = view.path[space - 1];
  const parts = [t("causeway.board.own", { letter }), placeName(space)];
  if (shown?.item) parts.push(tileName(`${shown.item}${shown.value}`));
  return parts.join(", ");
}

export function gapLabel(gap: Gap): string {
  const { first, last, price } = gap;
  if (gap.bridged) return t("causeway.board.bridged", { first });
  if (first === last) return t("causeway.board.gap", { first, price });
  return t("causeway.board.wide-gap", { first, last, price });
}

/** What is left to pay after a piece, or what it pays too much. */
function owedText(view: CausewayView, plan: Choice, owed: number): string {
  if (owed > 0) return t("causeway.plan.owed", { n: owed });
  const tile = plan.clicks.find((id) => id.startsWith("tile:"));
  const n = (tile ? Number(tile.slice(5)) : 1) - view.owed;
  return n > 0 ? t("causeway.plan.overpaid", { n }) : t("causeway.plan.paid");
}

/** What a move would do, in short sentences. */
export function planText(view: CausewayView, plan: Choice): string {
  const said: string[] = [];
  if (plan.lands !== undefined) {
    const shown = view.path[plan.lands - 1];
    const tile = shown?.item ? `, ${tileName(`${shown.item}${shown.value}`)}` : "";
    said.push(t("causeway.plan.lands", { place: placeName(plan.lands) + tile }));
    said.push(plan.price ? t("causeway.plan.price", { price: plan.price }) : t("causeway.plan.free"));
  }
  const won = plan.takes === undefined ? undefined : view.path[plan.takes - 1];
  if (won?.item) said.push(t("causeway.plan.takes", { tile: tileName(`${won.item}${won.value}`) }));
  if (plan.chain) said.push(t("causeway.plan.chain"));
  if (plan.cards !== undefined) said.push(t("causeway.plan.cards", { n: plan.cards }));
  if (plan.saves) said.push(t("causeway.plan.saves", { n: plan.saves }));
  if (plan.owed !== undefined) said.push(owedText(view, plan, plan.owed));
  return said.join(" ");
}
