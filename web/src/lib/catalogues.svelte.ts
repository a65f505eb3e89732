/** The texts of the page and of each game, in three languages, loaded when they are needed. */

import type { Values } from "./types";

/** A sentence with {names}, or one per plural form of the value n. */
export type Sentence = string | { one: string; other: string };
export type Texts = Record<string, Sentence>;

export const LANGUAGES = { en: "English", de: "Deutsch", nl: "Nederlands" } as const;
export type Language = keyof typeof LANGUAGES;

type Loader = () => Promise<Texts>;
const HOUSE_FILES = import.meta.glob<Texts>("@package/locales/*/*.json", { import: "default" });
const GAME_FILES = import.meta.glob<Texts>("@package/games/*/locales/*/{game,board}.json", { import: "default" });

/** What is loaded so far, one flat list per language; a game's keys begin with its name. */
let loaded = $state.raw<Record<Language, Texts>>({ en: {}, de: {}, nl: {} });
const loading = new Map<string, Promise<void>>();
const games = new Set<string>(); // whose texts were asked for

const prefixed = (texts: Texts, prefix: string): Texts =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [`${prefix}.${key}`, text]));

/** The files of one folder, by the path that follows `src/atlantis_games/`. */
function inFolder(files: Record<string, Loader>, folder: string): [string, Loader][] {
  return Object.entries(files).filter(([path]) => path.includes(`/${folder}/`));
}

async function readHouse(language: Language): Promise<Texts> {
  const parts = inFolder(HOUSE_FILES, `atlantis_games/locales/${language}`).map(async ([path, load]) => {
    const texts = await load();
    return path.endsWith("/errors.json") ? prefixed(texts, "error") : texts;
  });
  return Object.assign({}, ...(await Promise.all(parts))) as Texts;
}

async function readGame(game: string, language: Language): Promise<Texts> {
  const files = inFolder(GAME_FILES, `games/${game}/locales/${language}`);
  const parts = files.length > 0 ? files.map(([, load]) => load()) : [fetchTexts(game, language)];
  return prefixed(Object.assign({}, ...(await Promise.all(parts))) as Texts, game);
}

/** The texts of a game that this build does not know. */
async function fetchTexts(game: string, language: Language): Promise<Texts> {
  const response = await fetch(`/api/games/${game}/texts/${language}`);
  if (!response.ok) throw new Error(`texts of ${game}: ${response.status}`);
  return (await response.json()) as Texts;
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
  return [...new Set(Object.keys(GAME_FILES).map((path) => /games\/([^/]+)\/locales/.exec(path)?.[1] ?? ""))];
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

/** A sentence filled with values. A key without a text is returned as it is. */
export function sentence(language: Language, key: string, values: Values = {}, game = ""): string {
  const found = textOf(language, game ? `${game}.${key}` : key);
  if (found === undefined) return key;
  const isOne = () => new Intl.PluralRules(language).select(Number(values["n"] ?? 0)) === "one";
  const text = typeof found === "string" ? found : isOne() ? found.one : found.other;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : valueText(language, game, name, value);
  });
}
