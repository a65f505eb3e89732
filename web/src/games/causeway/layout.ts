/** Where everything lies: the path winds row by row from Atlantis, top left, to the mainland, bottom right. */

export const ATLANTIS = 0;
export const MAINLAND = 54;

/** Both layouts are made of the same cells, so that a tile is drawn only once. */
export const CELL = { width: 96, height: 80 };
export const TILE = { width: 86, height: 60 };
const MARGIN = 6;
const SHORE_CELLS = 5; // what Atlantis and the mainland each take of their row

export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

export interface Layout {
  name: "wide" | "upright";
  width: number;
  height: number;
  places: Point[]; // the middle of each space's tile; for both ends, of the cell next to the path
  atlantis: Box;
  mainland: Box;
}

/** Rows that run to and fro. An odd number of rows, so that the two ends lie in opposite corners. */
export function winding(name: Layout["name"], columns: number, rows: number): Layout {
  const places: Point[] = [];
  const first = SHORE_CELLS - 1;
  for (let cell = first; places.length <= MAINLAND; cell += 1) {
    const row = Math.floor(cell / columns);
    const along = cell % columns;
    const column = row % 2 === 0 ? along : columns - 1 - along;
    places.push({
      x: MARGIN + (column + 0.5) * CELL.width,
      y: MARGIN + (row + 0.5) * CELL.height + 3, // room above for the heads of figures
    });
  }
  const shore = { width: SHORE_CELLS * CELL.width, height: CELL.height };
  const width = columns * CELL.width + 2 * MARGIN;
  const height = rows * CELL.height + 2 * MARGIN;
  return {
    name,
    width,
    height,
    places,
    atlantis: { x: MARGIN, y: MARGIN, ...shore },
    mainland: { x: width - MARGIN - shore.width, y: height - MARGIN - shore.height, ...shore },
  };
}

export const WIDE = winding("wide", 9, 7);
export const UPRIGHT = winding("upright", 7, 9);

/** The layout whose tiles come out larger. */
export function layoutFor(width: number, height: number): Layout {
  const scale = (layout: Layout) => Math.min(width / layout.width, height / layout.height);
  return scale(UPRIGHT) > scale(WIDE) ? UPRIGHT : WIDE;
}

export function place(layout: Layout, space: number): Point {
  return layout.places[space] ?? { x: 0, y: 0 };
}

/** The cell around a space: what a finger may hit. */
export function cell(layout: Layout, space: number): Box {
  if (space === ATLANTIS) return layout.atlantis;
  if (space === MAINLAND) return layout.mainland;
  const { x, y } = place(layout, space);
  return { x: x - CELL.width / 2, y: y - CELL.height / 2 - 3, ...CELL };
}

function middle(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
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

/** The same way along the upper rims of the tiles, so that no item or value is covered. */
export function trail(layout: Layout, from: number, to: number): string {
  const above = 0.5 * TILE.height;
  const beside = 0.5 * CELL.width;
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

/** A stretch of spaces, from the edge of the first to the edge of the last. */
export function stretch(layout: Layout, first: number, last: number): string {
  const inner = layout.places.slice(first, last + 1);
  const start = middle(place(layout, first - 1), place(layout, first));
  const end = middle(place(layout, last), place(layout, last + 1));
  return line([start, ...inner, end]);
}
