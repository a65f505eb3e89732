import { describe, expect, it } from "vitest";
import { distance, places, SIZE } from "./layout";
import { arranged, keyed, type Piece } from "./pieces";
import { BOARD_NAMES, sample } from "./sample";
import type { EscapeView } from "./types";

const chart = places(BOARD_NAMES);
let count = 0;
const fresh = () => String((count += 1));
const pieces = (view: EscapeView, before: Piece[] = []) => keyed(before, arranged(view, chart).things, fresh);

describe("the things on a hex", () => {
  it("are all there, and near its middle", () => {
    const view = sample({
      e3: { boat: true, people: [1, 0, 1, 1], swimmers: [0, 1, 0, 2], swum: 0, animals: { dolphin: 1, kraken: 1 } },
      g6: { land: "mountain", people: [1, 1, 1, 0] },
      b2: { animals: { monster: 2, shark: 3, kraken: 1, dolphin: 1 } },
    });
    const all = pieces(view);
    expect(all.filter(({ hex }) => hex === "e3")).toHaveLength(3 + 1 + 3 + 2);
    expect(all.filter(({ hex }) => hex === "g6")).toHaveLength(3);
    expect(all.filter(({ hex }) => hex === "b2")).toHaveLength(7);
    for (const piece of all) expect(distance(piece, chart.get(piece.hex) ?? { x: 999, y: 0 })).toBeLessThan(SIZE);
  });

  it("do not hide one another", () => {
    const crowd = { boat: true, people: [1, 1, 1, 0], swimmers: [1, 1, 1, 0], animals: { shark: 1, dolphin: 1 } };
    const all = pieces(sample({ e3: crowd }));
    for (const one of all) {
      for (const other of all) if (one !== other) expect(distance(one, other)).toBeGreaterThan(3.5);
    }
  });

  it("are counted when they are many", () => {
    const { tallies } = arranged(sample({ b2: { animals: { shark: 4 } }, b4: { swimmers: [3, 2, 1, 0] } }), chart);
    expect(tallies.map(({ n }) => n)).toEqual([4, 3, 2]);
  });

  it("say which swimmers are done for this turn", () => {
    const swimmers = pieces(sample({ b4: { swimmers: [2, 1, 0, 0], jumped: 1 } }));
    expect(swimmers.map((piece) => piece.sort === "person" && piece.tired)).toEqual(["jumped", null, null]);
  });
});

describe("the keys of things", () => {
  it("stay with who stays, and follow who moves", () => {
    const before = pieces(sample({ e3: { boat: true, people: [1, 1, 0, 0] }, b2: { animals: { shark: 1 } } }));
    const after = pieces(sample({ e4: { boat: true, people: [1, 1, 0, 0] }, b2: { animals: { shark: 1 } } }), before);
    expect(after.map(({ key }) => key).sort()).toEqual(before.map(({ key }) => key).sort());
  });

  it("know a person who leaves the boat for the water of the same hex", () => {
    const before = pieces(sample({ e3: { boat: true, people: [2, 0, 0, 0] } }));
    const after = pieces(sample({ e3: { boat: true, people: [1, 0, 0, 0], swimmers: [1, 0, 0, 0] } }), before);
    expect(new Set(after.map(({ key }) => key))).toEqual(new Set(before.map(({ key }) => key)));
  });

  it("are new for what is new", () => {
    const before = pieces(sample({ b2: { animals: { shark: 1 } } }));
    const after = pieces(sample({ b2: { animals: { shark: 1, kraken: 1 } } }), before);
    expect(after.filter(({ key }) => !before.some((old) => old.key === key))).toHaveLength(1);
  });
});
