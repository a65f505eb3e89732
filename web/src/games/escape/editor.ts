/** Setting up positions of Escape by pointing. */

import type { PositionEditing } from "../../lib/game";
import { read, seatPlayers, use, view, withTurn, write, type Model } from "./model";
import Palette from "./Palette.svelte";
import type { EscapeView } from "./types";

const editing: PositionEditing<Model, EscapeView> = {
  blank: (players) => `escape ${players} / land all / swim a1 blue`,
  firstTool: "person:0",
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
