import { beforeAll, expect, it, vi } from "vitest";
import type { Choice } from "../../lib/types";
import type { CausewayView } from "./types";

type Words = typeof import("./words");
let words: Words;

beforeAll(async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("navigator", { languages: ["de-AT"] });
  words = await import("./words");
});

it("turns values into words", () => {
  expect(words.spoken({ item: "crown", n: 2 })).toEqual({ item: "Krone", n: 2 });
  expect(words.spoken({ tile: "ring4" })).toEqual({ tile: "Ring 4" });
  expect(words.spoken({ first: "A olive" })).toEqual({ first: "A Olive" });
  expect(words.spoken({ first: 12, figure: "A" })).toEqual({ first: 12, figure: "A" });
});

it("says what a tile pays too much", () => {
  const view = { owed: 1 } as CausewayView;
  const plan = (clicks: string[], owed: number): Choice => ({ move: "", clicks, owed });
  expect(words.planText(view, plan(["tile:5"], 0))).toBe("Dann ist alles bezahlt, 4 zu viel: Wechselgeld gibt es nicht.");
  expect(words.planText(view, plan(["card:ring"], 0))).toBe("Dann ist alles bezahlt.");
});
