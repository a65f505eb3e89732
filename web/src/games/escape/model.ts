/** A position of Escape that is being set up: a model of its text, and what tools do to it. */

import { counted, listed, playersIn, rowsOf, textOf, withPlayers, type Row } from "../../lib/positions";
import { COLOURS, type Colour } from "../../lib/types";
import { ANIMALS, type Animal, type EscapeView, type Hex } from "./types";

export interface EditedHex {
  land: boolean;
  boat: boolean;
  people: number[]; // per seat
  swimmers: number[];
  swum: number; // of the swimmers of the player in turn
  jumped: number;
  animals: Partial<Record<Animal, number>>;
}

export interface Model {
  head: string[];
  hexes: Record<string, EditedHex>;
  turn: number;
  saved: number[];
  phase: string[]; // its words
  rest: string[][];
}

const PEOPLE = [0, 0, 0, 0];
const MOVING = ["move"];
const newHex = (): EditedHex => ({ land: false, boat: false, people: PEOPLE, swimmers: PEOPLE, swum: 0, jumped: 0, animals: {} });
const added = (numbers: readonly number[], seat: number, n = 1) => numbers.map((before, other) => before + (other === seat ? n : 0));
const seatOf = (colour: string) => COLOURS.indexOf(colour as Colour);
const island = (base: EscapeView) => base.hexes.filter(({ land }) => land).map(({ hex }) => hex);

/** Each hex of a line with the seats of those who are named after it. */
function groups(words: Row): { hex: string; seats: number[] }[] {
  const found: { hex: string; seats: number[] }[] = [];
  for (const [n, name] of words.map(counted)) {
    const seat = seatOf(name);
    if (seat < 0) found.push({ hex: name, seats: [] });
    else found.at(-1)?.seats.push(...Array<number>(n).fill(seat));
  }
  return found;
}

export function read(text: string, base: EscapeView): Model {
  const [head = [], ...rows] = rowsOf(text);
  const hexes: Model["hexes"] = Object.fromEntries(base.hexes.map(({ hex }) => [hex, newHex()]));
  const model: Model = { head, hexes, turn: 0, saved: PEOPLE, phase: MOVING, rest: [] };
  const set = (hex: string, change: (before: EditedHex) => Partial<EditedHex>) => {
    const before = hexes[hex] ?? newHex();
    hexes[hex] = { ...before, ...change(before) };
  };
  for (const [first = "", ...words] of rows) {
    if (first === "land") for (const hex of words[0] === "all" ? island(base) : words) set(hex, () => ({ land: true }));
    else if (first === "sunk") for (const hex of words) set(hex, () => ({ land: false }));
    else if (first === "boat" || first === "people") {
      for (const { hex, seats } of groups(words)) {
        set(hex, ({ people, boat }) => ({ boat: boat || first === "boat", people: seats.reduce((sum, seat) => added(sum, seat), people) }));
      }
    } else if (first === "swim" || first === "swum" || first === "jumped") {
      for (const { hex, seats } of groups(words)) {
        const tired = first === "swim" ? {} : { [first]: seats.length };
        set(hex, ({ swimmers }) => ({ swimmers: seats.reduce((sum, seat) => added(sum, seat), swimmers), ...tired }));
      }
    } else if (ANIMALS.includes(first as Animal)) {
      for (const hex of words) set(hex, ({ animals }) => ({ animals: { ...animals, [first]: (animals[first as Animal] ?? 0) + 1 } }));
    } else if (first === "turn") model.turn = seatOf(words[0] ?? "");
    else if (first === "saved") model.saved = added(model.saved, seatOf(words[0] ?? ""), Number(words[1]));
    else if (first === "phase") model.phase = words;
    else if (first !== "lost") model.rest.push([first, ...words]);
  }
  return model;
}

const bySeat = (numbers: readonly number[]) => listed(Object.fromEntries(COLOURS.map((colour, seat) => [colour, numbers[seat] ?? 0])));

export function write({ head, hexes, turn, saved, phase, rest }: Model): string {
  const rows: Record<string, string[]> = { land: [], boat: [], people: [], swim: [], swum: [], jumped: [] };
  const add = (word: string, ...words: string[]) => (rows[word] = [...(rows[word] ?? []), ...words]);
  const own = COLOURS[turn] ?? "blue";
  for (const [hex, { land, boat, people, swimmers, swum, jumped, animals }] of Object.entries(hexes)) {
    if (land) add("land", hex);
    if (boat) add("boat", hex, ...bySeat(people));
    else if (people.some(Boolean)) add("people", hex, ...bySeat(people));
    const rested = added(swimmers, turn, -swum - jumped);
    if (rested.some((n) => n > 0)) add("swim", hex, ...bySeat(rested));
    if (swum > 0) add("swum", hex, ...listed({ [own]: swum }));
    if (jumped > 0) add("jumped", hex, ...listed({ [own]: jumped }));
    for (const animal of ANIMALS) add(animal, ...Array<string>(animals[animal] ?? 0).fill(hex));
  }
  const board = Object.entries(rows).flatMap(([word, words]) => (words.length > 0 ? [[word, ...words]] : []));
  const safe = saved.flatMap((n, seat) => (n > 0 ? [["saved", COLOURS[seat] ?? "", String(n)]] : []));
  return textOf([head, ...board, ...safe, ["turn", own], ["phase", ...phase], ...rest]);
}

function shownHex(model: Model, { hex, gate, land }: Hex): Hex {
  const { boat, people, swimmers, swum, jumped, animals, ...one } = model.hexes[hex] ?? newHex();
  return {
    hex,
    ...(gate ? { gate } : {}),
    ...(one.land && land ? { land } : {}),
    ...(boat ? { boat } : {}),
    ...(people.some(Boolean) ? { people } : {}),
    ...(swimmers.some(Boolean) ? { swimmers, swum, jumped } : {}),
    ...(Object.values(animals).some(Boolean) ? { animals } : {}),
  };
}

/** The board of a model; which kind each piece of the island is, the position at the beginning says. */
export function view(model: Model, base: EscapeView): EscapeView {
  return { ...base, seat: -1, actor: -1, turn: model.turn, sinking: null, moving: null, hexes: base.hexes.map((hex) => shownHex(model, hex)) };
}

/** Another hex. What is hidden under the island is left to the rules where the island or what came up has changed. */
function withHex(model: Model, hex: string, change: Partial<EditedHex>): Model {
  const before = model.hexes[hex] ?? newHex();
  const isKept = !("land" in change || "boat" in change || "animals" in change);
  return { ...model, hexes: { ...model.hexes, [hex]: { ...before, ...change } }, rest: isKept ? model.rest : model.rest.filter(([word]) => word !== "symbols") };
}

/** What a tool adds to a hex. */
function put(model: Model, hex: string, tool: string, base: EscapeView): Model {
  const here = model.hexes[hex] ?? newHex();
  const [kind, which = ""] = tool.split(":");
  if (kind === "land") return island(base).includes(hex) ? withHex(model, hex, { land: !here.land }) : model;
  if (kind === "boat") return withHex(model, hex, { boat: !here.boat });
  if (kind === "person") {
    const seat = Number(which);
    return withHex(model, hex, here.land || here.boat ? { people: added(here.people, seat) } : { swimmers: added(here.swimmers, seat) });
  }
  const animal = which as Animal;
  return withHex(model, hex, { animals: { ...here.animals, [animal]: (here.animals[animal] ?? 0) + 1 } });
}

export function use(model: Model, tool: string, ids: readonly string[], base: EscapeView): Model {
  const hex = ids.flatMap((id) => id.split(":").slice(1)).find((name) => name in model.hexes);
  if (!hex) return model;
  if (tool !== "clear") return put(model, hex, tool, base);
  return withHex(model, hex, { ...newHex(), land: model.hexes[hex]?.land ?? false });
}

export function seatPlayers(model: Model, players: number): Model {
  const cut = (numbers: readonly number[]) => numbers.map((n, seat) => (seat < players ? n : 0));
  const hexes = Object.entries(model.hexes).map(([hex, one]) => [hex, { ...one, people: cut(one.people), swimmers: cut(one.swimmers) }]);
  return withTurn({ ...model, head: withPlayers(model.head, players), saved: cut(model.saved), hexes: Object.fromEntries(hexes) as Model["hexes"] }, model.turn % players);
}

/** Somebody else's turn: those who have swum were those of the other one. */
export function withTurn(model: Model, turn: number): Model {
  if (turn === model.turn) return model;
  const hexes = Object.entries(model.hexes).map(([hex, one]) => [hex, { ...one, swum: 0, jumped: 0 }]);
  return { ...model, turn, hexes: Object.fromEntries(hexes) as Model["hexes"] };
}

/** Another phase, without what only the one before it remembers. */
export function withPhase(model: Model, phase: string): Model {
  return { ...model, phase: [phase], rest: model.rest.filter(([word]) => word !== "points") };
}

export const playersOf = (model: Model) => playersIn(model.head);
