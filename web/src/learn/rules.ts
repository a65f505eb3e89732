/** The rules as the build reads them from the documents: sections, rules and their blocks, and their plain text. */

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

/** A numbered rule, or the blocks of a section that have no number (then `id` is empty). */
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

/** The text without emphasis and links. */
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
