/** What can be clicked, where it is, and which of it a pointer means. No rules: ids come from the server. */

import { COLOURS, type Choice } from "../../lib/types";
import type { EscapeView, Hex } from "./types";
import { coralBehind, distance, SIZE, WIDTH, type Place, type Spot } from "./layout";
import { HEIGHTS, type Piece } from "./pieces";

export interface Ring extends Spot {
  r: number;
}

export interface Target extends Spot {
  id: string;
  hex: string;
  shape: "hex" | "ring" | "coral";
  rings: Ring[]; // round each thing that is meant
  keys: string[]; // of those things
  reach: number; // how far from its middle it is surely the one meant
}

const sortOf = (id: string) => id.slice(0, id.indexOf(":"));
export const placeOf = (id: string) => id.slice(id.indexOf(":") + 1);
const isPiece = (id: string) => !["hex", "coral", "button"].includes(sortOf(id));
const MOVERS = new Set(["person", "swimmer", "boat", "dolphin"]);

/** The ids to show: first who moves, and only then where to. Either order would spell the move. */
export function offered(glow: ReadonlySet<string>, chosen: ReadonlySet<string>): string[] {
  const all = [...glow].filter((id) => sortOf(id) !== "button");
  const movers = all.some((id) => MOVERS.has(sortOf(id)));
  const undecided = ![...chosen].some(isPiece);
  return movers && undecided ? all.filter(isPiece) : all;
}

/** The things on the chart that an id speaks of. */
function meant(id: string, view: EscapeView, pieces: readonly Piece[]): Piece[] {
  const sort = sortOf(id);
  const place = sort === "evacuee" ? view.sinking : placeOf(id);
  const here = pieces.filter((piece) => piece.hex === place);
  const people = here.filter((piece) => piece.sort === "person");
  const own = people.filter((piece) => piece.seat === view.turn);
  switch (sort) {
    case "person":
      return own.filter((piece) => piece.footing !== "water");
    case "swimmer": {
      const water = own.filter((piece) => piece.footing === "water");
      const rested = water.filter((piece) => !piece.tired);
      return rested.length > 0 ? rested : water.filter((piece) => piece.tired === "swum");
    }
    case "boat":
      return here.filter((piece) => piece.sort === "boat");
    case "dolphin":
      return here.filter((piece) => piece.sort === "animal" && piece.animal === "dolphin").slice(0, 1);
    case "animal": {
      const kind = view.spun?.split(" ")[0];
      return here.filter((piece) => piece.sort === "animal" && piece.animal === kind).slice(0, 1);
    }
    case "evacuee":
      return people.filter((piece) => COLOURS[piece.seat] === placeOf(id));
    default:
      return [];
  }
}

function targetOf(
  id: string,
  view: EscapeView,
  chart: ReadonlyMap<string, Place>,
  pieces: readonly Piece[],
): Target | null {
  const sort = sortOf(id);
  const name = sort === "evacuee" ? (view.sinking ?? "") : placeOf(id);
  const place = chart.get(name);
  if (!place) return null;
  if (sort === "coral") {
    const { x, y } = coralBehind(place);
    return { id, hex: name, shape: "coral", rings: [], keys: [], reach: 1.6 * SIZE, x, y };
  }
  if (sort === "hex") {
    const land = view.hexes.find((hex) => hex.hex === name)?.land;
    const y = place.y - (land ? HEIGHTS[land] : 0);
    return { id, hex: name, shape: "hex", rings: [], keys: [], reach: WIDTH / 2, x: place.x, y };
  }
  const things = meant(id, view, pieces);
  const keys = things.map((piece) => piece.key);
  const rings = things.map(({ x, y, radius }) => ({ x, y, r: radius }));
  const n = rings.length;
  if (n === 0) {
    const { x, y } = place;
    return { id, hex: name, shape: "ring", rings: [{ x, y, r: 12 }], keys, reach: SIZE, x, y };
  }
  const x = rings.reduce((sum, ring) => sum + ring.x, 0) / n;
  const y = rings.reduce((sum, ring) => sum + ring.y, 0) / n;
  const reach = Math.max(...rings.map((ring) => ring.r + distance(ring, { x, y })));
  return { id, hex: name, shape: "ring", rings, keys, reach, x, y };
}

/**
 * All targets from the top left to the bottom right.
 * Small ones reach farther, up to the given finger, where their neighbours allow it.
 */
export function targets(
  ids: Iterable<string>,
  view: EscapeView,
  chart: ReadonlyMap<string, Place>,
  pieces: readonly Piece[],
  finger: number,
): Target[] {
  const found: Target[] = [];
  for (const id of ids) {
    const target = targetOf(id, view, chart, pieces);
    if (target) found.push(target);
  }
  for (const target of found) {
    let room = Math.max(target.reach, finger);
    for (const other of found) if (other !== target) room = Math.min(room, distance(target, other) / 2);
    target.reach = Math.max(room, 3);
  }
  return found.sort((one, other) => one.y - other.y || one.x - other.x);
}

function toTarget(target: Target, spot: Spot): number {
  return Math.min(distance(target, spot), ...target.rings.map((ring) => distance(ring, spot)));
}

/** The target a pointer means: the nearest one, if it is within a finger or on its hex. */
export function nearest(all: readonly Target[], spot: Spot, finger: number): Target | null {
  let best: Target | null = null;
  let least = Infinity;
  for (const target of all) {
    const far = toTarget(target, spot);
    const limit = Math.max(finger, target.shape === "coral" ? 2 * SIZE : target.shape === "hex" ? SIZE : target.reach);
    if (far <= limit && far < least) {
      best = target;
      least = far;
    }
  }
  return best;
}

/** The hex under a spot, if any. */
export function hexAt(chart: ReadonlyMap<string, Place>, spot: Spot): Place | null {
  let best: Place | null = null;
  for (const place of chart.values()) {
    const far = distance(place, spot);
    if (far <= SIZE && (!best || far < distance(best, spot))) best = place;
  }
  return best;
}

/** What a click beside every target is about, so that the server can say why it leads nowhere. */
export function unoffered(view: EscapeView, hex: Hex, chosen: ReadonlySet<string>): string {
  if (view.phase.endsWith("animal") && !view.picked && hex.animals) return `animal:${hex.hex}`;
  if (view.phase === "move" && ![...chosen].some(isPiece)) {
    if (hex.boat && !hex.people) return `boat:${hex.hex}`;
    if (hex.people) return `person:${hex.hex}`;
    if (hex.swimmers) return `swimmer:${hex.hex}`;
  }
  return `hex:${hex.hex}`;
}

export type Direction = "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight";
const WAYS: Record<Direction, Spot> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};
export const isDirection = (key: string): key is Direction => key in WAYS;

/** The next target in a direction: near, and rather straight ahead than aside. */
export function onward(all: readonly Target[], from: Target, direction: Direction): Target | null {
  return next(all, from, direction, 1.2) ?? next(all, from, direction, 4);
}

function next(all: readonly Target[], from: Target, direction: Direction, widest: number): Target | null {
  const way = WAYS[direction];
  let best: Target | null = null;
  let least = Infinity;
  for (const target of all) {
    const x = target.x - from.x;
    const y = target.y - from.y;
    const ahead = x * way.x + y * way.y;
    const aside = Math.abs(x * way.y) + Math.abs(y * way.x);
    if (target.id === from.id || ahead <= 0.5 || aside > widest * ahead) continue;
    const far = ahead + 2 * aside;
    if (far < least) {
      best = target;
      least = far;
    }
  }
  return best;
}

/** The move that clicking a target would complete, if it is the only click that is missing. */
export function completing(moves: readonly Choice[], chosen: ReadonlySet<string>, id: string): Choice | null {
  const fits = moves.filter((move) => {
    const missing = move.clicks.filter((click) => !chosen.has(click) && sortOf(click) !== "button");
    return missing.length === 1 && missing[0] === id && [...chosen].every((click) => move.clicks.includes(click));
  });
  return fits.length === 1 ? (fits[0] ?? null) : null;
}

/** Where the thing with this id could go. */
export function ends(moves: readonly Choice[], id: string): string[] {
  return moves
    .filter((move) => move.clicks.includes(id))
    .flatMap((move) => move.clicks.filter((click) => click !== id && !isPiece(click)))
    .filter((click) => sortOf(click) !== "button");
}
