/** A finished match, position by position, fetched in pieces as they are wanted. */

import { api, Problem } from "./api";
import type { Entry, TableInfo, View } from "./types";

const PIECE = 50; // positions in one request
const EVERYBODY = -1;

export class Replay {
  readonly id: string;
  table = $state.raw<TableInfo | null>(null);
  plies = $state(0);
  problem = $state.raw<Problem | null>(null);
  seat = $state(EVERYBODY); // whose view is shown
  whole = $state.raw<readonly Entry[]>([]); // the whole log
  private views = $state.raw<ReadonlyMap<number, View>>(new Map());
  private readonly wanted = new Map<number, Promise<void>>(); // pieces asked for

  constructor(id: string) {
    this.id = id;
  }

  async open(): Promise<void> {
    this.problem = null;
    try {
      this.table = await api.table(this.id);
      const [log] = await Promise.all([api.log(this.id), this.fetchPiece(0)]);
      this.whole = log;
    } catch (error) {
      this.problem = error as Problem;
    }
  }

  /** Shows another seat's view of a position; the old one stays until the new one is here. */
  look(seat: number, ply: number): void {
    this.seat = seat;
    this.wanted.clear();
    this.views = new Map();
    this.want(ply);
  }

  view(ply: number): View | null {
    return this.views.get(ply) ?? null;
  }

  /** Fetches a position and its neighbours if they are missing. */
  want(ply: number): void {
    for (const near of [ply, ply + PIECE / 2, ply - PIECE / 2]) {
      const piece = Math.floor(Math.min(Math.max(near, 0), this.plies) / PIECE);
      void this.fetchPiece(piece).catch((error: Problem) => (this.problem = error));
    }
  }

  /** The first position in which somebody decides: the dealing is much the same in every match. */
  get firstDecision(): number {
    return Math.max(0, this.whole.findIndex((entry) => entry.actor >= 0));
  }

  private fetchPiece(piece: number): Promise<void> {
    const asked = this.wanted.get(piece) ?? this.ask(piece);
    this.wanted.set(piece, asked);
    return asked;
  }

  private async ask(piece: number): Promise<void> {
    const seat = this.seat;
    const first = piece * PIECE;
    try {
      const found = await api.positions(this.id, first, first + PIECE - 1, seat);
      if (seat !== this.seat) return;
      this.plies = found.plies;
      this.views = new Map([...this.views, ...found.views.map((one) => [one.ply, one.view] as const)]);
    } catch (error) {
      this.wanted.delete(piece);
      throw error;
    }
  }
}
