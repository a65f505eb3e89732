/** Follows pieces from view to view, so that each keeps its key while it moves and can glide. */

import { distance, type Point } from "../../board/geometry";
import type { Coral } from "./layout";
import type { Piece, UnkeyedPiece } from "./pieces";
import type { EscapeView } from "./types";

/** Pieces of one likeness cannot be told apart by the view alone. */
const likeness = (piece: UnkeyedPiece) =>
  piece.sort === "person" ? `person${piece.seat}` : piece.sort === "animal" ? piece.animal : "boat";

/** Gives each piece the key it had before: of those that stayed on the hex, else of the nearest one of its likeness. */
export function assignKeys(before: readonly Piece[], pieces: readonly UnkeyedPiece[], newKey: () => string): Piece[] {
  const left = new Set(before);
  const keys = new Map<UnkeyedPiece, string>();
  const match = (piece: UnkeyedPiece, fits: (old: Piece) => boolean) => {
    let best: Piece | null = null;
    for (const old of left) {
      if (likeness(old) !== likeness(piece) || !fits(old)) continue;
      if (!best || distance(old, piece) < distance(best, piece)) best = old;
    }
    if (!best) return;
    left.delete(best);
    keys.set(piece, best.key);
  };
  const footing = (piece: UnkeyedPiece) => (piece.sort === "person" ? piece.footing : "");
  for (const piece of pieces) match(piece, (old) => old.hex === piece.hex && footing(old) === footing(piece));
  for (const piece of pieces) if (!keys.has(piece)) match(piece, (old) => old.hex === piece.hex);
  for (const piece of pieces) if (!keys.has(piece)) match(piece, () => true);
  return pieces
    .map((piece) => ({ ...piece, key: keys.get(piece) ?? newKey() }))
    .sort((one, other) => one.depth - other.depth);
}

/** Remembers the last view, so that what moved keeps its key and what left the board is known. */
export class PieceTracker {
  private before: Piece[] = [];
  private saved: number[] = []; // people of each seat
  private hasSaved: boolean[] = []; // seats that saved somebody with the last move
  private count = 0;

  follow(view: EscapeView, pieces: readonly UnkeyedPiece[]): Piece[] {
    this.before = assignKeys(this.before, pieces, () => String((this.count += 1)));
    this.hasSaved = view.seats.map((seat, number) => seat.saved > (this.saved[number] ?? seat.saved));
    this.saved = view.seats.map((seat) => seat.saved);
    return this.before;
  }

  /** Where a piece goes that leaves the board: from a gate to its coral if its player saved somebody, else down. */
  exit(piece: Piece, corals: readonly Coral[]): Point {
    const coral = corals.find(({ gate }) => gate.name === piece.hex);
    const isSaved = piece.sort === "person" && this.hasSaved[piece.seat];
    return coral && isSaved ? { x: coral.x - piece.x, y: coral.y - piece.y } : { x: 0, y: 12 };
  }
}
