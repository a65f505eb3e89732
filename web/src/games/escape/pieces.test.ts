import { describe, expect, it } from "vitest";
import { distance } from "../../board/geometry";
import { places, SIZE } from "./layout";
import { arrangePieces } from "./pieces";
import { BOARD_NAMES, sample } from "./sample";
import type { EscapeView } from "./types";

const chart = places(BOARD_NAMES);
const pieces = (view: EscapeView) => arrangePieces(view, chart).pieces;

describe("the pieces on a hex", () => {
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
    const { badges } = arrangePieces(sample({ b2: { animals: { shark: 4 } }, b4: { swimmers: [3, 2, 1, 0] } }), chart);
    expect(badges.map(({ n }) => n)).toEqual([4, 3, 2]);
  });

  it("have the ids that the server names them by", () => {
    const ids = (hex: Parameters<typeof sample>[0]) => pieces(sample(hex)).map(({ id }) => id);
    expect(ids({ b4: { swimmers: [3, 1, 0, 0], jumped: 1, swum: 1 } })).toEqual([
      "swimmer:b4:blue:jumped",
      "swimmer:b4:blue:swum",
      "swimmer:b4:blue:rested",
      "swimmer:b4:white:rested",
    ]);
    expect(ids({ g6: { land: "hill", people: [0, 0, 1, 0] } })).toEqual(["person:g6:black"]);
    expect(ids({ e3: { boat: true, people: [1, 0, 0, 0], animals: { shark: 1 } } })).toEqual([
      "shark:e3",
      "person:e3:blue",
      "boat:e3",
    ]);
  });
});
