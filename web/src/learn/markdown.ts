/** Reads the rules: the little of Markdown that our documents use, as plain values for components to draw. */

export type Inline =
  | { kind: "text"; text: string }
  | { kind: "code"; text: string }
  | { kind: "strong" | "emphasis"; inside: Inline[] }
  | { kind: "link"; to: string; inside: Inline[] };

export type Block =
  | { kind: "paragraph"; inside: Inline[] }
  | { kind: "code"; text: string }
  | { kind: "list"; ordered: boolean; items: Inline[][] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] }
  | { kind: "note"; blocks: Block[] };

/** A numbered rule, or what stands in a section without a number (then `id` is empty). */
export interface Rule {
  id: string;
  blocks: Block[];
}

export interface Section {
  id: string;
  level: number; // 1 is the document's own title
  number: string; // such as "4", or empty
  title: Inline[];
  rules: Rule[];
}

const ANCHOR = /^<a id="([\w.-]+)"><\/a>$/;
const HEADING = /^(#{1,3}) (.+)$/;
const ITEM = /^(?:-|(\d+)\.) (.*)$/;
const PIECES = /`([^`]+)`|\*\*(.+?)\*\*|\*(.+?)\*|\[(.+?)\]\((.+?)\)|(§\d+(?:\.\d+)?)/;

/** A line of text with emphasis, code and links. A rule's number becomes a link to that rule. */
export function inline(text: string, linked = false): Inline[] {
  const found: Inline[] = [];
  let rest = text;
  for (let match = PIECES.exec(rest); match; match = PIECES.exec(rest)) {
    if (match.index > 0) found.push({ kind: "text", text: rest.slice(0, match.index) });
    found.push(piece(match, linked));
    rest = rest.slice(match.index + match[0].length);
  }
  if (rest) found.push({ kind: "text", text: rest });
  return found;
}

function piece([whole, code, strong, emphasis, words, to, rule]: RegExpExecArray, linked: boolean): Inline {
  if (code !== undefined) return { kind: "code", text: code };
  if (strong !== undefined) return { kind: "strong", inside: inline(strong, linked) };
  if (emphasis !== undefined) return { kind: "emphasis", inside: inline(emphasis, linked) };
  if (words !== undefined && to !== undefined) {
    // Our documents point at places in themselves only; anything else stays plain text.
    if (!/^#[\w.-]+$/.test(to)) return { kind: "text", text: words };
    return { kind: "link", to, inside: inline(words, true) };
  }
  if (rule !== undefined && !linked) return { kind: "link", to: `#${rule.slice(1)}`, inside: [{ kind: "text", text: rule }] };
  return { kind: "text", text: whole };
}

/** The words alone. */
export function plain(pieces: readonly Inline[]): string {
  return pieces.map((one) => ("inside" in one ? plain(one.inside) : one.text)).join("");
}

export function plainBlock(block: Block): string {
  switch (block.kind) {
    case "paragraph":
      return plain(block.inside);
    case "code":
      return block.text;
    case "list":
      return block.items.map(plain).join("\n");
    case "table":
      return [block.head, ...block.rows].map((row) => row.map(plain).join(" ")).join("\n");
    case "note":
      return block.blocks.map(plainBlock).join("\n");
  }
}

/** How a heading without an anchor of its own is called in links. */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, "")
    .replaceAll(" ", "-");
}

const cells = (line: string) => line.replace(/^\||\|$/g, "").split("|").map((cell) => inline(cell.trim()));

/** Lines up to the first that does not belong. */
function taken(lines: string[], belongs: (line: string) => boolean): string[] {
  const end = lines.findIndex((line) => !belongs(line));
  return lines.splice(0, end < 0 ? lines.length : end);
}

/** The next block; its lines are removed from the front. */
function block(lines: string[]): Block {
  const first = lines[0] ?? "";
  if (first.startsWith("```")) {
    lines.shift();
    const text = taken(lines, (line) => !line.startsWith("```")).join("\n");
    lines.shift();
    return { kind: "code", text };
  }
  if (first.startsWith("|")) {
    const [head = "", , ...rows] = taken(lines, (line) => line.startsWith("|"));
    return { kind: "table", head: cells(head), rows: rows.map(cells) };
  }
  if (first.startsWith(">")) {
    const inside = taken(lines, (line) => line.startsWith(">")).map((line) => line.replace(/^> ?/, ""));
    return { kind: "note", blocks: blocks(inside).map(upright) };
  }
  if (ITEM.test(first)) {
    const ordered = !first.startsWith("-");
    const items: string[] = [];
    for (const line of taken(lines, (one) => ITEM.test(one) || one.startsWith("  "))) {
      const start = ITEM.exec(line);
      if (start) items.push(start[2] ?? "");
      else items.push(`${items.pop() ?? ""} ${line.trim()}`);
    }
    return { kind: "list", ordered, items: items.map((item) => inline(item)) };
  }
  const text = taken(lines, (line) => line.trim() !== "" && !/^(```|\||>|#|<a )/.test(line)).join(" ");
  return { kind: "paragraph", inside: inline(text) };
}

/** A note is set apart already, so that its text need not lean as well. */
function upright(one: Block): Block {
  const only = one.kind === "paragraph" && one.inside.length === 1 ? one.inside[0] : null;
  return only?.kind === "emphasis" ? { kind: "paragraph", inside: only.inside } : one;
}

function blocks(lines: string[]): Block[] {
  const found: Block[] = [];
  const rest = [...lines];
  while (rest.length > 0) {
    if (rest[0]?.trim() === "") rest.shift();
    else found.push(block(rest));
  }
  return found;
}

/** The whole document: sections, and in them the rules that have numbers. */
export function sections(text: string): Section[] {
  const lines = text.split(/\r?\n/);
  const found: Section[] = [];
  let anchor = "";
  while (lines.length > 0) {
    const line = lines[0] ?? "";
    const heading = HEADING.exec(line);
    const named = ANCHOR.exec(line);
    if (line.trim() === "") {
      lines.shift();
    } else if (named) {
      anchor = named[1] ?? "";
      lines.shift();
    } else if (heading) {
      found.push(begun(heading, anchor));
      anchor = "";
      lines.shift();
    } else {
      const rules = found.at(-1)?.rules;
      if (anchor || rules?.length === 0) rules?.push({ id: anchor, blocks: [] });
      anchor = "";
      const before = lines.length;
      const next = block(lines);
      if (lines.length === before) lines.shift(); // a line that is none of these is left out
      else rules?.at(-1)?.blocks.push(withoutNumber(next, rules.at(-1)?.id ?? ""));
    }
  }
  return found;
}

function begun([, marks = "", words = ""]: RegExpExecArray, anchor: string): Section {
  const number = /^(\d+) /.exec(words)?.[1] ?? "";
  const title = number ? words.slice(number.length + 1) : words;
  return { id: anchor || slug(words), level: marks.length, number, title: inline(title, true), rules: [] };
}

/** A rule's number stands beside it and is not repeated in its text. */
function withoutNumber(one: Block, id: string): Block {
  const [first, ...rest] = one.kind === "paragraph" ? one.inside : [];
  if (!id || first?.kind !== "strong" || plain(first.inside) !== id) return one;
  const [next, ...others] = rest;
  const inside = next?.kind === "text" ? [{ ...next, text: next.text.trimStart() }, ...others] : rest;
  return { kind: "paragraph", inside: inside.filter((piece) => piece.kind !== "text" || piece.text !== "") };
}
