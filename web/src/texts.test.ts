import { describe, expect, test } from "vitest";

import { LANGUAGES, type Language, type Sentence, type Texts } from "./lib/catalogues.svelte";

// All texts but those that only the terminal or the server reads.
const FILES = import.meta.glob<Texts>(
  [
    "@package/locales/*/*.json",
    "!@package/locales/*/{terminal,link}.json",
    "@package/games/*/locales/*/*.json",
    "!@package/games/*/locales/*/terminal.json",
  ],
  { import: "default", eager: true },
);
const SOURCES = import.meta.glob<string>(["./**/*.{ts,svelte}", "!./**/*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const languages = Object.keys(LANGUAGES) as Language[];

/** Files by their path from `atlantis_games/` on, with LANG for the language. */
const files = new Map<string, Partial<Record<Language, Texts>>>();
for (const [path, texts] of Object.entries(FILES)) {
  const [, before = "", language = "", name = ""] = /atlantis_games\/(.*)locales\/(\w+)\/(\w+\.json)$/.exec(path) ?? [];
  const all = files.get(before + name) ?? {};
  files.set(before + name, { ...all, [language]: texts });
}

const forms = (sentence: Sentence) => (typeof sentence === "string" ? [sentence] : [sentence.one, sentence.other]);
// A plural may be written out: "one person" instead of "{n} person".
const values = (sentence: Sentence) =>
  [...new Set(forms(sentence).flatMap((form) => form.match(/\{\w+\}/g) ?? []))].filter((name) => name !== "{n}").sort();

describe.each([...files])("%s", (name, found) => {
  const english = found.en ?? {};

  test.each(languages)("has the same keys in %s as in English", (language) => {
    expect(Object.keys(found[language] ?? {}).sort()).toEqual(Object.keys(english).sort());
  });

  test.each(languages)("has the same values in every sentence in %s", (language) => {
    for (const [key, sentence] of Object.entries(english)) {
      expect(values(found[language]?.[key] ?? ""), `${name} ${key}`).toEqual(values(sentence));
    }
  });

  test.each(languages)("has no empty sentence in %s", (language) => {
    for (const [key, sentence] of Object.entries(found[language] ?? {})) {
      for (const form of forms(sentence)) expect(form.trim(), `${name} ${key}`).not.toBe("");
    }
  });
});

/** The page's own keys, or those of one game. */
function keysOf(game: string): string[] {
  const keys = (name: string) => Object.keys(files.get(name)?.en ?? {});
  if (game) return ["game", "board", "log"].flatMap((name) => keys(`games/${game}/${name}.json`));
  const house = [...files.keys()].filter((name) => !name.includes("/"));
  return house.flatMap((name) => keys(name).map((key) => (name === "errors.json" ? `error.${key}` : key)));
}

const games = [...files.keys()].flatMap((name) => /^games\/(.+)\/game\.json$/.exec(name)?.[1] ?? []);

/** The sources that may name a key: the house for its own, the house and the game for a game's. */
function sourcesOf(game: string): string {
  const isOther = (path: string) => path.startsWith("./games/") && !path.startsWith(`./games/${game}/`);
  return Object.entries(SOURCES).flatMap(([path, text]) => (game && isOther(path) ? [] : [text])).join("\n");
}

/** Keys put together in the sources, such as `level.${level}.help`, as patterns. */
function computedKeys(sources: string): RegExp[] {
  const templates = [...sources.matchAll(/`([^`\n]*\$\{[^`\n]*)`/g)].map((found) => found[1] ?? "");
  const patterns: RegExp[] = [];
  for (const template of templates) {
    const parts = template.split(/\$\{[^}]*\}/);
    // Only what looks like a key, and says enough to tell which keys are meant.
    if (!parts.every((part) => /^[a-zA-Z.-]*$/.test(part))) continue;
    if (!/[a-z]{3,}/.test(parts.join("")) || !parts.join("").includes(".")) continue;
    patterns.push(new RegExp(`^${parts.map((part) => part.replaceAll(".", "\\.")).join(".+")}$`));
  }
  return patterns;
}

test.each(["", ...games])("no text of the page or of a game is unused: %s", (game) => {
  const sources = sourcesOf(game);
  const patterns = computedKeys(sources);
  const keys = keysOf(game);
  // A text such as `item.crown` takes the place of the value of {item} in a sentence.
  const names = new Set([...files].flatMap(([, { en = {} }]) => Object.values(en).flatMap(values)).map((n) => n.slice(1, -1)));
  const isValue = (key: string) => names.has(key.split(".")[0] ?? "");
  const isWritten = (key: string) => [`"${key}"`, `'${key}'`, `\`${key}\``].some((written) => sources.includes(written));
  const unused = keys.filter((key) => !isWritten(key) && !isValue(key) && !patterns.some((one) => one.test(key)));
  expect(unused).toEqual([]);
});

test("every key that a source asks for exists", () => {
  for (const [path, source] of Object.entries(SOURCES)) {
    const game = /^\.\/games\/([^/]+)\//.exec(path)?.[1] ?? "";
    const known = new Set([...keysOf(""), ...keysOf(game)]);
    const asked = [...source.matchAll(/\b(?:t|text)\(\s*"([^"]+)"/g)].map((found) => found[1] ?? "");
    expect(asked.filter((key) => !known.has(key)), path).toEqual([]);
  }
});
