/** Moves as they are written in a match, taken apart: docs/notation.md. */

import type { GameName, Saying } from "./types";

type Patterns = Record<string, RegExp>;

const CAUSEWAY: Patterns = {
  move: /^(?<figure>[ABC]) (?<item>[a-z]+)$/,
  then: /^then (?<item>[a-z]+)$/,
  "pay-tile": /^pay (?<value>\d)$/,
  "pay-card": /^pay (?<item>[a-z]+)$/,
  buy: /^buy (?<value>\d)$/,
  pass: /^pass$/,
  end: /^end$/,
  bridge: /^bridge (?<space>\d+)$/,
  tile: /^tile (?<item>[a-z]+)(?<value>\d)$/,
  draw: /^draw (?<item>[a-z]+)$/,
};

const ESCAPE: Patterns = {
  place: /^place (?<to>\w+)$/,
  "go-coral": /^go (?<from>\w+) coral$/,
  "swim-coral": /^swim (?<from>\w+) coral$/,
  go: /^go (?<from>\w+) (?<to>\w+)$/,
  swim: /^swim (?<from>\w+) (?<to>\w+)$/,
  sail: /^sail (?<from>\w+) (?<to>\w+)$/,
  ride: /^ride (?<from>\w+) (?<to>\w+)$/,
  jump: /^jump (?<from>\w+)$/,
  climb: /^climb (?<to>\w+)$/,
  stop: /^stop$/,
  sink: /^sink (?<to>\w+)$/,
  relocate: /^move (?<colour>\w+) (?<to>\w+)$/,
  pick: /^pick (?<from>\w+)$/,
  "pick-rider": /^pick (?<from>\w+) rider$/,
  to: /^to (?<to>\w+)$/,
  stay: /^stay$/,
  symbol: /^symbol (?<symbol>\w+)$/,
  spin: /^spin (?<animal>\w+) (?<number>\w)$/,
};

const PATTERNS: Record<GameName, Patterns> = { causeway: CAUSEWAY, escape: ESCAPE };

/** What kind of move it is, and what it speaks of. */
export function sayingOf(game: GameName, move: string): Saying {
  for (const [code, pattern] of Object.entries(PATTERNS[game])) {
    const found = pattern.exec(move);
    if (found) return { code, values: { ...found.groups } };
  }
  return { code: "", values: {} };
}
