/** The texts of the page and of each game, in three languages, loaded when they are needed. */

import LOADERS from "virtual:texts";

import type { Values } from "./types";

/** A sentence with {names}, or one per plural form of the value n. */
export type Sentence = string | { one: string; other: string };
export type Texts = Record<string, Sentence>;

export const LANGUAGES = { en: "English", de: "Deutsch", nl: "Nederlands" } as const;
export type Language = keyof typeof LANGUAGES;

/** What is loaded so far, one flat list per language; a game's keys begin with its name. */
let loaded = $state.raw<Record<Language, Texts>>({ en: {}, de: {}, nl: {} });
const loading = new Map<string, Promise<void>>();
const games = new Set<string>(); // whose texts were asked for

/** The texts of a game that this build does not know. */
async function fetchTexts(game: string, language: Language): Promise<Texts> {
  const response = await fetch(`/api/games/${game}/texts/${language}`);
  if (!response.ok) throw new Error(`texts of ${game}: ${response.status}`);
  const texts = (await response.json()) as Texts;
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [`${game}.${key}`, text]));
}

/** The texts of one folder of this build; nothing if there is no such folder. */
async function readFolder(folder: string): Promise<Texts | undefined> {
  return Object.hasOwn(LOADERS, folder) ? (await LOADERS[folder]?.())?.default : undefined;
}

async function readHouse(language: Language): Promise<Texts> {
  return (await readFolder(`locales/${language}`)) ?? {};
}

async function readGame(game: string, language: Language): Promise<Texts> {
  return (await readFolder(`games/${game}/locales/${language}`)) ?? fetchTexts(game, language);
}

/** Reads something once; after a failure it can be read again. */
function once(name: string, language: Language, read: () => Promise<Texts>): Promise<void> {
  const key = `${name} ${language}`;
  let found = loading.get(key);
  if (!found) {
    found = read().then((texts) => {
      loaded = { ...loaded, [language]: { ...loaded[language], ...texts } };
    });
    loading.set(key, found);
    found.catch(() => loading.delete(key));
  }
  return found;
}

/** Games that this build has texts of. */
function knownGames(): string[] {
  return Object.keys(LOADERS).flatMap((folder) => /^games\/([^/]+)\//.exec(folder)?.[1] ?? []);
}

/** Loads the page's texts in a language, and those of every game asked for so far, or of all that are known. */
export async function loadLanguage(language: Language, withGames = false): Promise<void> {
  if (withGames) for (const game of knownGames()) games.add(game);
  const house = once("", language, () => readHouse(language));
  await Promise.all([house, ...[...games].map((game) => loadGame(game, language))]);
}

/** Loads a game's texts. A game without texts speaks in codes and notation. */
export async function loadGame(game: string, language: Language): Promise<void> {
  games.add(game);
  await once(game, language, () => readGame(game, language)).catch(() => {});
}

export function textOf(language: Language, key: string): Sentence | undefined {
  return loaded[language][key];
}

/** A value that is itself a text, such as item = crown and the text `item.crown`: the game's, else the page's. */
function valueText(language: Language, game: string, name: string, value: string | number): string {
  const key = `${name}.${value}`;
  const found = (game && textOf(language, `${game}.${key}`)) || textOf(language, key);
  return typeof found === "string" ? found : String(value);
}

const rulesOf = new Map<string, Intl.PluralRules>();

/** The rules of plurals of a language; making them takes long, and a chart asks for them a hundred times. */
function pluralRules(language: string): Intl.PluralRules {
  const rules = rulesOf.get(language) ?? new Intl.PluralRules(language);
  rulesOf.set(language, rules);
  return rules;
}

/** A sentence filled with values. A key without a text is returned as it is. */
export function sentence(language: Language, key: string, values: Values = {}, game = ""): string {
  const found = textOf(language, game ? `${game}.${key}` : key);
  if (found === undefined) return key;
  const isOne = () => pluralRules(language).select(Number(values["n"] ?? 0)) === "one";
  const text = typeof found === "string" ? found : isOne() ? found.one : found.other;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : valueText(language, game, name, value);
  });
}
