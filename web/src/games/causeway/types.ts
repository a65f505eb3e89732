/** What a seat sees of Causeway. */

import type { Colour, View } from "../../lib/types";

export type Item = "crown" | "ring" | "flag" | "helmet" | "statue" | "olive" | "amphora";
export const ITEMS: Item[] = ["crown", "ring", "flag", "helmet", "statue", "olive", "amphora"];

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
  figures: Record<"A" | "B" | "C", number>; // the space of each: 0 Atlantis, 54 the mainland
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
  seat: number;
  players: number;
  actor: number;
  turn: number;
  turns: number;
  phase: string;
  path: Space[]; // spaces 1 to 53
  gaps: Gap[];
  bridges: number[];
  seats: CausewaySeat[];
  moving: { figure: "A" | "B" | "C"; from: number } | null;
  owed: number;
  bought: number;
  draw_pile: number;
  discard: Partial<Record<Item, number>>;
  removed: Partial<Record<Item, number>>;
  spent: Record<string, number>;
  unseen: { A: string[]; B: string[] };
}
