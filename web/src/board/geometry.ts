/** Points and boxes in the units of a drawing. */

export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

export function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

/** Where a pointer is in a drawing that shows `box` and fills `frame` on the screen. */
export function pointInDrawing(event: { clientX: number; clientY: number }, frame: DOMRect, box: Box): Point {
  const scale = box.width / frame.width;
  return { x: box.x + (event.clientX - frame.left) * scale, y: box.y + (event.clientY - frame.top) * scale };
}
