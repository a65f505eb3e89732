/** Setting up positions of Causeway by pointing. */

import type { PositionEditing } from "../../lib/game";
import { read, seatPlayers, use, view, withTurn, write, type Model } from "./model";
import Palette from "./Palette.svelte";
import { ITEMS, type CausewayView } from "./types";

const editing: PositionEditing<Model, CausewayView> = {
  blank: (players) => `causeway ${players} / path ring1 / blue hand ring`,
  firstTool: `tile:${ITEMS[0]}:1`,
  read,
  write,
  view,
  use,
  seatPlayers,
  withTurn,
  turnOf: ({ turn }) => turn,
  Palette,
};
export default editing;
