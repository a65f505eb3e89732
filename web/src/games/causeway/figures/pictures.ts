/** What the pictures of the rules show, by the number of the rule. */

import type { Colour } from "../../../lib/types";

/** A piece of Causeway's path, from the left. */
export interface PathPicture {
  tiles: string[]; // such as "ring3"; "ring3+" with one below it; "~" water; "=" a bridge
  figures: { at: number; colour: Colour; letter: string }[];
  runs?: { from: number; to: number; card?: string }[]; // the card is shown on the way
  prices?: { at: number; price: number }[];
  taken?: number; // the tile that is won
}

export const PICTURES: Record<string, PathPicture & { caption: string }> = {
  "2.3": {
    caption: "figure.setup",
    tiles: ["amphora2+", "flag3+", "helmet1", "crown4"],
    figures: [],
  },
  "4.1": {
    caption: "figure.landing",
    tiles: ["flag3", "helmet1", "statue2", "ring3", "olive5"],
    figures: [
      { at: 0, colour: "blue", letter: "A" },
      { at: 2, colour: "white", letter: "B" },
    ],
    runs: [{ from: 0, to: 3, card: "ring" }],
  },
  "4.2": {
    caption: "figure.chain",
    tiles: ["olive5", "flag2", "helmet4", "amphora3", "crown2"],
    figures: [
      { at: 0, colour: "blue", letter: "A" },
      { at: 2, colour: "white", letter: "A" },
    ],
    runs: [
      { from: 0, to: 2, card: "helmet" },
      { from: 2, to: 4, card: "crown" },
    ],
  },
  "5.2": {
    caption: "figure.price",
    tiles: ["amphora4", "~", "olive5", "~", "helmet1"],
    figures: [{ at: 0, colour: "blue", letter: "B" }],
    runs: [{ from: 0, to: 4, card: "helmet" }],
    prices: [
      { at: 1, price: 4 },
      { at: 3, price: 1 },
    ],
  },
  "6.2": {
    caption: "figure.bridge",
    tiles: ["amphora4", "=", "olive5", "ring2"],
    figures: [{ at: 0, colour: "blue", letter: "C" }],
    runs: [{ from: 0, to: 3, card: "ring" }],
    prices: [{ at: 1, price: 0 }],
  },
  "8.1": {
    caption: "figure.taking",
    tiles: ["crown3", "olive7", "~", "flag5", "statue4"],
    figures: [
      { at: 3, colour: "white", letter: "B" },
      { at: 4, colour: "blue", letter: "A" },
    ],
    taken: 1,
  },
  "10.2": {
    caption: "figure.journey",
    tiles: ["ring2", "~", "crown5", "statue6", "~", "olive3"],
    figures: [
      { at: 0, colour: "white", letter: "A" },
      { at: 3, colour: "white", letter: "B" },
    ],
    prices: [
      { at: 1, price: 2 },
      { at: 4, price: 3 },
    ],
  },
};
