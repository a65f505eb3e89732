/** The pictures of Causeway's rules. */

import type { Figures } from "../../../lib/game";
import PathFigure from "./PathFigure.svelte";
import { PICTURES } from "./pictures";

const figures: Figures = Object.fromEntries(
  Object.entries(PICTURES).map(([rule, { caption, ...picture }]) => [rule, { caption, draw: PathFigure, picture }]),
);
export default figures;
