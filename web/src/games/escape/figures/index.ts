/** The pictures of Escape's rules. */

import type { Figures } from "../../../lib/game";
import { PICTURES } from "./pictures";
import SeaFigure from "./SeaFigure.svelte";
import SinkingOrder from "./SinkingOrder.svelte";
import Victims from "./Victims.svelte";

const DRAWINGS = { sea: SeaFigure, victims: Victims, order: SinkingOrder };

const figures: Figures = Object.fromEntries(
  Object.entries(PICTURES).map(([rule, { caption, ...picture }]) => [
    rule,
    { caption, draw: DRAWINGS[picture.drawn], picture },
  ]),
);
export default figures;
