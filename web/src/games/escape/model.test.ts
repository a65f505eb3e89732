import { expect, test } from "vitest";

import { read, seatPlayers, use, view, withPhase, withTurn, write } from "./model";
import { sample } from "./sample";

const base = sample({ e4: { land: "flatland" }, e5: { land: "hill" }, f5: { land: "mountain" } });
const TEXT =
  "escape 2 / land e4 e5 / boat c1 g2 2xblue / people e5 blue white / swim c2 white / swum c2 blue / shark d4 d4 / dolphin c2 / saved white 3 / turn blue / phase move / points 2 / symbols hill boat";

test("a text is read and written as it was, and the whole island is known", () => {
  expect(write(read(TEXT, base))).toBe(TEXT);
  expect(write(read("escape 2 / land all / sunk e5 / swim c1 blue / lost blue 4", base))).toBe("escape 2 / land e4 f5 / swim c1 blue / turn blue / phase move");
});

test("people stand, sail or swim by where they are put", () => {
  let model = read(TEXT, base);
  for (const id of ["hex:e4", "hex:c1", "hex:a1"]) model = use(model, "person:1", [id], base);
  expect(write(model)).toContain("boat c1 white g2 2xblue / people e4 white e5 blue white / swim a1 white c2 white");
  expect(write(model)).toContain("symbols");
});

test("pieces, boats and animals change what can be under the island", () => {
  const tools: [string, string][] = [["land", "hex:e4"], ["land", "hex:a1"], ["boat", "hex:g2"], ["animal:kraken", "hex:d4"], ["clear", "shark:d4"]];
  let model = read(TEXT, base);
  for (const [tool, id] of tools) model = use(model, tool, [id], base);
  const text = write(model);
  expect(text).toContain("land e5 /");
  expect(text).toContain("boat c1 / people e5 blue white g2 2xblue"); // which cannot be, as one is then told
  expect(text).not.toMatch(/shark|kraken|symbols/);
  expect(use(model, "boat", ["coral:z9"], base)).toBe(model);
});

test("a click on a piece is one on its hex", () => {
  const model = use(read(TEXT, base), "animal:dolphin", ["swimmer:c2:blue:swum", "hex:c2"], base);
  expect(model.hexes["c2"]?.animals).toEqual({ dolphin: 2 });
});

test("another turn, phase or number of players leaves out what no longer fits", () => {
  const model = read(TEXT, base);
  expect(write(withTurn(model, 1))).toContain("swim c2 blue white");
  expect(write(withPhase(model, "sink"))).not.toContain("points");
  expect(write(seatPlayers(model, 3))).toContain("escape 3 /");
  expect(seatPlayers(model, 3).hexes).toEqual(model.hexes);
});

test("the board shows what the model says", () => {
  const shown = view(read(TEXT, base), base);
  const at = (name: string) => shown.hexes.find(({ hex }) => hex === name);
  expect(at("e5")).toEqual({ hex: "e5", land: "hill", people: [1, 1, 0, 0] });
  expect(at("f5")).toEqual({ hex: "f5" });
  expect(at("c1")).toEqual({ hex: "c1", gate: true, boat: true });
  expect(at("d4")?.animals).toEqual({ shark: 2 });
});
