/** Turns the rules documents into sections at build time, so that the page needs no Markdown parser. */

import { lexer, type Token, type Tokens } from "marked";
import type { Plugin } from "vite";

import { plain, type Block, type Inline, type Rule, type Section } from "./src/learn/rules.ts";

/** How a heading without an anchor of its own is called in links. */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, "")
    .replaceAll(" ", "-");
}

/** Text with every rule's number as a link to that rule, except inside another link. */
function textPieces(text: string, isLinked: boolean): Inline[] {
  const joined = text.replaceAll(/\s*\n\s*/g, " ");
  if (isLinked) return [{ kind: "text", text: joined }];
  return joined.split(/(§\d+(?:\.\d+)?)/).map((part, index): Inline => {
    const piece: Inline = { kind: "text", text: part };
    return index % 2 === 1 ? { kind: "link", to: `#${part.slice(1)}`, inside: [piece] } : piece;
  });
}

function pieces(token: Token, isLinked: boolean): Inline[] {
  const children = "tokens" in token && token.tokens ? token.tokens : [];
  switch (token.type) {
    case "codespan":
      return [{ kind: "code", text: (token as Tokens.Codespan).text }];
    case "strong":
      return [{ kind: "strong", inside: inline(children, isLinked) }];
    case "em":
      return [{ kind: "emphasis", inside: inline(children, isLinked) }];
    case "link": {
      const { href } = token as Tokens.Link;
      // Our documents link to places in themselves only; of anything else only the text remains.
      const inside = inline(children, true);
      return /^#[\w.-]+$/.test(href) ? [{ kind: "link", to: href, inside }] : inside;
    }
    case "text":
      return children.length > 0 ? inline(children, isLinked) : textPieces(token.raw, isLinked);
    case "escape":
      return [{ kind: "text", text: (token as Tokens.Escape).text }];
    default:
      return textPieces(token.raw, isLinked);
  }
}

/** Text with emphasis, code and links; neighbouring pieces of plain text become one. */
export function inline(tokens: readonly Token[], isLinked = false): Inline[] {
  const found: Inline[] = [];
  for (const piece of tokens.flatMap((token) => pieces(token, isLinked))) {
    const last = found.at(-1);
    if (piece.kind === "text" && last?.kind === "text") found[found.length - 1] = { kind: "text", text: last.text + piece.text };
    else if (piece.kind !== "text" || piece.text !== "") found.push(piece);
  }
  return found;
}

/** A note is set apart already, so its text is not in italics as well. */
function upright(block: Block): Block {
  const only = block.kind === "paragraph" && block.inside.length === 1 ? block.inside[0] : null;
  return only?.kind === "emphasis" ? { kind: "paragraph", inside: only.inside } : block;
}

const isBlock = (block: Block | null): block is Block => block !== null;

/** The block that a token stands for; nothing for empty lines. */
function blockOf(token: Token): Block | null {
  switch (token.type) {
    case "space":
      return null;
    case "code":
      return { kind: "code", text: (token as Tokens.Code).text };
    case "blockquote":
      return { kind: "note", blocks: ((token as Tokens.Blockquote).tokens ?? []).map(blockOf).filter(isBlock).map(upright) };
    case "list": {
      const { ordered, items } = token as Tokens.List;
      return { kind: "list", ordered, items: items.map((item) => inline(item.tokens)) };
    }
    case "table": {
      const { header, rows } = token as Tokens.Table;
      return {
        kind: "table",
        head: header.map((cell) => inline(cell.tokens)),
        rows: rows.map((row) => row.map((cell) => inline(cell.tokens))),
      };
    }
    case "paragraph":
      return { kind: "paragraph", inside: inline((token as Tokens.Paragraph).tokens ?? []) };
    default:
      return { kind: "paragraph", inside: textPieces(token.raw.trim(), false) };
  }
}

function sectionOf(heading: Tokens.Heading, anchor: string): Section {
  const number = /^(\d+) /.exec(heading.text)?.[1] ?? "";
  const title = inline(heading.tokens ?? [], true);
  const [first] = title;
  if (number && first?.kind === "text") title[0] = { kind: "text", text: first.text.slice(number.length + 1) };
  return { id: anchor || slug(heading.text), level: heading.depth, number, title, rules: [] };
}

/** A rule's number stands beside it and is not repeated in its text. */
function withoutNumber(block: Block, id: string): Block {
  const [first, ...rest] = block.kind === "paragraph" ? block.inside : [];
  if (!id || first?.kind !== "strong" || plain(first.inside) !== id) return block;
  const [next, ...others] = rest;
  const inside = next?.kind === "text" ? [{ ...next, text: next.text.trimStart() }, ...others] : rest;
  return { kind: "paragraph", inside: inside.filter((piece) => piece.kind !== "text" || piece.text !== "") };
}

const ANCHOR = /^<a id="([\w.-]+)"><\/a>\n?/;

/** The whole document: sections, and in them the rules that have numbers. */
export function sections(text: string): Section[] {
  // An anchor that stands directly before its rule would be part of that paragraph.
  const tokens = lexer(text.replaceAll("\r\n", "\n").replaceAll(/^(<a id="[\w.-]+"><\/a>)\n(?!\n)/gm, "$1\n\n"));
  const found: Section[] = [];
  let anchor = "";
  for (const token of tokens) {
    const named = token.type === "paragraph" ? ANCHOR.exec(token.raw) : null;
    if (named) {
      anchor = named[1] ?? "";
    } else if (token.type === "heading") {
      found.push(sectionOf(token as Tokens.Heading, anchor));
      anchor = "";
    } else {
      addBlock(found.at(-1)?.rules, blockOf(token), anchor);
      if (token.type !== "space") anchor = "";
    }
  }
  return found;
}

/** Adds a block to the last rule, or to a new one if it follows an anchor. */
function addBlock(rules: Rule[] | undefined, block: Block | null, anchor: string): void {
  if (!rules || !block) return;
  if (anchor || rules.length === 0) rules.push({ id: anchor, blocks: [] });
  const rule = rules.at(-1);
  rule?.blocks.push(withoutNumber(block, rule.id));
}

const QUERY = "?sections";

/** Vite: `import address from "FILE.md?sections"` is the address of a JSON file with the sections. */
export function rulesDocuments(): Plugin {
  let isBuild = false;
  return {
    name: "rules-documents",
    configResolved: (config) => {
      isBuild = config.command === "build";
    },
    transform(code, id) {
      if (!id.endsWith(`.md${QUERY}`)) return null;
      const source = JSON.stringify(sections(code));
      if (!isBuild) return `export default ${JSON.stringify(`data:application/json,${encodeURIComponent(source)}`)}`;
      const name = `${id.slice(id.lastIndexOf("/") + 1, -`.md${QUERY}`.length)}.json`;
      return `export default import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: "asset", name, source })}`;
    },
  };
}
