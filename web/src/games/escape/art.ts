/** The pictures of Escape as paths, drawn round the origin; the package's pictures are made from the same ones. */

import { animals, boat, compass, coral, land, person, wave, whirlpool } from "@package/games/escape/shapes.json";

import type { Animal } from "./types";

type Spot = readonly [number, number];

interface AnimalArt {
  body: string; // filled
  limbs: string; // drawn with a broad pen
  cuts: string; // fine lines scratched into the figure, as on black-figure pottery
  eyes: readonly Spot[];
}

/** An animal is about 34 wide and 27 high. */
export const ANIMAL_ART = animals as unknown as Record<Animal, AnimalArt>;

/** A galley from the side: a ram in front, a curled stern; it lies in the water at y = 6. */
export const BOAT_ART = boat;

/** What grows on a piece, with its middle at the origin: in shape as well as in colour three heights. */
export const LAND_ART = land;

/** A coral island as seen from its gate, for one that lies up and to the left of it, in sizes of a hex. */
export const CORAL_ART = coral as unknown as Omit<typeof coral, "spots" | "label"> & { spots: readonly Spot[]; label: Spot };

export const PERSON_ART = person;
export const COMPASS = compass;
export const WAVE = wave; // on from the middle of a hex
export const WHIRLPOOL = whirlpool;
