/** What the server sends about Causeway: the view of a seat, and what each legal move would do. */

import type { Choice, Colour, View } from "../../lib/types";

export type Item = "crown" | "ring" | "flag" | "helmet" | "statue" | "olive" | "amphora";
export const ITEMS: Item[] = ["crown", "ring", "flag", "helmet", "statue", "olive", "amphora"];

export type Letter = "A" | "B" | "C";
export const LETTERS: Letter[] = ["A", "B", "C"];

export interface Space {
  space: number;
  back: "A" | "B";
  item?: Item;
  value?: number;
  covered?: string; // a tile below: "?", or with the option peek its name such as "ring4"
}

export interface Gap {
  first: number;
  last: number;
  price: number;
  bridged: boolean;
}

export interface CausewaySeat {
  colour: Colour;
  figures: Record<Letter, number>; // the space of each: 0 Atlantis, 54 the mainland
  cards: number;
  shown: Partial<Record<Item, number>>;
  tiles: Record<string, number>; // value: how many
  worth: number;
  bridge: boolean;
  last_journey: number; // what bringing everybody home would cost now
  hand?: Partial<Record<Item, number>>;
  bought?: Partial<Record<Item, number>>;
}

export interface CausewayView extends View {
  game: "causeway";
  path: Space[]; // spaces 1 to 53
  gaps: Gap[];
  bridges: number[];
  seats: CausewaySeat[];
  moving: { figure: Letter; from: number; price: number } | null; // a trip under way, and its whole price
  owed: number;
  bought: number;
  draw_pile: number;
  discard: Partial<Record<Item, number>>;
  removed: Partial<Record<Item, number>>;
  spent: Record<string, number>;
  unseen: { A: string[]; B: string[] };
}

/** A legal move with its preview. */
export interface CausewayChoice extends Choice {
  lands?: number; // the space where the figure ends
  price?: number; // of the whole trip
  takes?: number; // the space whose tile is won
  chain?: boolean; // another card must follow
  pays?: number; // what this tile or card pays
  owed?: number; // what is then still to be paid
  overpaid?: number;
  cards?: number; // that a tile buys
  saves?: number; // what a bridge saves its owner
}

/** What came of an entry of the log. */
export interface CausewayOutcome {
  lands?: number;
  takes?: { item: Item; value: number };
}
