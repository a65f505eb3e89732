/** QR codes of a short text: byte mode, error correction L or M, versions 1 to 6 (ISO/IEC 18004). */

export type Level = "L" | "M";

interface Shape {
  check: number; // checking bytes per block
  blocks: number[]; // data bytes of each block
}

const SHAPES: Record<Level, Shape[]> = {
  L: [
    { check: 7, blocks: [19] },
    { check: 10, blocks: [34] },
    { check: 15, blocks: [55] },
    { check: 20, blocks: [80] },
    { check: 26, blocks: [108] },
    { check: 18, blocks: [68, 68] },
  ],
  M: [
    { check: 10, blocks: [16] },
    { check: 16, blocks: [28] },
    { check: 26, blocks: [44] },
    { check: 18, blocks: [32, 32] },
    { check: 24, blocks: [43, 43] },
    { check: 16, blocks: [27, 27, 27, 27] },
  ],
};

/** The dark modules of a code, row by row; null if the text is too long. */
export function qrCode(text: string, level: Level = "M", mask?: number): boolean[][] | null {
  const bytes = [...new TextEncoder().encode(text)];
  const version = 1 + SHAPES[level].findIndex((shape) => bytes.length + 2 <= sum(shape.blocks));
  if (version === 0) return null;
  const words = codewords(bytes, level, version);
  if (mask !== undefined) return drawn(words, level, version, mask);
  const candidates = [0, 1, 2, 3, 4, 5, 6, 7].map((number) => drawn(words, level, version, number));
  return candidates.reduce((best, other) => (penalty(other) < penalty(best) ? other : best));
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** The field of 256 elements: powers of 2 modulo x^8 + x^4 + x^3 + x^2 + 1, and their exponents. */
const POWER: number[] = [];
const EXPONENT: number[] = [];
for (let exponent = 0, power = 1; exponent < 255; exponent++) {
  POWER[exponent] = power;
  EXPONENT[power] = exponent;
  power = (power << 1) ^ (power & 128 ? 0x11d : 0);
}

function times(a: number, b: number): number {
  if (a === 0 || b === 0) return 0;
  return POWER[(EXPONENT[a]! + EXPONENT[b]!) % 255]!;
}

/** The checking bytes of a block: what is left after division by the generator (Reed-Solomon). */
export function checkBytes(block: readonly number[], count: number): number[] {
  let generator = [1];
  for (let root = 0; root < count; root++) {
    const longer = [...generator, 0];
    generator.forEach((factor, index) => (longer[index + 1]! ^= times(factor, POWER[root]!)));
    generator = longer;
  }
  const rest = [...block, ...Array<number>(count).fill(0)];
  for (let index = 0; index < block.length; index++) {
    const lead = rest[index]!;
    generator.forEach((factor, offset) => (rest[index + offset]! ^= times(factor, lead)));
  }
  return rest.slice(block.length);
}

/** Mode, length and text, filled up, cut into blocks, checked, and dealt out block by block. */
export function codewords(bytes: readonly number[], level: Level, version: number): number[] {
  const shape = SHAPES[level][version - 1]!;
  const nibbles = [4, bytes.length >> 4, bytes.length & 15];
  for (const byte of bytes) nibbles.push(byte >> 4, byte & 15);
  nibbles.push(0);
  const data: number[] = [];
  for (let index = 0; index < nibbles.length; index += 2) {
    data.push((nibbles[index]! << 4) | (nibbles[index + 1] ?? 0));
  }
  const room = sum(shape.blocks);
  for (let filler = 0xec; data.length < room; filler ^= 0xec ^ 0x11) data.push(filler);
  let start = 0;
  const blocks = shape.blocks.map((size) => data.slice(start, (start += size)));
  const checks = blocks.map((block) => checkBytes(block, shape.check));
  return [...dealt(blocks), ...dealt(checks)];
}

function dealt(blocks: number[][]): number[] {
  const longest = Math.max(...blocks.map((block) => block.length));
  const order = Array.from({ length: longest }, (_, index) => blocks.map((block) => block[index]));
  return order.flat().filter((byte) => byte !== undefined);
}

const MASKS: ((row: number, column: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

/** The fifteen bits that name level and mask, with their own error correction. */
export function formatBits(level: Level, mask: number): number {
  const data = ((level === "L" ? 1 : 0) << 3) | mask;
  let rest = data << 10;
  for (let bit = 14; bit >= 10; bit--) if (rest & (1 << bit)) rest ^= 0x537 << (bit - 10);
  return ((data << 10) | rest) ^ 0x5412;
}

/** The square with everything in its place. */
function drawn(words: number[], level: Level, version: number, mask: number): boolean[][] {
  const size = 17 + 4 * version;
  const grid: (boolean | null)[][] = Array.from({ length: size }, () => Array(size).fill(null));
  const set = (row: number, column: number, dark: boolean) => {
    if (row >= 0 && row < size && column >= 0 && column < size) grid[row]![column] = dark;
  };
  const ring = (row: number, column: number, reach: number, isDark: (distance: number) => boolean) => {
    for (let r = -reach; r <= reach; r++) {
      for (let c = -reach; c <= reach; c++) {
        set(row + r, column + c, isDark(Math.max(Math.abs(r), Math.abs(c))));
      }
    }
  };
  for (let index = 8; index < size - 8; index++) {
    set(6, index, index % 2 === 0);
    set(index, 6, index % 2 === 0);
  }
  const finder = (distance: number) => distance !== 2 && distance !== 4;
  for (const [row, column] of [[3, 3], [3, size - 4], [size - 4, 3]] as const) {
    ring(row, column, 4, finder);
  }
  if (version > 1) ring(size - 7, size - 7, 2, (distance) => distance !== 1);
  drawFormat(set, size, formatBits(level, mask));
  drawWords(grid, words, MASKS[mask]!);
  return grid.map((row) => row.map((module) => module === true));
}

function drawFormat(set: (r: number, c: number, dark: boolean) => void, size: number, bits: number) {
  const bit = (index: number) => ((bits >> index) & 1) === 1;
  for (let index = 0; index < 6; index++) {
    set(index, 8, bit(index));
    set(8, index, bit(14 - index));
  }
  set(7, 8, bit(6));
  set(8, 8, bit(7));
  set(8, 7, bit(8));
  for (let index = 0; index < 8; index++) set(8, size - 1 - index, bit(index));
  for (let index = 0; index < 7; index++) set(size - 1 - index, 8, bit(14 - index));
  set(size - 8, 8, true);
}

/** The bytes in a zigzag of double columns from the lower right, around what is there already. */
function drawWords(
  grid: (boolean | null)[][],
  words: number[],
  isFlipped: (row: number, column: number) => boolean,
): void {
  const size = grid.length;
  let index = 0;
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right--;
    for (let step = 0; step < size; step++) {
      const row = up ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (grid[row]![column] !== null) continue;
        const bit = ((words[index >> 3] ?? 0) >> (7 - (index & 7))) & 1;
        grid[row]![column] = (bit === 1) !== isFlipped(row, column);
        index++;
      }
    }
  }
}

/** How hard a code is to read: long runs, squares, false finders, too dark or too light. */
function penalty(grid: boolean[][]): number {
  const size = grid.length;
  const lines = [
    ...grid,
    ...grid.map((_, column) => grid.map((row) => row[column]!)),
  ].map((line) => line.map((dark) => (dark ? "1" : "0")).join(""));
  let total = 0;
  for (const line of lines) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) total += run.length - 2;
    for (let at = 0; at + 11 <= size; at++) {
      const part = line.slice(at, at + 11);
      if (part === "10111010000" || part === "00001011101") total += 40;
    }
  }
  let dark = 0;
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const module = grid[row]![column];
      if (module) dark++;
      const below = grid[row + 1];
      if (
        below &&
        column + 1 < size &&
        grid[row]![column + 1] === module &&
        below[column] === module &&
        below[column + 1] === module
      ) {
        total += 3;
      }
    }
  }
  return total + 10 * Math.floor(Math.abs((dark * 20) / (size * size) - 10));
}
