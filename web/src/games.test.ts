import { beforeAll, expect, test, vi } from "vitest";

import { FIGURES, GAMES } from "./games";

const SOURCES = import.meta.glob<string>(["./**/*.{ts,svelte,css}", "!./games/**"], {
  query: "?raw",
  import: "default",
  eager: true,
});
// The imports of a source: static, dynamic, and by pattern.
const IMPORTS = /(?:\bfrom|\bimport|\bimport\(|\bglob(?:<[^>]*>)?\(\[?)\s*["'`]([^"'`]*)["'`]/g;
const games = Object.keys(GAMES);

test("there are games, and sources outside their folders", () => {
  expect(games.length).toBeGreaterThan(1);
  expect(Object.keys(SOURCES).length).toBeGreaterThan(60);
});

test.each(Object.keys(SOURCES))("%s names no game and imports none", (path) => {
  const source = SOURCES[path] ?? "";
  const name = new RegExp(`\\b(${games.join("|")})\\b`, "i");
  // "Escape" is also what the browser calls a key.
  const named = source.split("\n").filter((line) => name.test(line.replaceAll(/"Escape"|keys\.escape/g, "")));
  expect(named).toEqual([]);
  const imported = [...source.matchAll(IMPORTS)].map((found) => found[1] ?? "");
  const isGame = (text: string) => /\/games\//.test(text) && !text.startsWith("@package/games/*/");
  expect(imported.filter(isGame)).toEqual([]);
});

beforeAll(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("navigator", { languages: ["en"] });
});

test("every picture of the rules belongs to a rule that exists", async () => {
  const documents = import.meta.glob<string>("../../docs/rules/*.md", { query: "?raw", import: "default", eager: true });
  for (const [path, load] of Object.entries(FIGURES)) {
    const text = documents[`../../docs/rules/${path.split("/")[1]}.md`] ?? "";
    for (const rule of Object.keys(await load())) expect(text).toContain(`<a id="${rule}"></a>`);
  }
}, 60_000); // every picture is compiled for it
