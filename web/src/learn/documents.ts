/** The rules of the games: files beside the page (see web/rules.ts), fetched when somebody reads them. */

import type { Language } from "../lib/catalogues.svelte";
import type { Section } from "./rules";

const FILES = import.meta.glob<string>("../../../docs/rules/*.md", { query: "?sections", import: "default", eager: true });
const read = new Map<string, Promise<Section[]>>();

function addressOf(game: string, language: Language): string {
  const name = language === "en" ? game : `${game}.${language}`;
  return FILES[`../../../docs/rules/${name}.md`] ?? "";
}

/** Whether this build has the rules of a game. */
export function hasRules(game: string): boolean {
  return addressOf(game, "en") !== "";
}

async function fetched(address: string): Promise<Section[]> {
  if (!address) throw new Error("this build has no rules of this game");
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return (await response.json()) as Section[];
}

/** The rules of a game, in a language; they are fetched once. */
export function rulesOf(game: string, language: Language): Promise<Section[]> {
  const address = addressOf(game, language);
  let found = read.get(address);
  if (!found) {
    found = fetched(address);
    read.set(address, found);
    found.catch(() => read.delete(address)); // so that it can be tried again
  }
  return found;
}
