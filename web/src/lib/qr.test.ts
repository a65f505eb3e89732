import { expect, test } from "vitest";

import { qrCode } from "./qr";

/** Dark or light before the mask was applied (ISO/IEC 18004, 7.8.2). */
const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Reads a code of version 2 or 3 with its data in one block, as a phone would after finding its corners. */
function read(code: boolean[][]): string {
  const size = code.length;
  const bit = (x: number, y: number) => code[y]?.[x] ?? false;
  const mask = MASKS[[2, 3, 4].reduce((sum, x) => sum * 2 + Number(bit(x, 8)), 0) ^ 0b101]!;
  const isPattern = (x: number, y: number) => {
    const isCorner = (x < 9 && y < 9) || (x < 9 && y >= size - 8) || (x >= size - 8 && y < 9);
    return isCorner || x === 6 || y === 6 || (Math.abs(x - size + 7) <= 2 && Math.abs(y - size + 7) <= 2);
  };
  const bits: number[] = [];
  let isUp = true;
  for (let right = size - 1; right > 0; right -= 2, isUp = !isUp) {
    if (right === 6) right = 5; // the column of the timing pattern
    for (let step = 0; step < size; step++) {
      const y = isUp ? size - 1 - step : step;
      for (const x of [right, right - 1]) if (!isPattern(x, y)) bits.push(Number(bit(x, y) !== mask(x, y)));
    }
  }
  const number = (from: number, length: number) => parseInt(bits.slice(from, from + length).join(""), 2);
  expect([number(0, 4), number(4, 8), number(12, 4)]).toEqual([0b0111, 26, 0b0100]); // UTF-8, in bytes
  return String.fromCharCode(...Array.from({ length: number(16, 8) }, (_, index) => number(24 + 8 * index, 8)));
}

test.each(["http://box:8000/table/Qm", "http://192.168.1.20:8000/table/Qm3xT9"])("%s can be read", (link) => {
  expect(read(qrCode(link))).toBe(link);
});

test("a text that fits no code has none", () => {
  expect(qrCode("x".repeat(4_000))).toEqual([]);
});
