/** What the pictures of the rules show, by the number of the rule. */

import type { Colour } from "../../../lib/types";
import type { Animal, Kind } from "../types";

export type Thing =
  | { is: "person" | "swimmer"; colour: Colour }
  | { is: "boat"; crew?: Colour[] }
  | { is: Animal | "whirlpool" };

/** A few hexes of Escape's chart; each is named by its column and row, odd rows half a hex to the right. */
export interface SeaPicture {
  drawn: "sea";
  hexes: { at: [number, number]; land?: Kind; gate?: boolean; coral?: boolean; sinking?: boolean }[];
  things?: { at: [number, number]; what: Thing; lost?: boolean; pale?: boolean }[];
  ways?: { from: [number, number]; to: [number, number]; barred?: boolean; later?: boolean }[];
}

export interface OrderPicture {
  drawn: "order";
}

/** What each animal does to whom. */
export interface VictimsPicture {
  drawn: "victims";
  rows: { animal: Animal; takes: [boolean, boolean, boolean] }[]; // swimmer, boat with people, empty boat
}

export type Picture = SeaPicture | VictimsPicture | OrderPicture;

const sea = (...spots: [number, number][]) => spots.map((at) => ({ at }));

/** All hexes at most so many steps from the middle of a round island. */
function round(): { at: [number, number]; land: Kind }[] {
  const found: { at: [number, number]; land: Kind }[] = [];
  for (let row = -3; row <= 3; row += 1) {
    for (let q = -3; q <= 3; q += 1) {
      const steps = Math.max(Math.abs(q), Math.abs(row), Math.abs(q + row));
      if (steps > 3) continue;
      const land = steps === 3 ? "flatland" : steps === 2 ? "hill" : "mountain";
      found.push({ at: [q + Math.floor((row + 4) / 2) - 2, row + 4], land });
    }
  }
  return found;
}

export const PICTURES: Record<string, Picture & { caption: string }> = {
  "2.2": { drawn: "sea", caption: "figure.island", hexes: round() },
  "5.10": {
    drawn: "sea",
    caption: "figure.coral",
    hexes: [{ at: [0, 0], coral: true }, { at: [1, 0], gate: true }, ...sea([2, 0])],
    things: [
      { at: [2, 0], what: { is: "boat", crew: ["blue"] }, pale: true },
      { at: [1, 0], what: { is: "boat" } },
      { at: [0, 0], what: { is: "person", colour: "blue" } },
    ],
    ways: [
      { from: [2, 0], to: [1, 0] },
      { from: [1, 0], to: [0, 0] },
    ],
  },
  "5.11": {
    drawn: "sea",
    caption: "figure.swimming",
    hexes: [{ at: [0, 0], land: "flatland" }, ...sea([1, 0], [2, 0])],
    things: [
      { at: [0, 0], what: { is: "person", colour: "blue" }, pale: true },
      { at: [1, 0], what: { is: "swimmer", colour: "blue" } },
      { at: [2, 0], what: { is: "swimmer", colour: "blue" }, pale: true },
    ],
    ways: [
      { from: [0, 0], to: [1, 0] },
      { from: [1, 0], to: [2, 0], later: true },
    ],
  },
  "6.1": { drawn: "order", caption: "figure.sinking" },
  "6.2": {
    drawn: "sea",
    caption: "figure.moving",
    hexes: [
      ...sea([0, 0]),
      { at: [1, 0], land: "flatland", sinking: true },
      { at: [2, 0], land: "hill" },
      { at: [3, 0], land: "mountain" },
    ],
    things: [
      { at: [1, 0], what: { is: "person", colour: "white" } },
      { at: [3, 0], what: { is: "person", colour: "white" }, pale: true },
    ],
    ways: [{ from: [1, 0], to: [3, 0] }],
  },
  "7.3": {
    drawn: "sea",
    caption: "figure.whirlpool",
    hexes: [...sea([1, 0], [2, 0], [0, 1], [1, 1], [1, 2]), { at: [2, 1], land: "flatland" }, { at: [2, 2], land: "hill" }],
    things: [
      { at: [1, 1], what: { is: "whirlpool" } },
      { at: [1, 0], what: { is: "boat", crew: ["red"] }, lost: true },
      { at: [0, 1], what: { is: "swimmer", colour: "blue" }, lost: true },
      { at: [1, 2], what: { is: "shark" }, lost: true },
      { at: [2, 0], what: { is: "dolphin" }, lost: true },
      { at: [2, 1], what: { is: "person", colour: "blue" } },
    ],
  },
  "8.2": {
    drawn: "victims",
    caption: "figure.victims",
    rows: [
      { animal: "monster", takes: [true, true, true] },
      { animal: "shark", takes: [true, false, false] },
      { animal: "kraken", takes: [false, true, false] },
      { animal: "dolphin", takes: [false, false, false] },
    ],
  },
  "8.3": {
    drawn: "sea",
    caption: "figure.refuge",
    hexes: sea([0, 0], [1, 0], [2, 0]),
    things: [
      { at: [0, 0], what: { is: "shark" } },
      { at: [2, 0], what: { is: "dolphin" } },
      { at: [2, 0], what: { is: "swimmer", colour: "blue" } },
    ],
    ways: [{ from: [0, 0], to: [2, 0], barred: true }],
  },
  "9.2": {
    drawn: "sea",
    caption: "figure.ride",
    hexes: sea([0, 0], [1, 0], [2, 0], [3, 0]),
    things: [
      { at: [3, 0], what: { is: "swimmer", colour: "blue" }, pale: true },
      { at: [2, 0], what: { is: "dolphin" } },
      { at: [2, 0], what: { is: "swimmer", colour: "blue" } },
      { at: [0, 0], what: { is: "dolphin" }, pale: true },
      { at: [0, 0], what: { is: "swimmer", colour: "blue" }, pale: true },
    ],
    ways: [
      { from: [3, 0], to: [2, 0] },
      { from: [2, 0], to: [0, 0] },
    ],
  },
};
