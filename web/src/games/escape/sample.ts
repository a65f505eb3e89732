/** A small position for tests: the real board, empty except for what a test puts on it. */

import { COLOURS } from "../../lib/types";
import type { EscapeView, Hex, Kind } from "./types";

const ROWS = [7, 10, 11, 10, 11, 12, 11, 12, 11, 10, 11, 10, 7];
export const GATES = ["c1", "c11", "k1", "k11"];
export const BOARD_NAMES = ROWS.flatMap((length, row) =>
  Array.from({ length }, (_, n) => `${"abcdefghijklm"[row]}${n + 1}`),
);

export function sample(things: Record<string, Omit<Hex, "hex">> = {}, changes: Partial<EscapeView> = {}): EscapeView {
  const symbols = { monster: 2, shark: 3, kraken: 3, dolphin: 4, boat: 4, whirlpool: 2 };
  const pieces: Record<Kind, number> = { flatland: 18, hill: 12, mountain: 7 };
  return {
    game: "escape",
    seat: 0,
    players: 4,
    actor: 0,
    turn: 0,
    turns: 0,
    quiet: 0,
    quiet_limit: 80,
    phase: "move",
    points: 3,
    spun: null,
    sinking: null,
    picked: null,
    rider: false,
    moving: null,
    sinks_next: "flatland",
    hexes: BOARD_NAMES.map((hex) => ({ hex, ...(GATES.includes(hex) ? { gate: true } : {}), ...things[hex] })),
    seats: COLOURS.map((colour) => ({ colour, to_place: 0, in_play: 12, saved: 0, lost: 0 })),
    symbols: { flatland: symbols, hill: symbols, mountain: symbols },
    pieces,
    ...changes,
  };
}
