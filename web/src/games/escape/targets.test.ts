import { describe, expect, it } from "vitest";
import { nearest } from "../../board/targets";
import { places } from "./layout";
import { arrangePieces } from "./pieces";
import { BOARD_NAMES, sample } from "./sample";
import { chartTargets, destinations, hexAt, offered, pieceAt } from "./targets";
import { assignKeys } from "./tracker";
import type { EscapeChoice } from "./types";

const chart = places(BOARD_NAMES);
const view = sample({
  e3: { boat: true, people: [1, 1, 0, 0], swimmers: [2, 0, 0, 0], swum: 1 },
  g6: { land: "mountain", people: [2, 1, 0, 0] },
});
let count = 0;
const pieces = assignKeys([], arrangePieces(view, chart).pieces, () => String((count += 1)));
const none: ReadonlySet<string> = new Set();

const MOVES: EscapeChoice[] = [
  { move: "go g6 f6", clicks: ["person:g6", "hex:f6"], piece: "person:g6:blue", to: "f6", becomes: "land" },
  { move: "jump e3", clicks: ["person:e3", "hex:e3"], piece: "person:e3:blue", to: "e3", becomes: "water" },
  { move: "sail e3 e4", clicks: ["boat:e3", "hex:e4"], piece: "boat:e3", to: "e4" },
  { move: "climb e3", clicks: ["swimmer:e3", "boat:e3"], piece: "swimmer:e3:blue:swum", to: "e3", becomes: "boat" },
];
const find = (...ids: string[]) => chartTargets(ids, MOVES, view, chart, pieces, 24);
const idsIn = (id: string) => find(id).flatMap((target) => target.pieces.map((piece) => piece.id));

describe("what is offered", () => {
  it("is what moves first, and where to afterwards", () => {
    const glow = new Set(["person:g6", "boat:e3", "hex:f6", "button:stop", "coral:c1"]);
    expect(offered(glow, none)).toEqual(["person:g6", "boat:e3"]);
    expect(offered(new Set(["hex:f6", "coral:c1"]), new Set(["person:g6"]))).toEqual(["hex:f6", "coral:c1"]);
    expect(offered(new Set(["hex:f6", "button:stay"]), none)).toEqual(["hex:f6"]);
  });

  it("leads to the places of its moves", () => {
    expect(destinations(MOVES, "boat:e3")).toEqual(["hex:e4"]);
    expect(destinations(MOVES, "swimmer:e3")).toEqual([]);
  });
});

describe("a target", () => {
  it("goes round the pieces that the server names", () => {
    expect(idsIn("person:g6")).toEqual(["person:g6:blue", "person:g6:blue"]);
    expect(idsIn("swimmer:e3")).toEqual(["swimmer:e3:blue:swum"]);
    expect(idsIn("boat:e3")).toEqual(["boat:e3"]);
    expect(find("person:a1")).toEqual([]);
  });

  it("is what a pointer on it means, also where several are close", () => {
    const all = find("person:e3", "boat:e3", "swimmer:e3", "hex:d2", "coral:c1");
    expect(all).toHaveLength(5);
    for (const target of all) expect(nearest(all, target, 24)?.id).toBe(target.id);
    expect(nearest(all, { x: 150, y: 150 }, 24)).toBeNull();
  });
});

it("finds the hex and the piece at a point", () => {
  const e4 = chart.get("e4")!;
  const e3 = chart.get("e3")!;
  expect(hexAt(chart, { x: e4.x + 8, y: e4.y - 8 })?.name).toBe("e4");
  expect(hexAt(chart, { x: -999, y: 0 })).toBeNull();
  expect(pieceAt(pieces, e3, { x: e3.x, y: e3.y + 18 })?.id).toMatch(/^swimmer:e3:blue/);
  expect(pieceAt(pieces, e4, e4)).toBeNull();
});
