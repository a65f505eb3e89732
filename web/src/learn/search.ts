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

export function holds(text: string, words: readonly string[]): boolean {
  const inside = folded(text);
  return words.every((word) => inside.includes(word));
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
export function searched(all: readonly Section[], words: readonly string[]): Section[] {
  if (words.length === 0) return [...all];
  return all
    .map((section) => ({ ...section, rules: section.rules.filter((rule) => holds(textOf(section, rule), words)) }))
    .filter((section) => section.rules.length > 0);
}
