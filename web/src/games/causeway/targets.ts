/** What on the board answers to a pointer or a key: where it lies, what it is called, whether it glows. */

import type { CausewayView } from "./types";
import { MAINLAND, cell, type Box, type Layout } from "./layout";
import type { Standing } from "./standing";

export interface Target {
  id: string;
  kind: "figure" | "space" | "gap";
  space: number;
  live: boolean; // a click on it leads to a move
  boxes: Box[];
}

const SMALL = { width: 36, height: 46 };

/** While a button must come first, what belongs to it waits: a gap also tells its price to a mere tap. */
export function isLive(id: string, glow: ReadonlySet<string>): boolean {
  if (!glow.has(id)) return false;
  if (id.startsWith("gap:")) return !glow.has("button:bridge");
  if (id.startsWith("tile:")) return !glow.has("button:buy");
  return true;
}

export function targets(
  view: CausewayView,
  layout: Layout,
  figures: Standing[],
  glow: ReadonlySet<string>,
  chosen: ReadonlySet<string>,
): Target[] {
  const found: Target[] = [];
  const add = (kind: Target["kind"], id: string, space: number, boxes: Box[]) => {
    // What was chosen stays in reach, so that it can be given up again.
    found.push({ id, kind, space, boxes, live: chosen.has(id) || isLive(id, glow) });
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
    // A figure that can move fills its place; another one leaves room for what glows around it.
    if (glow.has(id) || chosen.has(id)) add("figure", id, one.space, [cell(layout, one.space)]);
    else if (!glow.has(`space:${one.space}`)) {
      const box = { x: one.x - SMALL.width / 2, y: one.y - SMALL.height + 4, ...SMALL };
      add("figure", id, one.space, [box]);
    }
  }
  // What glows lies above the rest, and is met in the order of the way.
  return found.sort((a, b) => Number(a.live) - Number(b.live) || (a.live ? a.space - b.space : 0));
}

type Direction = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";
const STEPS: Record<Direction, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function isDirection(key: string): key is Direction {
  return key in STEPS;
}

function middleOf(target: Target): [number, number] {
  const box = target.boxes[Math.floor(target.boxes.length / 2)] ?? { x: 0, y: 0, width: 0, height: 0 };
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** The nearest glowing thing in a direction, or null at the edge. */
export function neighbour(all: Target[], id: string, direction: Direction): string | null {
  const here = all.find((target) => target.id === id);
  if (!here) return null;
  const [x, y] = middleOf(here);
  const [right, down] = STEPS[direction];
  let best: string | null = null;
  let least = Infinity;
  for (const target of all) {
    if (!target.live || target === here) continue;
    const [tx, ty] = middleOf(target);
    const ahead = (tx - x) * right + (ty - y) * down;
    const aside = Math.abs((tx - x) * down) + Math.abs((ty - y) * right);
    if (ahead <= 1) continue;
    const distance = ahead + 2 * aside;
    if (distance < least) [best, least] = [target.id, distance];
  }
  return best;
}
