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
  causeway: () => import("../games/causeway"),
  escape: () => import("../games/escape"),
};

export const GAMES: GameName[] = ["causeway", "escape"];

export function drawn(game: GameName): Promise<Drawn> {
  return PARTS[game]() as unknown as Promise<Drawn>;
}
