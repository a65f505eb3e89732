/** Every boat, person and animal as a thing of its own with its spot on the chart, so that it can glide. */

import type { Animal, EscapeView, Hex, Kind } from "./types";
import { distance, type Coral, type Place, type Spot } from "./layout";

export const ANIMALS: readonly Animal[] = ["monster", "shark", "kraken", "dolphin"];

/** How far a piece of each kind stands out of the water, in units of the chart. */
export const HEIGHTS: Record<Kind, number> = { flatland: 2, hill: 5, mountain: 9 };

export type Footing = "land" | "aboard" | "water";
export type Weariness = "swum" | "jumped";

interface Thing {
  hex: string;
  x: number;
  y: number;
  scale: number;
  depth: number; // what is drawn later hides what was drawn before
  radius: number; // of a ring round it
}

export interface Person extends Thing {
  sort: "person";
  seat: number;
  footing: Footing;
  tired: Weariness | null; // a swimmer who is done for this turn
}

export interface Boat extends Thing {
  sort: "boat";
}

export interface Beast extends Thing {
  sort: "animal";
  animal: Animal;
}

export type Unkeyed = Person | Boat | Beast;
export type Piece = Unkeyed & { key: string };

/** A number beside several of a kind that share one spot. */
export interface Tally extends Spot {
  key: string;
  n: number;
}

const PERSON_RADIUS = 8.5;
const BOAT_RADIUS = 16;
const ANIMAL_RADIUS = 15;

/** Offsets from the middle of a group for one, two, three and four things. */
const ABREAST: readonly (readonly number[])[] = [[], [0], [-0.5, 0.5], [-1, 0, 1], [-1.5, -0.5, 0.5, 1.5]];

const many = (counts: readonly number[] | undefined) => (counts ?? []).reduce((sum, n) => sum + n, 0);

/** The seat of each person, in seat order. */
function seatsOf(counts: readonly number[] | undefined): number[] {
  return (counts ?? []).flatMap((n, seat) => Array<number>(n).fill(seat));
}

function onLand(hex: Hex, place: Place, kind: Kind): Unkeyed[] {
  const seats = seatsOf(hex.people);
  // One or two stand abreast; of three, one stands behind the others.
  const spots =
    seats.length < 3
      ? (ABREAST[seats.length] ?? []).map((at) => ({ x: at * 15, y: 3 }))
      : [{ x: 0, y: -5 }, { x: -8.7, y: 5.8 }, { x: 8.7, y: 5.8 }];
  const scale = seats.length === 1 ? 1.3 : seats.length === 2 ? 1.14 : 1;
  return seats.map((seat, number) => {
    const spot = spots[Math.min(number, 2)] ?? { x: 0, y: 0 };
    return {
      sort: "person",
      hex: hex.hex,
      seat,
      footing: "land",
      tired: null,
      x: place.x + spot.x,
      y: place.y + spot.y - HEIGHTS[kind],
      scale,
      depth: place.y + spot.y,
      radius: PERSON_RADIUS * scale,
    };
  });
}

interface Zone {
  y: number;
  scale: number;
}
interface Zones {
  animals: Zone;
  boat: Zone;
  swimmers: Zone;
}

/** Animals above, the boat in the middle, swimmers below: who is alone gets all the room. */
function zonesOf(animals: boolean, boat: boolean, swimmers: boolean): Zones {
  const zone = (y: number, scale: number): Zone => ({ y, scale });
  const none = zone(0, 1);
  if (animals && boat && swimmers) return { animals: zone(-12, 0.5), boat: zone(2, 0.72), swimmers: zone(13, 0.72) };
  if (animals && boat) return { animals: zone(-9.5, 0.62), boat: zone(9, 0.88), swimmers: none };
  if (animals && swimmers) return { animals: zone(-7.5, 0.7), boat: none, swimmers: zone(9, 0.92) };
  if (boat && swimmers) return { animals: none, boat: zone(-1.5, 0.9), swimmers: zone(12, 0.86) };
  return { animals: zone(0, 1), boat: zone(4, 1.06), swimmers: zone(0, 1.15) };
}

function animalsAtSea(hex: Hex, place: Place, zone: Zone, tallies: Tally[]): Beast[] {
  const kinds = ANIMALS.filter((animal) => hex.animals?.[animal]);
  const total = kinds.reduce((sum, animal) => sum + (hex.animals?.[animal] ?? 0), 0);
  const alone = zone.scale === 1;
  const beast = (animal: Animal, x: number, y: number, scale: number): Beast => ({
    sort: "animal",
    hex: hex.hex,
    animal,
    x: place.x + x,
    y: place.y + zone.y + y,
    scale,
    depth: place.y - 20 + y / 10,
    radius: ANIMAL_RADIUS * scale,
  });
  if (total <= 3) {
    const each = kinds.flatMap((animal) => Array<Animal>(hex.animals?.[animal] ?? 0).fill(animal));
    if (alone && total === 3) {
      const spots = [{ x: 0, y: -9 }, { x: -8.6, y: 6.5 }, { x: 8.6, y: 6.5 }];
      return each.map((animal, n) => beast(animal, spots[n]?.x ?? 0, spots[n]?.y ?? 0, 0.54));
    }
    const scale = total === 1 ? zone.scale : Math.min(zone.scale, total === 2 ? 0.54 : 0.38);
    return each.map((animal, n) => beast(animal, (ABREAST[total]?.[n] ?? 0) * 31 * scale, 0, scale));
  }
  // A crowd: one picture for each kind, with their number.
  const inTwoRows = alone && kinds.length > 2;
  const abreast = inTwoRows || kinds.length === 2 ? Math.min(0.52, zone.scale) : 0.36;
  const scale = kinds.length === 1 ? zone.scale * 0.9 : abreast;
  return kinds.flatMap((animal, n) => {
    const column = inTwoRows ? (n % 2) - 0.5 : (ABREAST[kinds.length]?.[n] ?? 0);
    const x = column * 31 * scale;
    const y = inTwoRows ? (n < 2 ? -8 : 8) : 0;
    const count = hex.animals?.[animal] ?? 0;
    if (count > 1) {
      const spot = { x: place.x + x + 14 * scale, y: place.y + zone.y + y + 11 * scale };
      tallies.push({ key: `${hex.hex} ${animal}`, n: count, ...spot });
    }
    return Array.from({ length: count }, () => beast(animal, x, y, scale));
  });
}

function boatAtSea(hex: Hex, place: Place, zone: Zone): Unkeyed[] {
  if (!hex.boat) return [];
  const { y, scale } = zone;
  const seats = seatsOf(hex.people);
  const step = seats.length > 2 ? 8.4 : 9.6;
  const crew = seats.map(
    (seat, number): Person => ({
      sort: "person",
      hex: hex.hex,
      seat,
      footing: "aboard",
      tired: null,
      x: place.x + (ABREAST[Math.min(seats.length, 4)]?.[number] ?? 0) * step * scale,
      y: place.y + y - 6.6 * scale,
      scale: 0.88 * scale,
      depth: place.y + y - 1 + number / 100,
      radius: 7 * scale,
    }),
  );
  const hull: Boat = {
    sort: "boat",
    hex: hex.hex,
    x: place.x,
    y: place.y + y,
    scale,
    depth: place.y + y,
    radius: BOAT_RADIUS * scale,
  };
  return [...crew, hull];
}

/** Which of the swimmers are done for this turn; only those of the player whose turn it is can be. */
function weariness(hex: Hex, seats: readonly number[], turn: number): (Weariness | null)[] {
  let swum = hex.swum ?? 0;
  let jumped = hex.jumped ?? 0;
  return seats.map((seat) => {
    if (seat !== turn) return null;
    if (jumped > 0) {
      jumped -= 1;
      return "jumped";
    }
    if (swum > 0) {
      swum -= 1;
      return "swum";
    }
    return null;
  });
}

function swimmersAtSea(hex: Hex, place: Place, zone: Zone, turn: number, tallies: Tally[]): Person[] {
  const seats = seatsOf(hex.swimmers);
  const tired = weariness(hex, seats, turn);
  const spread = seats.length <= 3;
  // A crowd stands together by colour, with their number.
  const colours = [...new Set(seats)];
  const columns = spread ? seats.length : colours.length;
  const scale = Math.min(zone.scale, [2, 2, 0.98, 0.8, 0.62][columns] ?? 0.62);
  const at = (column: number) => (ABREAST[Math.min(columns, 4)]?.[column] ?? 0) * 12.6 * scale;
  if (!spread) {
    for (const [column, seat] of colours.entries()) {
      const n = hex.swimmers?.[seat] ?? 0;
      const spot = { x: place.x + at(column) + 5.5 * scale, y: place.y + zone.y + 4 * scale };
      if (n > 1) tallies.push({ key: `${hex.hex} swimmers ${seat}`, n, ...spot });
    }
  }
  return seats.map((seat, number) => ({
    sort: "person",
    hex: hex.hex,
    seat,
    footing: "water",
    tired: tired[number] ?? null,
    x: place.x + at(spread ? number : colours.indexOf(seat)),
    y: place.y + zone.y,
    scale,
    depth: place.y + zone.y + 2,
    radius: PERSON_RADIUS * scale,
  }));
}

/** All things of a view, each on its spot. */
export function arranged(view: EscapeView, chart: ReadonlyMap<string, Place>): { things: Unkeyed[]; tallies: Tally[] } {
  const things: Unkeyed[] = [];
  const tallies: Tally[] = [];
  for (const hex of view.hexes) {
    const place = chart.get(hex.hex);
    if (!place) continue;
    if (hex.land) {
      things.push(...onLand(hex, place, hex.land));
      continue;
    }
    const zones = zonesOf(hex.animals !== undefined, hex.boat === true, many(hex.swimmers) > 0);
    things.push(
      ...animalsAtSea(hex, place, zones.animals, tallies),
      ...boatAtSea(hex, place, zones.boat),
      ...swimmersAtSea(hex, place, zones.swimmers, view.turn, tallies),
    );
  }
  return { things, tallies };
}

const likeness = (thing: Unkeyed) =>
  thing.sort === "person" ? `person${thing.seat}` : thing.sort === "animal" ? thing.animal : "boat";

/** Gives each thing the key it had before: first who stayed on the hex, then whoever of its like was nearest. */
export function keyed(before: readonly Piece[], things: readonly Unkeyed[], fresh: () => string): Piece[] {
  const left = new Set(before);
  const keys = new Map<Unkeyed, string>();
  const match = (thing: Unkeyed, fits: (old: Piece) => boolean) => {
    let best: Piece | null = null;
    for (const old of left) {
      if (likeness(old) !== likeness(thing) || !fits(old)) continue;
      if (!best || distance(old, thing) < distance(best, thing)) best = old;
    }
    if (!best) return;
    left.delete(best);
    keys.set(thing, best.key);
  };
  const footing = (thing: Unkeyed) => (thing.sort === "person" ? thing.footing : "");
  for (const thing of things) match(thing, (old) => old.hex === thing.hex && footing(old) === footing(thing));
  for (const thing of things) if (!keys.has(thing)) match(thing, (old) => old.hex === thing.hex);
  for (const thing of things) if (!keys.has(thing)) match(thing, () => true);
  return things
    .map((thing) => ({ ...thing, key: keys.get(thing) ?? fresh() }))
    .sort((one, other) => one.depth - other.depth);
}

/** Remembers the last view, so that what moved keeps its key and what left the board is known. */
export class Follower {
  private before: Piece[] = [];
  private saved: number[] = []; // people of each seat
  private rescued: boolean[] = []; // seats that saved somebody with the last move
  private count = 0;

  follow(view: EscapeView, things: readonly Unkeyed[]): Piece[] {
    this.before = keyed(this.before, things, () => String((this.count += 1)));
    this.rescued = view.seats.map((seat, number) => seat.saved > (this.saved[number] ?? seat.saved));
    this.saved = view.seats.map((seat) => seat.saved);
    return this.before;
  }

  /** Who leaves from a gate while their player saves somebody goes to coral; all others go down. */
  towards(piece: Piece, corals: readonly Coral[]): Spot {
    const coral = corals.find(({ gate }) => gate.name === piece.hex);
    const isSaved = piece.sort === "person" && this.rescued[piece.seat];
    return coral && isSaved ? { x: coral.x - piece.x, y: coral.y - piece.y } : { x: 0, y: 12 };
  }
}
