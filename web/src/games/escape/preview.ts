/** The move pointed at, as the chart shows it before it is made: copies of what would move, and who is lost or saved. */

import type { Point } from "../../board/geometry";
import { COLOURS } from "../../lib/types";
import { coralBehind, type Place } from "./layout";
import { HEIGHTS, type Footing, type Piece, type UnkeyedPiece } from "./pieces";
import type { EscapeChoice, EscapeView } from "./types";

export interface PreviewPicture {
  from: Point | null;
  to: Point | null;
  copies: UnkeyedPiece[]; // at their new places
  lost: number[]; // people of each seat
  saved: number[];
  sinks: string | null; // the hex of the piece that would go under
}

const FOOTINGS: Record<NonNullable<EscapeChoice["becomes"]>, Footing> = {
  land: "land",
  coral: "land",
  boat: "aboard",
  water: "water",
};

/** The parts of a piece's id. */
function parsePiece(id: string): { sort: string; hex: string; seat: number } {
  const parts = id.split(":");
  const seat = COLOURS.findIndex((colour) => parts.includes(colour));
  return { sort: parts[0] ?? "", hex: parts[1] ?? "", seat };
}

function personCopy(seat: number, hex: string, spot: Point, footing: Footing): UnkeyedPiece {
  const look = { footing, state: "rested" as const, scale: 1.1, depth: 0, radius: 0 };
  return { sort: "person", id: "", seat, hex, x: spot.x, y: spot.y, ...look };
}

/** A boat and everybody in it. */
function boatCopies(pieces: readonly Piece[], from: Place, to: Place): UnkeyedPiece[] {
  const isOnBoard = (piece: Piece) => piece.sort === "boat" || (piece.sort === "person" && piece.footing === "aboard");
  return pieces
    .filter((piece) => piece.hex === from.name && isOnBoard(piece))
    .map((piece) => ({ ...piece, hex: to.name, x: piece.x + to.x - from.x, y: piece.y + to.y - from.y }));
}

/** An animal and the swimmer it carries. Where something is already, the animal keeps above it. */
function animalCopies(choice: EscapeChoice, pieces: readonly Piece[], to: Place): UnkeyedPiece[] {
  const isCrowded = pieces.some((piece) => piece.hex === to.name);
  const spot = { hex: to.name, x: to.x, y: to.y - (isCrowded ? 10 : 0), scale: isCrowded ? 0.72 : 0.95 };
  const animal = pieces.find((piece) => piece.id === choice.piece);
  const copies: UnkeyedPiece[] = animal ? [{ ...animal, ...spot }] : [];
  if (choice.rider) {
    const { seat } = parsePiece(choice.rider);
    copies.push(personCopy(seat, to.name, { x: to.x + 9, y: to.y + 6 }, "water"));
  }
  return copies;
}

function copiesOf(
  choice: EscapeChoice,
  pieces: readonly Piece[],
  from: Place | undefined,
  to: Place,
  end: Point,
): UnkeyedPiece[] {
  const { sort, seat } = parsePiece(choice.piece ?? "");
  if (choice.becomes) {
    const isClimbing = choice.becomes === "boat" && from === to;
    const spot = isClimbing ? { x: end.x, y: end.y - 4 } : end;
    return [personCopy(seat, to.name, spot, FOOTINGS[choice.becomes])];
  }
  if (sort === "boat") return from ? boatCopies(pieces, from, to) : [];
  return animalCopies(choice, pieces, to);
}

export function previewPicture(
  choice: EscapeChoice,
  view: EscapeView,
  chart: ReadonlyMap<string, Place>,
  pieces: readonly Piece[],
): PreviewPicture {
  const { sort, hex } = parsePiece(choice.piece ?? "");
  const sinks = sort === "land" ? hex : null;
  const picture = { from: null, to: null, copies: [], lost: choice.lost ?? [], saved: choice.saved ?? [], sinks };
  const from = chart.get(hex);
  const to = chart.get(sinks ?? choice.to ?? "");
  if (!to) return picture;
  const land = view.hexes.find((one) => one.hex === to.name)?.land;
  const top = { x: to.x, y: to.y - (land ? HEIGHTS[land] : 0) };
  if (sinks) return { ...picture, to: top };
  const end = choice.becomes === "coral" ? coralBehind(to) : top;
  const start = from && from !== to ? from : null;
  return { ...picture, from: start, to: end, copies: copiesOf(choice, pieces, from, to, end) };
}
