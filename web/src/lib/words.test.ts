import { describe, expect, test } from "vitest";

import de from "./catalogues/de";
import en from "./catalogues/en";
import nl from "./catalogues/nl";
import { isKey, LANGUAGES, learnLanguage, sentence, type Key, type Language, type Sentence } from "./words";

const CATALOGUES = { en, de, nl };

const SOURCES = import.meta.glob<string>(["../**/*.{ts,svelte}", "!../words/**", "!../**/*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const ALL = Object.values(SOURCES).join("\n");

const keys = Object.keys(CATALOGUES.en);
const languages = Object.keys(LANGUAGES) as Language[];

/** Keys put together in the sources, such as `level.${level}.help`, as patterns. */
function computed(): RegExp[] {
  const templates = [...ALL.matchAll(/`([^`\n]*\$\{[^`\n]*)`/g)].map((found) => found[1] ?? "");
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

const names = (sentence: Sentence) => {
  const forms = typeof sentence === "string" ? [sentence] : [sentence.one, sentence.other];
  return [...new Set(forms.flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort();
};

describe("words", () => {
  test.each(languages)("%s has every key, and none that English does not have", (language) => {
    expect(Object.keys(CATALOGUES[language]).sort()).toEqual([...keys].sort());
  });

  test.each(languages)("%s speaks of the same things in every sentence", (language) => {
    for (const [key, sentence] of Object.entries(CATALOGUES.en)) {
      const other = names(CATALOGUES[language][key as Key]);
      // A plural may be written out: "one person" instead of "{n} person".
      expect(other.filter((name) => name !== "{n}"), key).toEqual(names(sentence).filter((name) => name !== "{n}"));
    }
  });

  test.each(languages)("%s has no empty sentence", (language) => {
    for (const [key, sentence] of Object.entries(CATALOGUES[language])) {
      const forms = typeof sentence === "string" ? [sentence] : [sentence.one, sentence.other];
      for (const form of forms) expect(form.trim(), key).not.toBe("");
    }
  });

  test("no key is unused", () => {
    const patterns = computed();
    const unused = keys.filter((key) => {
      const isWritten = ALL.includes(`"${key}"`) || ALL.includes(`'${key}'`) || ALL.includes(`\`${key}\``);
      return !isWritten && !patterns.some((pattern) => pattern.test(key));
    });
    expect(unused).toEqual([]);
  });

  test("no key is missing that a source names", () => {
    const named = [...ALL.matchAll(/\bt\(\s*"([^"]+)"/g)].map((found) => found[1] ?? "");
    expect(named.filter((key) => !keys.includes(key))).toEqual([]);
  });
});

test("a language is spoken once it is here", async () => {
  expect(isKey("do.close")).toBe(false);
  expect(sentence("de", "do.close")).toBe("do.close");
  await learnLanguage("de");
  expect(isKey("do.close")).toBe(true);
  expect(isKey("no.such.key")).toBe(false);
  expect(sentence("de", "do.close")).toBe("Schließen");
  expect(sentence("de", "preview.cards", { n: 1 })).toBe("1 Karte");
  expect(sentence("de", "preview.cards", { n: 2 })).toBe("2 Karten");
  expect(sentence("de", "pass.title", { name: "{n}" })).toBe("Gib das Gerät an {n}");
  expect(sentence("de", "pass.title")).toBe("Gib das Gerät an {name}");
});
