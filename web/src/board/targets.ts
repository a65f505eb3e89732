/** What can be pointed at on a board, which of it a pointer means, and where an arrow key leads. */

import { distance, type Point } from "./geometry";

export interface Target extends Point {
  id: string;
  live: boolean; // it can be chosen now, so keys reach it
  radius: number; // of the round area that takes a pointer
  reach?: number; // how far from it a pointer still means it, if farther than the radius
  spots?: readonly Point[]; // where its parts are, if it has several
}

/** Gives small targets room for a finger, but never more than half the way to the next target. */
export function makeRoom(targets: readonly Target[], finger: number): void {
  for (const target of targets) {
    let room = Math.max(target.radius, finger);
    for (const other of targets) if (other !== target) room = Math.min(room, distance(target, other) / 2);
    target.radius = Math.max(room, 3);
  }
}

function distanceTo(target: Target, point: Point): number {
  return Math.min(distance(target, point), ...(target.spots ?? []).map((spot) => distance(spot, point)));
}

/** The nearest target, if the point is within a finger or within the target's own reach. */
export function nearest<T extends Target>(targets: readonly T[], point: Point, finger: number): T | null {
  let best: T | null = null;
  let bestDistance = Infinity;
  for (const target of targets) {
    const far = distanceTo(target, point);
    const limit = Math.max(finger, target.reach ?? target.radius);
    if (far <= limit && far < bestDistance) [best, bestDistance] = [target, far];
  }
  return best;
}

export type ArrowKey = "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight";
const DIRECTIONS: Record<ArrowKey, Point> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

export const isArrowKey = (key: string): key is ArrowKey => key in DIRECTIONS;

/** How far aside a target may lie for each unit ahead; the wider cone is searched if the narrow one is empty. */
const CONES: readonly number[] = [1.2, 4];

/** The live target that an arrow key leads to: near, and rather straight ahead than aside. Null at the edge. */
export function nextTarget<T extends Target>(
  targets: readonly T[],
  from: Target,
  key: ArrowKey,
  cones: readonly number[] = CONES,
): T | null {
  for (const cone of cones) {
    const found = nearestInCone(targets, from, DIRECTIONS[key], cone);
    if (found) return found;
  }
  return null;
}

function nearestInCone<T extends Target>(
  targets: readonly T[],
  from: Target,
  direction: Point,
  cone: number,
): T | null {
  let best: T | null = null;
  let bestDistance = Infinity;
  for (const target of targets) {
    const x = target.x - from.x;
    const y = target.y - from.y;
    const ahead = x * direction.x + y * direction.y;
    const aside = Math.abs(x * direction.y) + Math.abs(y * direction.x);
    if (!target.live || target.id === from.id || ahead <= 0.5 || aside > cone * ahead) continue;
    const far = ahead + 2 * aside;
    if (far < bestDistance) [best, bestDistance] = [target, far];
  }
  return best;
}
