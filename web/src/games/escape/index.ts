/** Escape on the page. */

import type { GamePage } from "../../lib/game";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import { marks, places } from "./marks";
import { consequences } from "./outcome";
import Panel from "./Panel.svelte";
import { previewText, promptValues } from "./texts";
import type { EscapeChoice, EscapeView } from "./types";

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
  consequences,
  needsConfirmation: (choice) => (choice as EscapeChoice).lost?.some((n) => n > 0) === true,
};
export default escape;
