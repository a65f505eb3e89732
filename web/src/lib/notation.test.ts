import { expect, test } from "vitest";

import causeway from "../words/causeway/en";
import escape from "../words/escape/en";
import { sayingOf } from "./notation";
import type { GameName } from "./types";

const NOTATION = import.meta.glob<string>("../../../src/atlantis/games/*/notation.py", {
  query: "?raw",
  import: "default",
  eager: true,
});

const WRITTEN: Record<GameName, [string, string, object][]> = {
  causeway: [
    ["A olive", "move", { figure: "A", item: "olive" }],
    ["then helmet", "then", { item: "helmet" }],
    ["pay 5", "pay-tile", { value: "5" }],
    ["pay ring", "pay-card", { item: "ring" }],
    ["buy 7", "buy", { value: "7" }],
    ["pass", "pass", {}],
    ["end", "end", {}],
    ["bridge 12", "bridge", { space: "12" }],
    ["tile ring4", "tile", { item: "ring", value: "4" }],
    ["draw flag", "draw", { item: "flag" }],
  ],
  escape: [
    ["place g3", "place", { to: "g3" }],
    ["go g3 g4", "go", { from: "g3", to: "g4" }],
    ["swim g3 g4", "swim", { from: "g3", to: "g4" }],
    ["sail g3 g4", "sail", { from: "g3", to: "g4" }],
    ["ride k9 j9", "ride", { from: "k9", to: "j9" }],
    ["jump g10", "jump", { from: "g10" }],
    ["climb g10", "climb", { to: "g10" }],
    ["go a1 coral", "go-coral", { from: "a1" }],
    ["swim a1 coral", "swim-coral", { from: "a1" }],
    ["stop", "stop", {}],
    ["sink e4", "sink", { to: "e4" }],
    ["move blue e4", "relocate", { colour: "blue", to: "e4" }],
    ["pick e4", "pick", { from: "e4" }],
    ["pick e4 rider", "pick-rider", { from: "e4" }],
    ["to a1", "to", { to: "a1" }],
    ["stay", "stay", {}],
    ["symbol shark", "symbol", { symbol: "shark" }],
    ["spin dolphin T", "spin", { animal: "dolphin", number: "T" }],
  ],
};

test.each(["causeway", "escape"] as const)("every kind of move of %s is understood and has a short form", (game) => {
  const words = { ...causeway, ...escape };
  for (const [move, code, values] of WRITTEN[game]) {
    expect(sayingOf(game, move), move).toEqual({ code, values });
    const isChance = ["tile", "draw", "symbol", "spin"].includes(code);
    expect(words).toHaveProperty([`${game}.${isChance ? "log" : "move"}.${code}`]);
  }
  const source = Object.entries(NOTATION).find(([path]) => path.includes(game))?.[1] ?? "";
  const codes = [...source.matchAll(/Action\(\s*f?"[^"]*", "([a-z-]+)"/g)].map((found) => found[1]);
  expect(codes.length).toBeGreaterThan(8);
  expect(WRITTEN[game].map(([, code]) => code)).toEqual(expect.arrayContaining(codes));
});

test("what is no move has no code", () => {
  expect(sayingOf("escape", "A olive")).toEqual({ code: "", values: {} });
});
