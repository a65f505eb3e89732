/** The page of a game that brings none: its drawing in text, and its legal moves as buttons. */

import type { GamePage } from "../../lib/game";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import Panel from "./Panel.svelte";

const page: GamePage = {
  Board,
  Hand,
  Panel,
  offersMoves: true,
  marks: () => new Set(),
  places: () => new Set(),
  previewText: () => "",
};
export default page;
