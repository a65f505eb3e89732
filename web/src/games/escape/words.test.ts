import { describe, expect, it } from "vitest";
import de from "../../words/escape/de";
import en from "../../words/escape/en";
import nl from "../../words/escape/nl";

type Sentences = Record<string, string | { one: string; other: string }>;
const names = (sentence: string) => [...new Set(sentence.match(/\{\w+\}/g) ?? [])].sort();

describe.each([
  ["German", de],
  ["Dutch", nl],
])("the %s words", (_language, words: Sentences) => {
  it("have the same keys as the English ones", () => {
    expect(Object.keys(words).sort()).toEqual(Object.keys(en).sort());
  });

  it("speak of the same things", () => {
    for (const [key, sentence] of Object.entries(en as Sentences)) {
      const other = words[key];
      const text = (one: typeof other) => (typeof one === "string" ? one : (one?.other ?? ""));
      expect(names(text(other)), key).toEqual(names(text(sentence)));
    }
  });
});
