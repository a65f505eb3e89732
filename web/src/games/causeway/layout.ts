/** Where everything lies: the path winds row by row from Atlantis, top left, to the mainland, bottom right. */

import { sizes } from "@package/games/causeway/shapes.json";

import type { Box, Point } from "../../board/geometry";

export const ATLANTIS = 0;
export const MAINLAND = 54;

/** Both layouts have tiles of the same size, so that one is drawn only once; a cell has at least this room. */
export const { cell: CELL, tile: TILE } = sizes;
const MARGIN = 6;
const SHORE_CELLS = 5; // what Atlantis and the mainland each take of their row
const SHORE = { width: SHORE_CELLS * CELL.width, height: CELL.height };
const MAX_SPREAD = { x: 1.2, y: 1.4 }; // how far cells may spread in a window that has room to spare

export interface Layout {
  name: "wide" | "upright";
  width: number;
  height: number;
  pitch: { width: number; height: number }; // of the cells
  places: Point[]; // the middle of each space's tile; for both ends, of the cell next to the path
  atlantis: Box;
  mainland: Box;
}

/** Rows that run to and fro. An odd number of rows, so that the two ends lie in opposite corners. */
export function winding(
  name: Layout["name"],
  columns: number,
  rows: number,
  spread: Point = { x: 1, y: 1 },
): Layout {
  const pitch = { width: CELL.width * spread.x, height: CELL.height * spread.y };
  const places: Point[] = [];
  const first = SHORE_CELLS - 1;
  for (let cell = first; places.length <= MAINLAND; cell += 1) {
    const row = Math.floor(cell / columns);
    const along = cell % columns;
    const column = row % 2 === 0 ? along : columns - 1 - along;
    places.push({
      x: MARGIN + (column + 0.5) * pitch.width,
      y: MARGIN + (row + 0.5) * pitch.height + 3, // room above for the heads of figures
    });
  }
  const width = columns * pitch.width + 2 * MARGIN;
  const height = rows * pitch.height + 2 * MARGIN;
  const shores = SHORE_CELLS * pitch.width;
  const spare = (pitch.height - SHORE.height) / 2;
  return {
    name,
    width,
    height,
    pitch,
    places,
    atlantis: { x: MARGIN + shores - SHORE.width, y: MARGIN + spare, ...SHORE },
    mainland: { x: width - MARGIN - shores, y: height - MARGIN - SHORE.height - spare, ...SHORE },
  };
}

const GRIDS = { wide: [9, 7], upright: [7, 9] } as const;
export const WIDE = winding("wide", ...GRIDS.wide);
export const UPRIGHT = winding("upright", ...GRIDS.upright);

/** The layout whose tiles come out larger, spread out where the window has room to spare. */
export function layoutFor(width: number, height: number): Layout {
  const scale = (layout: Layout) => Math.min(width / layout.width, height / layout.height);
  const { name, ...tight } = scale(UPRIGHT) > scale(WIDE) ? UPRIGHT : WIDE;
  const room = width / height / (tight.width / tight.height);
  const [columns, rows] = GRIDS[name];
  return winding(name, columns, rows, {
    x: Math.min(MAX_SPREAD.x, Math.max(1, room)),
    y: Math.min(MAX_SPREAD.y, Math.max(1, 1 / room)),
  });
}

export function place(layout: Layout, space: number): Point {
  return layout.places[space] ?? { x: 0, y: 0 };
}

/** The cell around a space: what a finger may hit. */
export function cell(layout: Layout, space: number): Box {
  if (space === ATLANTIS) return layout.atlantis;
  if (space === MAINLAND) return layout.mainland;
  const { x, y } = place(layout, space);
  const { width, height } = layout.pitch;
  return { x: x - width / 2, y: y - height / 2 - 3, width, height };
}

/** The edge between two neighbours, or a little on this side of it. */
function edge(here: Point, there: Point, trim: number): Point {
  const distance = Math.hypot(there.x - here.x, there.y - here.y);
  const share = 0.5 - trim / distance;
  return { x: here.x + (there.x - here.x) * share, y: here.y + (there.y - here.y) * share };
}

/** A line through points, its corners rounded off. */
function line(points: Point[]): string {
  const [start, ...others] = points;
  if (!start) return "";
  let drawn = `M${start.x} ${start.y}`;
  others.forEach((point, index) => {
    const before = points[index] ?? start;
    const after = points[index + 2];
    if (!after || (before.x === point.x) === (point.x === after.x)) {
      drawn += `L${point.x} ${point.y}`;
      return;
    }
    const near = (other: Point) => {
      const distance = Math.hypot(other.x - point.x, other.y - point.y);
      const share = Math.min(0.5, 26 / distance);
      return {
        x: point.x + (other.x - point.x) * share,
        y: point.y + (other.y - point.y) * share,
      };
    };
    const [enter, leave] = [near(before), near(after)];
    drawn += `L${enter.x} ${enter.y}Q${point.x} ${point.y} ${leave.x} ${leave.y}`;
  });
  return drawn;
}

/** The way from one space to another, from middle to middle. */
export function route(layout: Layout, from: number, to: number): string {
  return line(layout.places.slice(from, to + 1));
}

/** The way from one space to another along the upper rims of the tiles, so that no item or value is covered. */
export function trail(layout: Layout, from: number, to: number): string {
  const above = 0.5 * TILE.height;
  const beside = 0.5 * layout.pitch.width;
  const points: Point[] = [];
  layout.places.slice(from, to + 1).forEach((here, index, all) => {
    const [before, after] = [all[index - 1], all[index + 1]];
    const y = here.y - above;
    // In a turn the thread keeps to the outer side.
    const outer = here.x > layout.width / 2 ? here.x + beside : here.x - beside;
    const turns = (other: Point | undefined) => other !== undefined && other.y !== here.y;
    if (turns(before)) points.push({ x: outer, y });
    points.push({ x: here.x, y });
    if (turns(after)) points.push({ x: outer, y });
  });
  return line(points);
}

/** A stretch of spaces, from the edge of the first to the edge of the last, or trimmed at both ends. */
export function stretch(layout: Layout, first: number, last: number, trim = 0): string {
  const inner = layout.places.slice(first, last + 1);
  const start = edge(place(layout, first), place(layout, first - 1), trim);
  const end = edge(place(layout, last), place(layout, last + 1), trim);
  return line([start, ...inner, end]);
}
