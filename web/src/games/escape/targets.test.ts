import { describe, expect, it } from "vitest";
import type { Choice } from "../../lib/types";
import { foresight } from "./foresight";
import { distance, places } from "./layout";
import { arranged, keyed } from "./pieces";
import { BOARD_NAMES, sample } from "./sample";
import { completing, hexAt, nearest, offered, onward, targets } from "./targets";

const chart = places(BOARD_NAMES);
const view = sample({
  e3: { boat: true, people: [1, 1, 0, 0], swimmers: [1, 0, 0, 0] },
  g6: { land: "mountain", people: [2, 1, 0, 0] },
});
let count = 0;
const pieces = keyed([], arranged(view, chart).things, () => String((count += 1)));
const find = (...ids: string[]) => targets(ids, view, chart, pieces, 24);
const none: ReadonlySet<string> = new Set();

describe("what is offered", () => {
  it("is who moves first, and where to afterwards", () => {
    const glow = new Set(["person:g6", "boat:e3", "hex:f6", "button:stop", "coral:c1"]);
    expect(offered(glow, none)).toEqual(["person:g6", "boat:e3"]);
    expect(offered(new Set(["hex:f6", "coral:c1"]), new Set(["person:g6"]))).toEqual(["hex:f6", "coral:c1"]);
    expect(offered(new Set(["hex:f6", "button:stay"]), none)).toEqual(["hex:f6"]);
  });
});

describe("a pointer", () => {
  it("means the nearest target within reach of a finger", () => {
    const all = find("person:e3", "boat:e3", "swimmer:e3", "hex:d2");
    for (const target of all) expect(nearest(all, target, 24)?.id).toBe(target.id);
    expect(nearest(all, { x: 150, y: 150 }, 24)).toBeNull();
  });

  it("finds the hex below it", () => {
    const e4 = chart.get("e4");
    expect(e4 && hexAt(chart, { x: e4.x + 8, y: e4.y - 8 })?.name).toBe("e4");
    expect(hexAt(chart, { x: -999, y: 0 })).toBeNull();
  });

  it("has room round small things, but never reaches over half the way to the next", () => {
    const [alone] = find("swimmer:e3");
    expect(alone?.reach).toBeGreaterThanOrEqual(24);
    const all = find("person:e3", "boat:e3", "swimmer:e3");
    for (const one of all) {
      for (const other of all) {
        if (one !== other) expect(one.reach).toBeLessThanOrEqual(Math.max(3, distance(one, other) / 2) + 1e-9);
      }
    }
  });
});

describe("the arrow keys", () => {
  it("go to the next target in their direction", () => {
    const all = find("hex:g6", "hex:g7", "hex:g5", "hex:f6", "hex:i6", "hex:a1");
    const middle = all.find(({ id }) => id === "hex:g6");
    expect(middle && onward(all, middle, "ArrowRight")?.id).toBe("hex:g7");
    expect(middle && onward(all, middle, "ArrowLeft")?.id).toBe("hex:g5");
    expect(middle && onward(all, middle, "ArrowUp")?.id).toBe("hex:f6");
    expect(middle && onward(all, middle, "ArrowDown")?.id).toBe("hex:i6");
  });
});

describe("a move before it is made", () => {
  const jump: Choice = { move: "jump e3", clicks: ["person:e3", "hex:e3"], lost: [1, 0, 0, 0] };
  const sail: Choice = { move: "sail e3 e4", clicks: ["boat:e3", "hex:e4"] };

  it("is known once only one click is missing", () => {
    expect(completing([jump, sail], new Set(["person:e3"]), "hex:e3")).toBe(jump);
    expect(completing([jump, sail], none, "hex:e3")).toBeNull();
  });

  it("shows the boat and everybody in it at the new place", () => {
    const seen = foresight(sail, view, chart, pieces);
    expect(seen.ghosts.map(({ sort }) => sort).sort()).toEqual(["boat", "person", "person"]);
    expect(seen.ghosts.every(({ hex }) => hex === "e4")).toBe(true);
  });

  it("shows who would be lost", () => {
    const seen = foresight(jump, view, chart, pieces);
    expect(seen.lost).toEqual([1, 0, 0, 0]);
    expect(seen.ghosts[0]).toMatchObject({ sort: "person", seat: 0, footing: "water" });
  });
});
