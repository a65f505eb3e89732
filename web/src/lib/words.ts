/** Every word a person reads or hears, in three languages. English is the catalogue others follow. */

import type causeway from "../words/causeway/en";
import type common from "../words/common/en";
import type escape from "../words/escape/en";
import type learn from "../words/learn/en";
import type { Values } from "./types";

/** A sentence with {names}, or one per plural form of the value n. */
export type Sentence = string | { one: string; other: string };

export const LANGUAGES = { en: "English", de: "Deutsch", nl: "Nederlands" } as const;
export type Language = keyof typeof LANGUAGES;
export type Key = keyof (typeof common & typeof causeway & typeof escape & typeof learn);
export type Catalogue = Record<Key, Sentence>;

/** Nobody reads three languages at once: each comes when it is chosen. */
const COMING: Record<Language, () => Promise<{ default: Catalogue }>> = {
  en: () => import("./catalogues/en"),
  de: () => import("./catalogues/de"),
  nl: () => import("./catalogues/nl"),
};
const here: Partial<Record<Language, Catalogue>> = {};
let last: Catalogue | null = null;

/** Fetches a language. Until one is here, sentences are their keys. */
export async function learnLanguage(language: Language): Promise<void> {
  last = here[language] ??= (await COMING[language]()).default;
}

export function isKey(text: string): text is Key {
  return last !== null && text in last;
}

export function sentence(language: Language, key: Key, values: Values = {}): string {
  const found = here[language]?.[key];
  if (found === undefined) return key;
  let text: string;
  if (typeof found === "string") text = found;
  else text = new Intl.PluralRules(language).select(Number(values["n"] ?? 0)) === "one" ? found.one : found.other;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
