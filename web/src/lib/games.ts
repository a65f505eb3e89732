/** The two games' boards, loaded when they are needed, all of one shape. */

import type { Component } from "svelte";
import type { BoardProps, GameName } from "./types";

/** Any board: each takes the view of its own game only, which the server sees to. */
export type Board = Component<BoardProps<any>>;
export type Mine = Component<BoardProps<any> & { payForMe?: () => void }>;
export type Panel = Component<{
  view: any;
  seat: number;
  name: string;
  active: boolean;
  away: boolean;
  bot: boolean;
}>;

export interface Drawn {
  Board: Board;
  Mine: Mine;
  Panel: Panel;
}

const PARTS = {
  causeway: () =>
    Promise.all([
      import("../games/causeway/Board.svelte"),
      import("../games/causeway/Mine.svelte"),
      import("../games/causeway/Panel.svelte"),
    ]),
  escape: () =>
    Promise.all([
      import("../games/escape/Board.svelte"),
      import("../games/escape/Mine.svelte"),
      import("../games/escape/Panel.svelte"),
    ]),
};

export const GAMES: GameName[] = ["causeway", "escape"];

export async function drawn(game: GameName): Promise<Drawn> {
  const [board, mine, panel] = await PARTS[game]();
  return {
    Board: board.default as unknown as Board,
    Mine: mine.default as unknown as Mine,
    Panel: panel.default as unknown as Panel,
  };
}
