/** Every word a person reads or hears, in three languages. English is the catalogue others follow. */

import causewayDe from "../words/causeway/de";
import causewayEn from "../words/causeway/en";
import causewayNl from "../words/causeway/nl";
import commonDe from "../words/common/de";
import commonEn from "../words/common/en";
import commonNl from "../words/common/nl";
import escapeDe from "../words/escape/de";
import escapeEn from "../words/escape/en";
import escapeNl from "../words/escape/nl";
import learnDe from "../words/learn/de";
import learnEn from "../words/learn/en";
import learnNl from "../words/learn/nl";
import type { Values } from "./types";

/** A sentence with {names}, or one per plural form of the value n. */
export type Sentence = string | { one: string; other: string };

export const LANGUAGES = { en: "English", de: "Deutsch", nl: "Nederlands" } as const;
export type Language = keyof typeof LANGUAGES;

const en = { ...commonEn, ...causewayEn, ...escapeEn, ...learnEn };
export type Key = keyof typeof en;
type Catalogue = Record<Key, Sentence>;
const de: Catalogue = { ...commonDe, ...causewayDe, ...escapeDe, ...learnDe };
const nl: Catalogue = { ...commonNl, ...causewayNl, ...escapeNl, ...learnNl };
export const CATALOGUES: Record<Language, Catalogue> = { en, de, nl };

export function isKey(text: string): text is Key {
  return text in en;
}

export function sentence(language: Language, key: Key, values: Values = {}): string {
  const found: Sentence = CATALOGUES[language][key];
  let text: string;
  if (typeof found === "string") text = found;
  else text = new Intl.PluralRules(language).select(Number(values["n"] ?? 0)) === "one" ? found.one : found.other;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
