/** What the server sends about Escape: the view of a seat, and what each legal move would do. */

import type { Choice, Colour, View } from "../../lib/types";

export type Kind = "flatland" | "hill" | "mountain";
export type Animal = "monster" | "shark" | "kraken" | "dolphin";
export const ANIMALS: readonly Animal[] = ["monster", "shark", "kraken", "dolphin"];
export type SymbolName = Animal | "boat" | "whirlpool";
export type SwimmerState = "rested" | "swum" | "jumped";

export interface Hex {
  hex: string; // row letter and number, such as "e4"
  land?: Kind;
  boat?: boolean;
  gate?: boolean;
  people?: number[]; // per seat, on the piece of island or in the boat
  swimmers?: number[]; // per seat
  swum?: number; // of the swimmers of the player in turn
  jumped?: number; // of the swimmers of the player in turn
  animals?: Partial<Record<Animal, number>>;
  guarded?: number; // with refuge=riding: for how many turns a dolphin still protects it
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
  quiet: number;
  quiet_limit: number;
  points: number;
  spun: string | null; // such as "shark 2" or "dolphin T"
  sinking: string | null;
  picked: string | null;
  rider: boolean;
  moving: string | null; // id of the animal that is being moved just now
  sinks_next: Kind | null;
  hexes: Hex[];
  seats: EscapeSeat[];
  symbols: Record<string, Record<SymbolName, number>>; // hidden, per kind or "all"
  pieces: Record<Kind, number>;
}

/**
 * A legal move with its preview. Pieces have ids such as "person:e4:blue", "swimmer:e4:blue:rested", "boat:e4",
 * "shark:e4", "land:e4", or "supply:blue" for somebody who is not on the board yet.
 */
export interface EscapeChoice extends Choice {
  piece?: string; // what moves or goes under
  rider?: string; // the swimmer whom an animal carries
  to?: string; // the hex where it ends
  becomes?: "land" | "boat" | "water" | "coral"; // what a person is on or in at the end
  lost?: number[]; // people of each seat
  saved?: number[];
}

/** What came of an entry of the log. */
export interface EscapeOutcome {
  lost?: number[];
  saved?: number[];
}

/** What the spinner shows, such as "shark 2". */
export function spinOf(spun: string): { animal: string; number: string } {
  const [animal = "", number = ""] = spun.split(" ");
  return { animal, number };
}
