/** A position of Causeway that is being set up: a model of its text, and what tools do to it. */

import { counts, listed, playersIn, rowsOf, textOf, withPlayers, type Row } from "../../lib/positions";
import { COLOURS } from "../../lib/types";
import { ATLANTIS, MAINLAND } from "./layout";
import { LETTERS, type CausewayView, type Gap, type Item, type Letter, type Space } from "./types";

export interface EditedSeat {
  figures: Record<Letter, number>;
  hand: Record<string, number>; // "?" are cards that the eyes of the position do not know
  shown: Record<string, number>;
  tiles: Record<string, number>; // by value
  hasBridge: boolean;
}

export interface Model {
  head: string[];
  path: string[]; // a word for each space from 1 on: a tile, `~`, `=`, perhaps with `+`
  seats: EditedSeat[];
  turn: number;
  rest: string[][]; // lines about piles and about the turn that is under way
}

const WATER = "~";
const BRIDGE = "=";
const SPACES = MAINLAND - 1;
const PARTS = ["hand", "shown", "tiles", "nobridge"];
/** Lines about what has happened in a turn. */
const TURN_LINES = ["phase", "figure", "paid", "acted", "bought", "played", "from", "owed", "draws", "space"];

const newSeat = (): EditedSeat => ({ figures: { A: 0, B: 0, C: 0 }, hand: {}, shown: {}, tiles: {}, hasBridge: true });

function seatIn(words: Row): EditedSeat {
  const seat = newSeat();
  const parts: Record<string, string[]> = {};
  let part = "";
  for (const word of words) {
    if (PARTS.includes(word)) parts[(part = word)] = [];
    else if (word.includes(":")) {
      const [letter = "", at = ""] = word.split(":");
      seat.figures[letter as Letter] = at === "home" ? MAINLAND : Number(at);
    } else parts[part]?.push(word);
  }
  return { ...seat, hand: counts(parts["hand"] ?? []), shown: counts(parts["shown"] ?? []), tiles: counts(parts["tiles"] ?? []), hasBridge: !parts["nobridge"] };
}

export function read(text: string): Model {
  const [head = [], ...rows] = rowsOf(text);
  const path = Array<string>(SPACES).fill(WATER);
  const seats = Array.from({ length: playersIn(head) }, newSeat);
  const model: Model = { head, path, seats, turn: 0, rest: [] };
  for (const [first = "", ...words] of rows) {
    const seat = COLOURS.findIndex((colour) => colour === first);
    if (first.startsWith("path")) {
      const from = Number(first.slice("path@".length) || 1);
      words.forEach((word, index) => (path[from - 1 + index] = word));
    } else if (seat >= 0) seats[seat] = seatIn(words);
    else if (first === "turn") model.turn = COLOURS.findIndex((colour) => colour === words[0]);
    else model.rest.push([first, ...words]);
  }
  return model;
}

function seatWords({ figures, hand, shown, tiles, hasBridge }: EditedSeat): string[] {
  const places = LETTERS.flatMap((letter) => {
    const at = figures[letter];
    return at === ATLANTIS ? [] : [`${letter}:${at === MAINLAND ? "home" : at}`];
  });
  const seen = Object.fromEntries(Object.entries(shown).map(([item, n]) => [item, Math.min(n, hand[item] ?? 0)]));
  const part = (name: string, words: string[]) => (words.length > 0 ? [name, ...words] : []);
  return [...places, ...part("hand", listed(hand)), ...part("shown", listed(seen)), ...part("tiles", listed(tiles)), ...(hasBridge ? [] : ["nobridge"])];
}

export function write({ head, path, seats, turn, rest }: Model): string {
  const last = path.findLastIndex((word) => word !== WATER);
  const rows = seats.map((seat, number) => [COLOURS[number] ?? "", ...seatWords(seat)]);
  return textOf([head, ["path", ...path.slice(0, last + 1)], ...rows, ["turn", COLOURS[turn] ?? ""], ...rest]);
}

/** What the word of a space says: the tile on top, and whether there is one below. */
function spaceOf(word: string, space: number, back: Space["back"]): Space {
  const [top = "", below] = word.split("+");
  const found = /^([a-z]+)([1-7])$/.exec(top);
  return {
    space,
    back,
    ...(found ? { item: found[1] as Item, value: Number(found[2]) } : {}),
    ...(below === undefined ? {} : { covered: below || "?" }),
  };
}

/** The board shows every empty space as a gap of its own, so that each can be pressed. */
export function view(model: Model, base: CausewayView): CausewayView {
  const path = model.path.map((word, index) => spaceOf(word, index + 1, base.path[index]?.back ?? "A"));
  const gaps: Gap[] = path
    .filter(({ item }) => !item)
    .map(({ space }) => ({ first: space, last: space, price: 0, bridged: model.path[space - 1] === BRIDGE }));
  return {
    ...base,
    seat: -1,
    actor: -1,
    turn: model.turn,
    moving: null,
    path,
    gaps,
    bridges: gaps.filter(({ bridged }) => bridged).map(({ first }) => first),
    seats: model.seats.map((seat, number) => ({ ...(base.seats[number] ?? base.seats[0]!), colour: COLOURS[number]!, figures: seat.figures, bridge: seat.hasBridge })),
  };
}

export const isUnderWay = ({ rest }: Model) => rest.some(([word = ""]) => TURN_LINES.includes(word));

export const atTurnStart = (model: Model): Model => ({ ...model, rest: model.rest.filter(([word = ""]) => !TURN_LINES.includes(word)) });

export function withSeat(model: Model, number: number, change: Partial<EditedSeat>): Model {
  return { ...model, seats: model.seats.map((seat, other) => (other === number ? { ...seat, ...change } : seat)) };
}

export function moveFigure(model: Model, number: number, letter: Letter, space: number): Model {
  const seat = model.seats[number] ?? newSeat();
  return withSeat(model, number, { figures: { ...seat.figures, [letter]: space } });
}

/** Another word on a space. Which tiles nobody has seen is left to the rules then. */
function lay(model: Model, space: number, word: string): Model {
  const path = model.path.map((before, index) => (index === space - 1 ? word : before));
  return { ...model, path, rest: model.rest.filter(([first]) => first !== "unseen") };
}

export function use(model: Model, tool: string, ids: readonly string[]): Model {
  const space = Number(ids.find((id) => /^(space|gap):/.test(id))?.split(":")[1] ?? NaN);
  if (Number.isNaN(space)) return model;
  const [kind, one = "", other = ""] = tool.split(":");
  if (kind === "figure") return moveFigure(model, Number(one), other as Letter, space);
  if (space > SPACES) return model;
  const [top = WATER, below] = (model.path[space - 1] ?? WATER).split("+");
  if (kind === "tile") return lay(model, space, below === undefined ? one + other : `${one}${other}+${below}`);
  if (kind === "stack") return lay(model, space, below === undefined ? `${top}+` : top);
  return lay(model, space, kind === "bridge" ? BRIDGE : WATER);
}

export function seatPlayers(model: Model, players: number): Model {
  const seats = Array.from({ length: players }, (_, number) => model.seats[number] ?? newSeat());
  return { ...model, head: withPlayers(model.head, players), seats, turn: Math.min(model.turn, players - 1) };
}

export const withTurn = (model: Model, turn: number): Model => ({ ...model, turn });
