/** What a seat sees of Escape. */

import type { Colour, View } from "../../lib/types";

export type Kind = "flatland" | "hill" | "mountain";
export type Animal = "monster" | "shark" | "kraken" | "dolphin";
export type SymbolName = Animal | "boat" | "whirlpool";

export interface Hex {
  hex: string; // row letter and number, such as "e4"
  land?: Kind;
  boat?: boolean;
  gate?: boolean;
  people?: number[]; // per seat, on the piece or in the boat
  swimmers?: number[]; // per seat
  swum?: number;
  jumped?: number;
  animals?: Partial<Record<Animal, number>>;
}

export interface EscapeSeat {
  colour: Colour;
  to_place: number;
  in_play: number;
  saved: number;
  lost: number;
}

export interface EscapeView extends View {
  game: "escape";
  seat: number;
  players: number;
  actor: number;
  turn: number;
  turns: number;
  quiet: number;
  quiet_limit: number;
  phase: string;
  points: number;
  spun: string | null; // such as "shark 2" or "dolphin T"
  sinking: string | null;
  picked: string | null;
  rider: boolean;
  sinks_next: Kind | null;
  hexes: Hex[];
  seats: EscapeSeat[];
  symbols: Record<string, Record<SymbolName, number>>; // hidden, per kind or "all"
  pieces: Record<Kind, number>;
}
