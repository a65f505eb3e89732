import { beforeAll, expect, it, vi } from "vitest";
import notation from "../../../../src/atlantis/games/causeway/notation.py?raw";
import refusals from "../../../../src/atlantis/games/causeway/refusals.py?raw";
import phases from "../../../../src/atlantis/games/causeway/view.py?raw";
import type { CausewayView, Choice } from "../../lib/types";
import type { Sentence } from "../../lib/words";
import de from "../../words/causeway/de";
import en from "../../words/causeway/en";
import nl from "../../words/causeway/nl";

type Words = typeof import("./words");
let words: Words;

beforeAll(async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("navigator", { languages: ["de-AT"] });
  words = await import("./words");
});

const names = (sentence: Sentence) => {
  const forms = typeof sentence === "string" ? [sentence] : [sentence.other];
  return forms.flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)).sort();
};

it.each([["de", de], ["nl", nl]] as const)("says the same in %s", (_, catalogue) => {
  expect(Object.keys(catalogue)).toEqual(Object.keys(en));
  for (const [key, sentence] of Object.entries(en)) {
    expect([key, names(catalogue[key as keyof typeof en])]).toEqual([key, names(sentence)]);
  }
});

it("has a sentence for every refusal, with the same values", () => {
  const table = refusals.slice(refusals.indexOf("SENTENCES = {"), refusals.indexOf("def refusal("));
  const codes = [...table.matchAll(/^ {4}"([\w-]+)": \(([^]*?)\),$/gm)];
  expect(codes.length).toBeGreaterThan(25);
  for (const [, code, rest] of codes) {
    const sentence = en[`causeway.refusal.${code}` as keyof typeof en] as string | undefined;
    expect(sentence, code).toBeDefined();
    const known = [...(rest ?? "").matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    for (const name of names(sentence!)) expect(known, code).toContain(name);
  }
  const own = Object.keys(en).filter((key) => key.startsWith("causeway.refusal."));
  expect(own).toHaveLength(codes.length);
});

it("has a sentence for every phase in which somebody decides, and for every kind of move", () => {
  const table = phases.slice(phases.indexOf("PHASES = {"), phases.indexOf("def view("));
  const codes = [...table.matchAll(/rules\.\w+: "([\w ]+)",/g)].map(([, phase]) => phase!.replaceAll(" ", "-"));
  expect(codes).toHaveLength(11);
  const chance = ["lay-tiles", "lay-lower-tiles", "uncover", "deal", "draw", "buy"];
  const said = Object.keys(en).flatMap((key) => /^causeway\.say\.(.+)/.exec(key)?.[1] ?? []);
  expect(said).toEqual(codes.filter((code) => ![...chance, "over"].includes(code)));
  const moves = [...notation.matchAll(/yield Action\(\s*(?:f"[^"]*"|"[^"]*"), "([\w-]+)"/g)].map(([, code]) => code);
  expect(moves.length).toBeGreaterThanOrEqual(10);
  for (const code of moves) expect(en).toHaveProperty([`causeway.log.${code}`]);
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
