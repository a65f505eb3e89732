/** What the edges of the chart say: the letters of its rows, and the numbers of the outermost hexes in each. */

import type { Box } from "../../board/geometry";
import { SIZE, WIDTH, type Place } from "./layout";

export interface EdgeMark {
  key: string;
  text: string;
  x: number;
  y: number;
}

const BESIDE = 6; // from the outermost hexes to the letters
const CLEAR = { x: 0.72 * WIDTH, y: 0.8 * SIZE }; // from the edge of what is seen to the middle of a numbered hex
const ABOVE = 0.52 * SIZE; // from the middle of a hex up to its number

/**
 * The marks at the edges of the part that is seen; a letter and a number together are the name of a hex.
 * Rows are counted from the left each, and not all begin below one another: so the numbers stand in the hexes that
 * begin and end a row, and in those of the highest and the lowest row.
 */
export function edgeMarks(hexes: readonly Place[], part: Box, letterWidth: number): { letters: EdgeMark[]; numbers: EdgeMark[] } {
  const [left, right] = [part.x, part.x + part.width];
  const edge = Math.max(...hexes.map(({ x }) => x)) + WIDTH / 2 + BESIDE;
  const sides = [Math.max(-edge, left + letterWidth), Math.min(edge, right - letterWidth)];
  const seen = hexes.filter(
    ({ x, y }) =>
      x > left + CLEAR.x && x < right - CLEAR.x && y > part.y + CLEAR.y && y < part.y + part.height - CLEAR.y,
  );
  const rows = [...new Set(seen.map(({ row }) => row))];
  const letters: EdgeMark[] = [];
  const numbers: EdgeMark[] = [];
  for (const row of rows) {
    const places = seen.filter((place) => place.row === row);
    const [first, last] = [places[0], places.at(-1)];
    if (!first || !last) continue;
    const letter = first.name.slice(0, 1);
    letters.push(...sides.map((x, side) => ({ key: `${letter}${side}`, text: letter, x, y: first.y })));
    const numbered = row === rows[0] || row === rows.at(-1) ? places : [...new Set([first, last])];
    numbers.push(...numbered.map(({ name, x, y }) => ({ key: name, text: name.slice(1), x, y: y - ABOVE })));
  }
  return { letters, numbers };
}
