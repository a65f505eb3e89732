/** Where everything lies on the chart, worked out from the names of the hexes alone. */

import { hex } from "@package/games/escape/shapes.json";

import type { Box, Point } from "../../board/geometry";

export const SIZE = hex; // from the middle of a hex to each of its points
export const WIDTH = SIZE * Math.sqrt(3); // from side to side, and to the next hex in the row
export const MARGIN = { x: 16, y: 7 }; // room for the border of the chart, and for letters at its sides

export interface Place extends Point {
  name: string;
  row: number; // from 0 at the top
}

/** A coral island: it lies beyond its gate, away from the middle of the board. */
export interface Coral extends Point {
  gate: Place;
  right: 1 | -1; // which way is outwards
  down: 1 | -1;
}

const rowOf = (name: string) => name.charCodeAt(0) - "a".charCodeAt(0);
const numberOf = (name: string) => Number(name.slice(1));

/** Rows from the top by letter, hexes from the left by number, every row centred. */
export function places(names: readonly string[]): Map<string, Place> {
  const lengths = new Map<number, number>();
  for (const name of names) {
    const row = rowOf(name);
    lengths.set(row, Math.max(lengths.get(row) ?? 0, numberOf(name)));
  }
  const last = Math.max(...lengths.keys());
  const found = new Map<string, Place>();
  for (const name of names) {
    const row = rowOf(name);
    const middle = ((lengths.get(row) ?? 0) + 1) / 2;
    found.set(name, {
      name,
      row,
      x: (numberOf(name) - middle) * WIDTH,
      y: (row - last / 2) * 1.5 * SIZE,
    });
  }
  return found;
}

/** The six points of a hex round the origin, as an SVG path; a little smaller leaves a seam. */
export function outline(size = SIZE, middle: Point = { x: 0, y: 0 }): string {
  const half = (size * Math.sqrt(3)) / 2;
  const corners = [
    [0, -size],
    [half, -size / 2],
    [half, size / 2],
    [0, size],
    [-half, size / 2],
    [-half, -size / 2],
  ] as const;
  const round = (value: number) => Math.round(value * 100) / 100;
  return `M${corners.map(([x, y]) => `${round(middle.x + x)} ${round(middle.y + y)}`).join("L")}Z`;
}

/** How far the middle of a coral island is from its gate, outwards. */
const BEYOND = { x: 0.75 * SIZE, y: 2.75 * SIZE };

export function coralBehind(gate: Place): Coral {
  const right = gate.x < 0 ? -1 : 1;
  const down = gate.y < 0 ? -1 : 1;
  return { gate, right, down, x: gate.x + right * BEYOND.x, y: gate.y + down * BEYOND.y };
}

/** The coral island at a point, if any. */
export function coralAt(corals: readonly Coral[], { x, y }: Point): Coral | null {
  const isOn = ({ gate, right, down }: Coral) => {
    const [across, up] = [(gate.x - x) * right, (gate.y - y) * down]; // as for one up and to the left
    return up < -0.9 * SIZE && up > -4 * SIZE && across > -1.9 * SIZE && across < 2.4 * SIZE;
  };
  return corals.find(isOn) ?? null;
}

/** The transform that carries a picture of coral, drawn for the upper left, to the corner of its gate. */
export function fromGate(gate: Place | undefined): string {
  if (!gate) return "";
  const { right, down } = coralBehind(gate);
  return `translate(${gate.x} ${gate.y}) scale(${-right * SIZE} ${-down * SIZE})`;
}

/** The smallest box round all hexes and coral islands. */
export function bounds(hexes: Iterable<Place>, corals: readonly Coral[]): Box {
  const xs: number[] = [];
  const ys: number[] = [];
  for (const place of hexes) {
    xs.push(place.x - WIDTH / 2, place.x + WIDTH / 2);
    ys.push(place.y - SIZE, place.y + SIZE);
  }
  for (const coral of corals) {
    xs.push(coral.gate.x + coral.right * CORAL_REACH.x);
    ys.push(coral.gate.y + coral.down * CORAL_REACH.y);
  }
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** How far a coral island reaches from the middle of its gate, outwards. */
export const CORAL_REACH = { x: 1.73 * SIZE, y: 3.95 * SIZE };

/** The box of the whole chart: all of the board at the start or in the middle, widened to the shape of its window. */
export function chartBox(board: Box, width: number, height: number, isAtStart = false): Box {
  const minimum = { width: board.width + 2 * MARGIN.x, height: board.height + 2 * MARGIN.y };
  const shape = width > 0 && height > 0 ? width / height : minimum.width / minimum.height;
  const full = {
    width: Math.max(minimum.width, minimum.height * shape),
    height: Math.max(minimum.height, minimum.width / shape),
  };
  const spare = { x: full.width - minimum.width, y: full.height - minimum.height };
  const share = isAtStart ? 0 : 0.5;
  return { x: board.x - MARGIN.x - spare.x * share, y: board.y - MARGIN.y - spare.y * share, ...full };
}
