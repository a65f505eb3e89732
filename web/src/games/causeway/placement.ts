/** Where each figure stands, so that none hides another and no item or value is covered. */

import type { Box, Point } from "../../board/geometry";
import { COLOURS, type Colour } from "../../lib/types";
import { ATLANTIS, MAINLAND, place, type Layout } from "./layout";
import { LETTERS, type CausewayView, type Letter } from "./types";

export interface PlacedFigure extends Point {
  key: string;
  seat: number;
  colour: Colour;
  letter: Letter;
  space: number;
  moving: boolean;
}

const BESIDE_ITEM = { x: 26, y: -2 }; // feet, from the middle of a tile
const ON_ITEM = { x: -16, y: 8 }; // for a figure in mid-chain that shares the tile
const PITCH = 37;
const BETWEEN_PLAYERS = 6;

/** The feet of a figure on a tile. */
function onTile(layout: Layout, space: number, isSharing = false): Point {
  const { x, y } = place(layout, space);
  const step = isSharing ? ON_ITEM : BESIDE_ITEM;
  return { x: x + step.x, y: y + step.y };
}

/** A row of figures in the middle of a shore, each player's together. */
function lineUp(group: PlacedFigure[], shore: Box): void {
  const breaks = group.filter((one, index) => index > 0 && one.seat !== group[index - 1]?.seat);
  const length = (group.length - 1) * PITCH + breaks.length * BETWEEN_PLAYERS;
  let x = shore.x + (shore.width - length) / 2;
  group.forEach((one, index) => {
    if (index > 0) x += PITCH + (breaks.includes(one) ? BETWEEN_PLAYERS : 0);
    one.x = x;
    one.y = shore.y + shore.height - 13;
  });
}

export function placeFigures(view: CausewayView, layout: Layout): PlacedFigure[] {
  const all: PlacedFigure[] = [];
  view.seats.forEach((player, seat) => {
    for (const letter of LETTERS) {
      const space = player.figures[letter];
      const moving = view.moving?.figure === letter && view.turn === seat;
      const colour = player.colour ?? COLOURS[seat];
      all.push({ key: `${seat}${letter}`, seat, colour, letter, space, moving, x: 0, y: 0 });
    }
  });
  for (const one of all) {
    const isSharing = one.moving && all.some((other) => other !== one && other.space === one.space);
    Object.assign(one, onTile(layout, one.space, isSharing));
  }
  lineUp(all.filter((one) => one.space === ATLANTIS), layout.atlantis);
  lineUp(all.filter((one) => one.space === MAINLAND), layout.mainland);
  return all;
}

/** Where a figure would stand that arrives on a space. */
export function placeArrival(view: CausewayView, layout: Layout, seat: number, letter: Letter, space: number): Point {
  const after = {
    ...view,
    moving: { figure: letter, from: space, price: 0 },
    turn: seat,
    seats: view.seats.map((player, index) =>
      index === seat ? { ...player, figures: { ...player.figures, [letter]: space } } : player,
    ),
  };
  const found = placeFigures(after, layout).find((one) => one.key === `${seat}${letter}`);
  return found ?? onTile(layout, space);
}
