/** Causeway on the page. */

import type { GamePage } from "../../lib/game";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import { marks, places } from "./marks";
import Panel from "./Panel.svelte";
import { moments, turnText } from "./story";
import { aimText, outcomeText, previewText } from "./texts";
import { tips } from "./tips";
import type { CausewayChoice, CausewayView } from "./types";

const causeway: GamePage<CausewayView> = {
  Board,
  Hand,
  Panel,
  mainButtons: ["button:end", "button:pass"],
  handButtons: ["button:bridge"],
  marks,
  places,
  previewText,
  outcomeText,
  aimText,
  turnText,
  moments,
  tips,
  editing: () => import("./editor"),
  needsConfirmation: (choice) => (choice as CausewayChoice).lands !== undefined,
};
export default causeway;
