/** Positions as text (docs/notation.md), taken apart for editors: parts between slashes, each a row of words. */

export type Row = readonly string[];

export const rowsOf = (text: string): string[][] =>
  text
    .split(/\s\/\s|\n/)
    .map((part) => part.trim().split(/\s+/))
    .filter((words) => words[0] !== "");

export const textOf = (rows: readonly Row[]): string => rows.map((words) => words.join(" ")).join(" / ");

/** How many of what: `2xring`, or `ring` for one. */
export function counted(word: string): [number, string] {
  const found = /^(\d{1,2})x(.+)$/.exec(word);
  return found ? [Number(found[1]), found[2] ?? ""] : [1, word];
}

/** The words of a list counted by name. */
export function counts(words: Row): Record<string, number> {
  const found: Record<string, number> = {};
  for (const [n, name] of words.map(counted)) found[name] = (found[name] ?? 0) + n;
  return found;
}

/** Words for so many of each name: `2xring flag`. */
export const listed = (numbers: Readonly<Record<string, number>>, names = Object.keys(numbers)): string[] =>
  names.flatMap((name) => {
    const n = numbers[name] ?? 0;
    return n > 1 ? [`${n}x${name}`] : n === 1 ? [name] : [];
  });

/** A head such as `GAME 3 option=on` with another number of players. */
export const withPlayers = (head: Row, players: number): string[] => [head[0] ?? "", String(players), ...head.slice(2)];

/** How many play by a head. */
export const playersIn = (head: Row): number => Number(head[1] ?? 2) || 2;

/** The value of an option by a head; nothing if it is the usual one. */
export const optionIn = (head: Row, name: string): string | undefined =>
  head.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);

/** A position as text with another value of an option, or with its usual one. */
export function withOption(text: string, name: string, value: string | null): string {
  const [head = [], ...rows] = rowsOf(text);
  const others = head.filter((word) => !word.startsWith(`${name}=`));
  return textOf([[...others, ...(value === null ? [] : [`${name}=${value}`])], ...rows]);
}
