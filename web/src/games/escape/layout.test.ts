import { describe, expect, it } from "vitest";
import { distance } from "../../board/geometry";
import { bounds, chartBox, coralBehind, CORAL_REACH, outline, places, SIZE, WIDTH } from "./layout";
import { BOARD_NAMES, GATES } from "./sample";

const chart = places(BOARD_NAMES);
const all = [...chart.values()];
const corals = GATES.flatMap((gate) => chart.get(gate) ?? []).map(coralBehind);
const inside = (box: ReturnType<typeof bounds>, x: number, y: number) =>
  x >= box.x - 0.01 && x <= box.x + box.width + 0.01 && y >= box.y - 0.01 && y <= box.y + box.height + 0.01;

describe("the chart", () => {
  it("has a place for every hex", () => {
    expect(chart.size).toBe(133);
    for (const name of BOARD_NAMES) expect(chart.get(name)?.name).toBe(name);
    expect(all.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true);
  });

  it("has g6 in the middle", () => {
    expect(distance(chart.get("g6") ?? { x: 9, y: 9 }, { x: 0, y: 0 })).toBeLessThan(1e-9);
  });

  it("lets neighbours touch and nobody overlap", () => {
    for (const [number, one] of all.entries()) {
      for (const other of all.slice(number + 1)) expect(distance(one, other)).toBeGreaterThan(WIDTH - 1e-6);
    }
    // The middle has six neighbours, a corner of the board fewer, and none is alone.
    const neighbours = (name: string) => {
      const from = chart.get(name);
      const near = all.filter((other) => from && other !== from && distance(from, other) < WIDTH + 1e-6);
      return near.map((other) => other.name);
    };
    expect(neighbours("g6").sort()).toEqual(["f6", "f7", "g5", "g7", "h6", "h7"]);
    expect(neighbours("a1").sort()).toEqual(["a2", "b2", "b3"]);
    expect(all.every(({ name }) => neighbours(name).length >= 2)).toBe(true);
  });

  it("draws each hex with six points at the same distance", () => {
    const points = [...outline().matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => Math.hypot(Number(x), Number(y)));
    expect(points).toHaveLength(6);
    for (const far of points) expect(far).toBeCloseTo(SIZE, 1);
  });

  it("keeps everything inside the box, whatever the window", () => {
    const board = bounds(all, corals);
    for (const [width, height] of [[860, 560], [390, 420], [320, 700], [0, 0]] as const) {
      const box = chartBox(board, width, height);
      if (height > 0) expect(box.width / box.height).toBeCloseTo(width / height);
      for (const { x, y } of all) {
        expect(inside(box, x - WIDTH / 2, y - SIZE) && inside(box, x + WIDTH / 2, y + SIZE)).toBe(true);
      }
      for (const { gate, right, down } of corals) {
        expect(inside(box, gate.x + right * CORAL_REACH.x, gate.y + down * CORAL_REACH.y)).toBe(true);
      }
    }
  });

  it("puts a coral island beyond each corner, off every hex", () => {
    expect(corals.map(({ right, down }) => `${right} ${down}`)).toEqual(["-1 -1", "1 -1", "-1 1", "1 1"]);
    for (const coral of corals) {
      for (const place of all) expect(distance(coral, place)).toBeGreaterThan(SIZE);
      expect(all.every((place) => distance(coral, place) >= distance(coral, coral.gate) - 2 * SIZE)).toBe(true);
    }
  });
});
