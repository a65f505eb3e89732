/** States and entries for tests, of a game that does not exist. */

import type { Entry, State, View } from "../lib/types";

export const GAME = "halma";

export const entry = (actor: number, move = "x"): Entry => ({ actor, move, code: "move", values: {}, seen: true });

export function view(fields: Partial<View> & Record<string, unknown> = {}): View {
  return {
    game: GAME,
    seat: 0,
    players: 2,
    actor: 0,
    turn: 0,
    turns: 1,
    phase: "move",
    seats: [{ colour: "blue" }, { colour: "white" }],
    ...fields,
  };
}

/** A state of a table in play; its log has an entry for each actor, from entry `since`. */
export function state(ply: number, since: number, actors: number[], fields: Partial<State> = {}): State {
  return {
    type: "state",
    protocol: 2,
    notation: "",
    table: {
      id: "t",
      game: GAME,
      state: "playing",
      seats: [] as State["table"]["seats"],
      commitment: "",
      deal: { collecting: false, promises: [], nonces: [] },
      imported: false,
      origin: "",
    } as unknown as State["table"],
    ply,
    since,
    log: actors.map((actor, index) => entry(actor, `m${since + index}`)),
    seat: 0,
    seats: [0],
    host: false,
    view: null,
    prompt: { code: "move", values: {} },
    moves: [],
    undo: false,
    clock: null,
    result: null,
    steps: [],
    ...fields,
  };
}
