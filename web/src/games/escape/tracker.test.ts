import { describe, expect, it } from "vitest";
import { places } from "./layout";
import { arrangePieces, type Piece } from "./pieces";
import { BOARD_NAMES, sample } from "./sample";
import { assignKeys } from "./tracker";
import type { EscapeView } from "./types";

const chart = places(BOARD_NAMES);
let count = 0;
const newKey = () => String((count += 1));
const pieces = (view: EscapeView, before: Piece[] = []) => assignKeys(before, arrangePieces(view, chart).pieces, newKey);

describe("the keys of pieces", () => {
  it("stay with what stays, and follow what moves", () => {
    const before = pieces(sample({ e3: { boat: true, people: [1, 1, 0, 0] }, b2: { animals: { shark: 1 } } }));
    const after = pieces(sample({ e4: { boat: true, people: [1, 1, 0, 0] }, b2: { animals: { shark: 1 } } }), before);
    expect(after.map(({ key }) => key).sort()).toEqual(before.map(({ key }) => key).sort());
  });

  it("follow a person who leaves the boat for the water of the same hex", () => {
    const before = pieces(sample({ e3: { boat: true, people: [2, 0, 0, 0] } }));
    const after = pieces(sample({ e3: { boat: true, people: [1, 0, 0, 0], swimmers: [1, 0, 0, 0] } }), before);
    expect(new Set(after.map(({ key }) => key))).toEqual(new Set(before.map(({ key }) => key)));
  });

  it("are new for new pieces", () => {
    const before = pieces(sample({ b2: { animals: { shark: 1 } } }));
    const after = pieces(sample({ b2: { animals: { shark: 1, kraken: 1 } } }), before);
    expect(after.filter(({ key }) => !before.some((old) => old.key === key))).toHaveLength(1);
  });
});
