import { describe, expect, it } from "vitest";
import { distance, pointInDrawing } from "./geometry";
import { isArrowKey, makeRoom, nearest, nextTarget, type Target } from "./targets";

const target = (id: string, x: number, y: number, more: Partial<Target> = {}): Target => ({
  id,
  x,
  y,
  live: true,
  radius: 5,
  ...more,
});

describe("a pointer", () => {
  const near = target("near", 0, 0);
  const far = target("far", 40, 0);

  it("means the nearest target within a finger", () => {
    expect(nearest([near, far], { x: 15, y: 0 }, 24)?.id).toBe("near");
    expect(nearest([near, far], { x: 25, y: 0 }, 24)?.id).toBe("far");
    expect(nearest([near, far], { x: 0, y: 30 }, 24)).toBeNull();
  });

  it("means a large target farther away, as far as its reach", () => {
    const large = target("large", 0, 0, { reach: 60 });
    expect(nearest([large], { x: 0, y: 50 }, 24)?.id).toBe("large");
    expect(nearest([large], { x: 0, y: 70 }, 24)).toBeNull();
  });

  it("means a target by any of its parts", () => {
    const wide = target("wide", 50, 50, { spots: [{ x: 0, y: 50 }, { x: 100, y: 50 }] });
    expect(nearest([wide], { x: 95, y: 50 }, 10)?.id).toBe("wide");
  });

  it("is found in the units of the drawing", () => {
    const frame = { left: 10, top: 20, width: 200, height: 100 } as DOMRect;
    const box = { x: -50, y: 0, width: 100, height: 50 };
    expect(pointInDrawing({ clientX: 110, clientY: 70 }, frame, box)).toEqual({ x: 0, y: 25 });
  });
});

it("makes room round small targets, never over half the way to the next", () => {
  const [alone] = [target("alone", 0, 0)];
  makeRoom([alone], 24);
  expect(alone.radius).toBe(24);
  const close = [target("a", 0, 0), target("b", 20, 0), target("c", 24, 0)];
  makeRoom(close, 24);
  for (const one of close) {
    for (const other of close) {
      if (one !== other) expect(one.radius).toBeLessThanOrEqual(Math.max(3, distance(one, other) / 2));
    }
  }
});

describe("an arrow key", () => {
  const middle = target("middle", 0, 0);
  const all = [
    middle,
    target("right", 40, 0),
    target("far right", 80, 0),
    target("up", 10, -40),
    target("aside", 100, 40),
    target("asleep", 0, 20, { live: false }),
  ];

  it("leads to the nearest live target on its side", () => {
    expect(nextTarget(all, middle, "ArrowRight")?.id).toBe("right");
    expect(nextTarget(all, middle, "ArrowUp")?.id).toBe("up");
    expect(nextTarget(all, middle, "ArrowLeft")).toBeNull();
  });

  it("looks aside if nothing is straight ahead, as far as its widest cone", () => {
    expect(nextTarget(all, middle, "ArrowDown")?.id).toBe("aside");
    expect(nextTarget(all, middle, "ArrowDown", [1])).toBeNull();
    expect(nextTarget([middle, target("low", 100, 1)], middle, "ArrowDown", [Infinity])?.id).toBe("low");
  });

  it("is one of four keys", () => {
    expect(isArrowKey("ArrowUp")).toBe(true);
    expect(isArrowKey("Enter")).toBe(false);
  });
});
