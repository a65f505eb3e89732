/** Escape on the page. */

import type { GamePage } from "../../lib/game";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import { marks, places } from "./marks";
import Panel from "./Panel.svelte";
import { consequences, endsTurn, moments, readable, turnText } from "./story";
import { aimText, previewText, promptValues } from "./texts";
import { tips } from "./tips";
import type { EscapeChoice, EscapeView } from "./types";

/** Whether a tap by mistake would hurt: placing, sinking, and what costs people. */
function isGrave({ piece = "", lost = [] }: EscapeChoice): boolean {
  return piece.startsWith("supply:") || piece.startsWith("land:") || lost.some((n) => n > 0);
}

const escape: GamePage<EscapeView> = {
  Board,
  Hand,
  Panel,
  isSquare: true,
  isHandPublic: true,
  marks,
  places,
  previewText,
  promptValues,
  aimText,
  isRoutine: (view) => view.phase === "place",
  consequences,
  readable,
  turnText,
  endsTurn,
  moments,
  tips,
  editing: () => import("./editor"),
  needsConfirmation: (choice) => isGrave(choice as EscapeChoice),
};
export default escape;
