/** The figures, spaces and gaps that can be pointed at. */

import { buttonBefore } from "../../board/clicks";
import type { Box } from "../../board/geometry";
import type { Target } from "../../board/targets";
import type { BoardProps } from "../../lib/game";
import { MAINLAND, cell, type Layout } from "./layout";
import type { PlacedFigure } from "./placement";
import type { CausewayView } from "./types";

export interface BoardTarget extends Target {
  kind: "figure" | "space" | "gap";
  space: number;
  boxes: Box[]; // what takes the pointer
}

/** What has been chosen at a table and what can be chosen next. */
export type Selected = Required<Pick<BoardProps<CausewayView>, "glow" | "chosen" | "moves">>;

const SMALL = { width: 36, height: 46 };

/** The part of a box that lies in another one. */
function within(outer: Box, { x, y, width, height }: Box): Box {
  const [left, top] = [Math.max(x, outer.x), Math.max(y, outer.y)];
  const right = Math.min(x + width, outer.x + outer.width);
  const bottom = Math.min(y + height, outer.y + outer.height);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Whether a click on an id counts now: it leads to a move, and no button has to be pressed before it. */
export function isLive(id: string, { glow, chosen, moves }: Selected): boolean {
  return glow.has(id) && buttonBefore(moves, chosen, id) === null;
}

export function boardTargets(
  view: CausewayView,
  layout: Layout,
  figures: PlacedFigure[],
  selected: Selected,
): BoardTarget[] {
  const { glow, chosen } = selected;
  const found: BoardTarget[] = [];
  const add = (kind: BoardTarget["kind"], id: string, space: number, boxes: Box[]) => {
    const middle = boxes[Math.floor(boxes.length / 2)] ?? { x: 0, y: 0, width: 0, height: 0 };
    const [x, y] = [middle.x + middle.width / 2, middle.y + middle.height / 2];
    // What was chosen stays live, so that it can be given up again.
    const live = chosen.has(id) || isLive(id, selected);
    found.push({ id, kind, space, boxes, live, x, y, radius: middle.height / 2 });
  };
  for (const { space, item } of view.path) {
    if (item) add("space", `space:${space}`, space, [cell(layout, space)]);
  }
  add("space", `space:${MAINLAND}`, MAINLAND, [cell(layout, MAINLAND)]);
  for (const { first, last } of view.gaps) {
    const boxes = Array.from({ length: last - first + 1 }, (_, n) => cell(layout, first + n));
    add("gap", `gap:${first}`, first, boxes);
  }
  for (const one of figures) {
    if (one.seat !== view.seat) continue;
    const id = `figure:${one.letter}`;
    // A figure that can move fills its cell; another one leaves room for what glows around it.
    if (glow.has(id) || chosen.has(id)) add("figure", id, one.space, [cell(layout, one.space)]);
    else if (!glow.has(`space:${one.space}`)) {
      const box = { x: one.x - SMALL.width / 2, y: one.y - SMALL.height + 4, ...SMALL };
      add("figure", id, one.space, [within(cell(layout, one.space), box)]);
    }
  }
  // They follow the path, which is also the order of the Tab key; on one place what is live lies above the rest.
  return found.sort((a, b) => a.space - b.space || Number(a.live) - Number(b.live));
}
