/** Where the rules are kept: files beside the page, fetched when somebody reads them. */

import type { GameName } from "../lib/types";
import type { Language } from "../lib/words";
import { sections, type Section } from "./markdown";

const FILES = import.meta.glob<string>("../../../docs/rules/*.md", { query: "?url", import: "default", eager: true });
const read = new Map<string, Promise<Section[]>>();

async function fetched(address: string): Promise<Section[]> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return sections(await response.text());
}

/** The rules of a game, in a language; they are fetched once. */
export function rulesOf(game: GameName, language: Language): Promise<Section[]> {
  const name = language === "en" ? game : `${game}.${language}`;
  const address = FILES[`../../../docs/rules/${name}.md`] ?? "";
  let found = read.get(address);
  if (!found) {
    found = fetched(address);
    read.set(address, found);
    found.catch(() => read.delete(address)); // so that it can be tried again
  }
  return found;
}
