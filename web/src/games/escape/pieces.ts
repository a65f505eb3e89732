/** Every boat, person and animal as a piece of its own with its spot on the chart. */

import { heights } from "@package/games/escape/shapes.json";

import type { Point } from "../../board/geometry";
import { COLOURS } from "../../lib/types";
import type { Place } from "./layout";
import { ANIMALS, type Animal, type EscapeView, type Hex, type Kind, type SwimmerState } from "./types";

/** How far a piece of each kind stands out of the water, in units of the chart. */
export const HEIGHTS: Record<Kind, number> = heights;

export type Footing = "land" | "aboard" | "water";

interface CommonPiece extends Point {
  id: string; // as the server names it, such as "boat:e4"; like pieces on one hex share it
  hex: string;
  scale: number;
  depth: number; // what is drawn later hides what was drawn before
  radius: number; // of a ring round it
}

export interface PersonPiece extends CommonPiece {
  sort: "person";
  seat: number;
  footing: Footing;
  state: SwimmerState; // rested also for people who do not swim
}

export interface BoatPiece extends CommonPiece {
  sort: "boat";
}

export interface AnimalPiece extends CommonPiece {
  sort: "animal";
  animal: Animal;
}

export type UnkeyedPiece = PersonPiece | BoatPiece | AnimalPiece;
/** A piece with a key that it keeps while it moves. */
export type Piece = UnkeyedPiece & { key: string };

/** A number beside several of a kind that share one spot. */
export interface CountBadge extends Point {
  key: string;
  n: number;
}

const PERSON_RADIUS = 8.5;
const BOAT_RADIUS = 16;
const ANIMAL_RADIUS = 15;

/** Offsets from the middle of a group for one, two, three and four things. */
const ABREAST: readonly (readonly number[])[] = [[], [0], [-0.5, 0.5], [-1, 0, 1], [-1.5, -0.5, 0.5, 1.5]];

const sumOf = (counts: readonly number[] | undefined) => (counts ?? []).reduce((sum, n) => sum + n, 0);

/** The seat of each person, in seat order. */
function seatsOf(counts: readonly number[] | undefined): number[] {
  return (counts ?? []).flatMap((n, seat) => Array<number>(n).fill(seat));
}

function onLand(hex: Hex, place: Place, kind: Kind): UnkeyedPiece[] {
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
      id: `person:${hex.hex}:${COLOURS[seat]}`,
      hex: hex.hex,
      seat,
      footing: "land",
      state: "rested",
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

/** Animals above, the boat in the middle, swimmers below; one of them alone gets all the room. */
function zonesOf(animals: boolean, boat: boolean, swimmers: boolean): Zones {
  const zone = (y: number, scale: number): Zone => ({ y, scale });
  const none = zone(0, 1);
  if (animals && boat && swimmers) return { animals: zone(-12, 0.5), boat: zone(2, 0.72), swimmers: zone(13, 0.72) };
  if (animals && boat) return { animals: zone(-9.5, 0.62), boat: zone(9, 0.88), swimmers: none };
  if (animals && swimmers) return { animals: zone(-7.5, 0.7), boat: none, swimmers: zone(9, 0.92) };
  if (boat && swimmers) return { animals: none, boat: zone(-1.5, 0.9), swimmers: zone(12, 0.86) };
  return { animals: zone(0, 1), boat: zone(4, 1.06), swimmers: zone(0, 1.15) };
}

function animalPiece(hex: Hex, spot: Point, animal: Animal, scale: number, depth: number): AnimalPiece {
  const id = `${animal}:${hex.hex}`;
  return { sort: "animal", id, hex: hex.hex, animal, ...spot, scale, depth, radius: ANIMAL_RADIUS * scale };
}

/** The offset and the size of each of up to three animals. */
function animalSpots(total: number, zone: Zone): { x: number; y: number; scale: number }[] {
  if (zone.scale === 1 && total === 3) {
    const corners = [{ x: 0, y: -9 }, { x: -8.6, y: 6.5 }, { x: 8.6, y: 6.5 }];
    return corners.map((corner) => ({ ...corner, scale: 0.54 }));
  }
  const scale = total === 1 ? zone.scale : Math.min(zone.scale, total === 2 ? 0.54 : 0.38);
  return (ABREAST[total] ?? []).map((at) => ({ x: at * 31 * scale, y: 0, scale }));
}

/** The offset and the size of the picture of each kind, where there are more than three animals. */
function kindSpots(kinds: number, zone: Zone): { x: number; y: number; scale: number }[] {
  const isInTwoRows = zone.scale === 1 && kinds > 2;
  const abreast = isInTwoRows || kinds === 2 ? Math.min(0.52, zone.scale) : 0.36;
  const scale = kinds === 1 ? zone.scale * 0.9 : abreast;
  return Array.from({ length: kinds }, (_, n) => {
    const column = isInTwoRows ? (n % 2) - 0.5 : (ABREAST[kinds]?.[n] ?? 0);
    return { x: column * 31 * scale, y: isInTwoRows ? (n < 2 ? -8 : 8) : 0, scale };
  });
}

function animalsAtSea(hex: Hex, place: Place, zone: Zone, badges: CountBadge[]): AnimalPiece[] {
  const kinds = ANIMALS.filter((animal) => hex.animals?.[animal]);
  const each = kinds.flatMap((animal) => Array<Animal>(hex.animals?.[animal] ?? 0).fill(animal));
  const isCrowd = each.length > 3; // then one picture for each kind, with their number
  const spots = isCrowd ? kindSpots(kinds.length, zone) : animalSpots(each.length, zone);
  if (isCrowd) {
    kinds.forEach((animal, n) => {
      const { x, y, scale } = spots[n] ?? { x: 0, y: 0, scale: 1 };
      const count = hex.animals?.[animal] ?? 0;
      const spot = { x: place.x + x + 14 * scale, y: place.y + zone.y + y + 11 * scale };
      if (count > 1) badges.push({ key: `${hex.hex} ${animal}`, n: count, ...spot });
    });
  }
  return each.map((animal, n) => {
    const { x, y, scale } = spots[isCrowd ? kinds.indexOf(animal) : n] ?? { x: 0, y: 0, scale: 1 };
    const spot = { x: place.x + x, y: place.y + zone.y + y };
    return animalPiece(hex, spot, animal, scale, place.y - 20 + y / 10);
  });
}

function boatAtSea(hex: Hex, place: Place, zone: Zone): UnkeyedPiece[] {
  if (!hex.boat) return [];
  const { y, scale } = zone;
  const seats = seatsOf(hex.people);
  const step = seats.length > 2 ? 8.4 : 9.6;
  const crew = seats.map(
    (seat, number): PersonPiece => ({
      sort: "person",
      id: `person:${hex.hex}:${COLOURS[seat]}`,
      hex: hex.hex,
      seat,
      footing: "aboard",
      state: "rested",
      x: place.x + (ABREAST[Math.min(seats.length, 4)]?.[number] ?? 0) * step * scale,
      y: place.y + y - 6.6 * scale,
      scale: 0.88 * scale,
      depth: place.y + y - 1 + number / 100,
      radius: 7 * scale,
    }),
  );
  const hull: BoatPiece = {
    sort: "boat",
    id: `boat:${hex.hex}`,
    hex: hex.hex,
    x: place.x,
    y: place.y + y,
    scale,
    depth: place.y + y,
    radius: BOAT_RADIUS * scale,
  };
  return [...crew, hull];
}

/** The state of each swimmer: the server counts those of the player in turn who have jumped or swum. */
function swimmerStates(hex: Hex, seats: readonly number[], turn: number): SwimmerState[] {
  let swum = hex.swum ?? 0;
  let jumped = hex.jumped ?? 0;
  return seats.map((seat) => {
    if (seat !== turn) return "rested";
    if (jumped > 0) {
      jumped -= 1;
      return "jumped";
    }
    if (swum > 0) {
      swum -= 1;
      return "swum";
    }
    return "rested";
  });
}

function swimmersAtSea(hex: Hex, place: Place, zone: Zone, turn: number, badges: CountBadge[]): PersonPiece[] {
  const seats = seatsOf(hex.swimmers);
  const states = swimmerStates(hex, seats, turn);
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
      if (n > 1) badges.push({ key: `${hex.hex} swimmers ${seat}`, n, ...spot });
    }
  }
  return seats.map((seat, number) => ({
    sort: "person",
    id: `swimmer:${hex.hex}:${COLOURS[seat]}:${states[number]}`,
    hex: hex.hex,
    seat,
    footing: "water",
    state: states[number] ?? "rested",
    x: place.x + at(spread ? number : colours.indexOf(seat)),
    y: place.y + zone.y,
    scale,
    depth: place.y + zone.y + 2,
    radius: PERSON_RADIUS * scale,
  }));
}

/** All pieces of a view, each on its spot. */
export function arrangePieces(
  view: EscapeView,
  chart: ReadonlyMap<string, Place>,
): { pieces: UnkeyedPiece[]; badges: CountBadge[] } {
  const pieces: UnkeyedPiece[] = [];
  const badges: CountBadge[] = [];
  for (const hex of view.hexes) {
    const place = chart.get(hex.hex);
    if (!place) continue;
    if (hex.land) {
      pieces.push(...onLand(hex, place, hex.land));
      continue;
    }
    const zones = zonesOf(hex.animals !== undefined, hex.boat === true, sumOf(hex.swimmers) > 0);
    pieces.push(
      ...animalsAtSea(hex, place, zones.animals, badges),
      ...boatAtSea(hex, place, zones.boat),
      ...swimmersAtSea(hex, place, zones.swimmers, view.turn, badges),
    );
  }
  return { pieces, badges };
}
