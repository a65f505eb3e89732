import { expect, it } from "vitest";
import { partOf } from "../../board/zoom.svelte";
import { edgeMarks } from "./coordinates";
import { bounds, chartBox, coralBehind, places } from "./layout";
import { BOARD_NAMES, GATES } from "./sample";

const chart = places(BOARD_NAMES);
const hexes = [...chart.values()];
const corals = GATES.flatMap((gate) => chart.get(gate) ?? []).map(coralBehind);
const whole = chartBox(bounds(hexes, corals), 700, 640);

it("names every row at both sides, and the hexes that begin and end it", () => {
  const { letters, numbers } = edgeMarks(hexes, whole, 9);
  expect(letters.map(({ text }) => text).join("")).toBe([..."abcdefghijklm"].map((letter) => letter + letter).join(""));
  const named = numbers.map(({ key }) => key);
  for (const name of ["a1", "a4", "a7", "b1", "b10", "g1", "g11", "h12", "m3"]) expect(named).toContain(name);
  for (const name of ["b2", "g2", "g6", "g10"]) expect(named).not.toContain(name);
});

it("writes numbers into the hexes that they belong to", () => {
  for (const { key, text, x, y } of edgeMarks(hexes, whole, 9).numbers) {
    const place = chart.get(key);
    expect(key.slice(1)).toBe(text);
    expect(Math.hypot(x - (place?.x ?? 1e9), y - (place?.y ?? 1e9))).toBeLessThan(12);
  }
});

it("follows a closer look", () => {
  const part = partOf(whole, 2.5, { x: 0, y: 0 });
  const { letters, numbers } = edgeMarks(hexes, part, 4);
  expect(new Set(letters.map(({ text }) => text))).toEqual(new Set("efghi"));
  expect(numbers.map(({ key }) => key)).not.toContain("g1");
  for (const { x, y } of [...letters, ...numbers]) {
    expect(x > part.x && x < part.x + part.width && y > part.y && y < part.y + part.height).toBe(true);
  }
});
