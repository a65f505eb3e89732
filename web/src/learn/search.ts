/** Finding words in the rules, whatever their case and accents. */

import { plain, plainBlock, type Rule, type Section } from "./rules";

/** Letter by letter, so that places in the folded text are places in the text itself. */
export function folded(text: string): string {
  return [...text].map((letter) => letter.normalize("NFD").charAt(0).toLowerCase().padEnd(letter.length)).join("");
}

/** What is looked for: words, each of which has to occur. */
export function wordsOf(query: string): string[] {
  return folded(query.normalize("NFC").replaceAll("§", " "))
    .split(/\s+/)
    .filter((word) => word.length > 1 || /\d/.test(word));
}

/** A word, or several that mean the same. */
export type Word = string | readonly string[];

/** Words that mean the same, in every language. */
export type Synonyms = readonly (readonly string[])[];

/** What every game speaks of. */
const COMMON: Synonyms = [
  ["win", "victory", "winner", "gewinn", "sieg", "wint", "winn", "winst"],
  ["lose", "lost", "loses", "verlier", "verlor", "verlies", "verloren"],
  ["score", "points", "punkt", "punten", "wertung", "score"],
  ["end", "finish", "over", "ende", "schluss", "einde", "afgelopen"],
  ["turn", "zug", "beurt", "round", "runde", "ronde"],
  ["move", "walk", "run", "lauf", "zieh", "geh", "loop", "verplaats"],
  ["player", "spieler", "speler", "person"],
];

/** A word with those that mean the same: the word itself, and each group that has one which begins with it. */
export function withSynonyms(words: readonly string[], synonyms: Synonyms = []): Word[] {
  const groups = [...COMMON, ...synonyms].map((group) => group.map(folded));
  return words.map((word) => {
    const begins = (long: string, short: string, least: number) => short.length >= least && long.startsWith(short);
    const isMeant = (other: string) => begins(other, word, 3) || begins(word, other, 4);
    return [...new Set([word, ...groups.filter((group) => group.some(isMeant)).flat()])];
  });
}

export function holds(text: string, words: readonly Word[]): boolean {
  const inside = folded(text);
  return words.every((word) => [word].flat().some((one) => inside.includes(one)));
}

export interface Part {
  text: string;
  found: boolean;
}

/** A text cut where the words occur in it. */
export function parts(text: string, words: readonly string[]): Part[] {
  const inside = folded(text);
  const hits: [number, number][] = [];
  for (const word of words) {
    for (let at = inside.indexOf(word); at >= 0; at = inside.indexOf(word, at + word.length)) {
      hits.push([at, at + word.length]);
    }
  }
  hits.sort((one, other) => one[0] - other[0]);
  const cut: Part[] = [];
  let done = 0;
  for (const [start, end] of hits) {
    if (end <= done) continue;
    const from = Math.max(start, done);
    if (from > done) cut.push({ text: text.slice(done, from), found: false });
    cut.push({ text: text.slice(from, end), found: true });
    done = end;
  }
  if (done < text.length) cut.push({ text: text.slice(done), found: false });
  return cut;
}

function textOf(section: Section, rule: Rule): string {
  return [rule.id, section.number, plain(section.title), ...rule.blocks.map(plainBlock)].join("\n");
}

/** The sections that have something to show, with those rules only in which all words occur. */
export function searched(all: readonly Section[], words: readonly Word[]): Section[] {
  if (words.length === 0) return [...all];
  return all
    .map((section) => ({ ...section, rules: section.rules.filter((rule) => holds(textOf(section, rule), words)) }))
    .filter((section) => section.rules.length > 0);
}
