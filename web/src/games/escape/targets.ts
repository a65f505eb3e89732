/** The pieces, hexes and coral islands that can be clicked, and where they are. */

import { isButton, kindOf, movesWith, nameOf } from "../../board/clicks";
import { distance, type Point } from "../../board/geometry";
import { makeRoom, type Target } from "../../board/targets";
import { coralBehind, SIZE, WIDTH, type Place } from "./layout";
import { HEIGHTS, type Piece } from "./pieces";
import type { EscapeChoice, EscapeView } from "./types";

export interface ChartTarget extends Target {
  hex: string;
  shape: "hex" | "ring" | "coral"; // a ring goes round each of the pieces
  pieces: Piece[];
}

const isPlace = (id: string) => ["hex", "coral"].includes(kindOf(id));
const isPiece = (id: string) => !isPlace(id) && !isButton(id);

/** Pieces that are shown alone until one is chosen: with every place they could go to, the whole chart would glow. */
const SHOWN_FIRST = new Set(["person", "swimmer", "boat", "dolphin"]);

/** The ids on the chart that can be chosen next: first what moves, and only then where to. */
export function offered(glow: ReadonlySet<string>, chosen: ReadonlySet<string>): string[] {
  const ids = [...glow].filter((id) => !isButton(id));
  const isFirst = ids.some((id) => SHOWN_FIRST.has(kindOf(id))) && ![...chosen].some(isPiece);
  return isFirst ? ids.filter(isPiece) : ids;
}

/** The places that moves with this click lead to. */
export function destinations(moves: readonly EscapeChoice[], id: string): string[] {
  const clicks = movesWith(moves, id).flatMap((move) => move.clicks);
  return [...new Set(clicks)].filter((click) => click !== id && isPlace(click));
}

/** The drawn pieces that a click is about: those that its moves would move, or the piece with this very id. */
function piecesOf(id: string, moves: readonly EscapeChoice[], pieces: readonly Piece[]): Piece[] {
  const moving = moves.filter((move) => move.clicks[0] === id).flatMap((move) => move.piece ?? []);
  const ids = new Set([id, ...moving]);
  const found = pieces.filter((piece) => ids.has(piece.id));
  return found[0]?.sort === "animal" ? found.slice(0, 1) : found; // like animals may share one picture
}

function placeTarget(id: string, view: EscapeView, place: Place): ChartTarget {
  const common = { id, hex: place.name, pieces: [], live: true };
  if (kindOf(id) === "coral") {
    const { x, y } = coralBehind(place);
    return { ...common, shape: "coral", x, y, radius: 1.6 * SIZE, reach: 2 * SIZE };
  }
  const land = view.hexes.find((hex) => hex.hex === place.name)?.land;
  const y = place.y - (land ? HEIGHTS[land] : 0);
  return { ...common, shape: "hex", x: place.x, y, radius: WIDTH / 2, reach: SIZE };
}

function pieceTarget(id: string, pieces: Piece[]): ChartTarget | null {
  const [first] = pieces;
  if (!first) return null;
  const x = pieces.reduce((sum, piece) => sum + piece.x, 0) / pieces.length;
  const y = pieces.reduce((sum, piece) => sum + piece.y, 0) / pieces.length;
  const radius = Math.max(...pieces.map((piece) => piece.radius + distance(piece, { x, y })));
  return { id, hex: first.hex, shape: "ring", pieces, spots: pieces, live: true, x, y, radius };
}

/** The targets of some ids, from the top left to the bottom right, with room for a finger. */
export function chartTargets(
  ids: Iterable<string>,
  moves: readonly EscapeChoice[],
  view: EscapeView,
  chart: ReadonlyMap<string, Place>,
  pieces: readonly Piece[],
  finger: number,
): ChartTarget[] {
  const found: ChartTarget[] = [];
  for (const id of ids) {
    const place = isPlace(id) ? chart.get(nameOf(id)) : undefined;
    const target = place ? placeTarget(id, view, place) : pieceTarget(id, piecesOf(id, moves, pieces));
    if (target) found.push(target);
  }
  makeRoom(found, finger);
  return found.sort((one, other) => one.y - other.y || one.x - other.x);
}

/** The hex under a point, if any. */
export function hexAt(chart: ReadonlyMap<string, Place>, point: Point): Place | null {
  let best: Place | null = null;
  for (const place of chart.values()) {
    const far = distance(place, point);
    if (far <= SIZE && (!best || far < distance(best, point))) best = place;
  }
  return best;
}

/** The piece on a hex that is nearest to a point. */
export function pieceAt(pieces: readonly Piece[], hex: Place, point: Point): Piece | null {
  const here = pieces.filter((piece) => piece.hex === hex.name);
  here.sort((one, other) => distance(one, point) - distance(other, point));
  return here[0] ?? null;
}
