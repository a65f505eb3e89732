import { describe, expect, it } from "vitest";
import { coralBehind, places } from "./layout";
import { arrangePieces } from "./pieces";
import { previewPicture } from "./preview";
import { BOARD_NAMES, sample } from "./sample";
import { assignKeys } from "./tracker";
import type { EscapeChoice } from "./types";

const chart = places(BOARD_NAMES);
const view = sample({
  e3: { boat: true, people: [1, 1, 0, 0], swimmers: [1, 0, 0, 0] },
  d4: { swimmers: [1, 0, 0, 0], animals: { dolphin: 1 } },
  g6: { land: "mountain", people: [2, 1, 0, 0] },
});
let count = 0;
const pieces = assignKeys([], arrangePieces(view, chart).pieces, () => String((count += 1)));
const picture = (more: Partial<EscapeChoice>) =>
  previewPicture({ move: "", clicks: [], ...more }, view, chart, pieces);

describe("a move before it is made", () => {
  it("shows the boat and everybody in it at the new place", () => {
    const { copies } = picture({ piece: "boat:e3", to: "e4" });
    expect(copies.map(({ sort }) => sort).sort()).toEqual(["boat", "person", "person"]);
    expect(copies.every(({ hex }) => hex === "e4")).toBe(true);
  });

  it("shows a person as what it becomes, and who would be lost", () => {
    const seen = picture({ piece: "person:e3:blue", to: "e3", becomes: "water", lost: [1, 0, 0, 0] });
    expect(seen.lost).toEqual([1, 0, 0, 0]);
    expect(seen.copies).toMatchObject([{ sort: "person", seat: 0, footing: "water" }]);
    expect(seen.from).toBeNull();
  });

  it("shows somebody who is not on the board yet", () => {
    const seen = picture({ piece: "supply:white", to: "g6", becomes: "land" });
    expect(seen.copies).toMatchObject([{ seat: 1, footing: "land", hex: "g6" }]);
    expect(seen.from).toBeNull();
  });

  it("shows an animal with its rider", () => {
    const { copies, from } = picture({ piece: "dolphin:d4", rider: "swimmer:d4:blue:rested", to: "d3" });
    expect(copies).toMatchObject([{ animal: "dolphin", hex: "d3" }, { sort: "person", seat: 0, footing: "water" }]);
    expect(from).toEqual(chart.get("d4"));
  });

  it("ends on the coral island", () => {
    const gate = chart.get("c1")!;
    const { to } = picture({ piece: "swimmer:c1:blue:rested", to: "c1", becomes: "coral" });
    expect(to).toMatchObject({ x: coralBehind(gate).x, y: coralBehind(gate).y });
  });

  it("shows what would sink, and nothing for a move without a piece", () => {
    expect(picture({ piece: "land:g6" })).toMatchObject({ sinks: "g6", copies: [] });
    expect(picture({})).toMatchObject({ sinks: null, to: null, copies: [] });
  });
});
