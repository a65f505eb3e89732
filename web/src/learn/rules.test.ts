import { describe, expect, it } from "vitest";
import { sections, slug } from "../../rules";
import { plain, plainBlock, type Inline, type Section } from "./rules";
import { parts, searched, withSynonyms, wordsOf } from "./search";

const LANGUAGES = ["", ".de", ".nl"];
const FILES = import.meta.glob<string>("../../../docs/rules/*.md", { query: "?raw", import: "default", eager: true });
const GAMES = Object.keys(FILES).flatMap((path) => /rules\/([^./]+)\.md$/.exec(path)?.[1] ?? []);
const read = (game: string, language: string) => FILES[`../../../docs/rules/${game}${language}.md`] ?? "";
const anchors = (all: Section[]) => all.flatMap((section) => [section.id, ...section.rules.map((rule) => rule.id)]);

/** The pieces of a single line. */
function inline(text: string): Inline[] {
  const [block] = sections(`# Title\n\n${text}`)[0]?.rules[0]?.blocks ?? [];
  return block?.kind === "paragraph" ? block.inside : [];
}

describe("a line", () => {
  it("has emphasis, code and links", () => {
    expect(inline("a **b** *c `d`* [e](#5.1)")).toEqual([
      { kind: "text", text: "a " },
      { kind: "strong", inside: [{ kind: "text", text: "b" }] },
      { kind: "text", text: " " },
      { kind: "emphasis", inside: [{ kind: "text", text: "c " }, { kind: "code", text: "d" }] },
      { kind: "text", text: " " },
      { kind: "link", to: "#5.1", inside: [{ kind: "text", text: "e" }] },
    ]);
  });

  it("turns rule numbers into links, but not inside a link", () => {
    expect(inline("see §4.3.")[1]).toEqual({ kind: "link", to: "#4.3", inside: [{ kind: "text", text: "§4.3" }] });
    expect(inline("[§2](#2)")).toEqual([{ kind: "link", to: "#2", inside: [{ kind: "text", text: "§2" }] }]);
  });

  it("leads nowhere else", () => {
    expect(inline("[x](javascript:alert)")).toEqual([{ kind: "text", text: "x" }]);
    expect(inline("[x](https://example.org)")).toEqual([{ kind: "text", text: "x" }]);
  });

  it("keeps markup of other kinds as text", () => {
    expect(plain(inline("<b onclick=x>y</b>"))).toBe("<b onclick=x>y</b>");
  });
});

describe("a document", () => {
  const text = [
    "# Title",
    "",
    "Intro.",
    "",
    '<a id="1"></a>',
    "",
    "## 1 First",
    "",
    '<a id="1.1"></a>',
    "**1.1** One",
    "line.",
    "",
    "- a",
    "  b",
    "- c",
    "",
    "| x | y |",
    "|---|---|",
    "| 1 | |",
    "",
    "> *Note `n`.*",
    "",
    "```",
    "code *as is*",
    "```",
  ].join("\n");

  it("falls into sections and numbered rules", () => {
    const [title, first] = sections(text);
    expect(title).toMatchObject({ id: "title", level: 1, rules: [{ id: "" }] });
    expect(first).toMatchObject({ id: "1", level: 2, number: "1" });
    expect(first?.rules).toHaveLength(1);
    expect(first?.rules[0]?.id).toBe("1.1");
    expect(first?.rules[0]?.blocks.map((block) => block.kind)).toEqual(["paragraph", "list", "table", "note", "code"]);
    expect(first?.rules[0]?.blocks.map(plainBlock)).toEqual(["One line.", "a b\nc", "x y\n1 ", "Note n.", "code *as is*"]);
  });

  it("ends, whatever it is given", () => {
    for (const odd of ["", "#", "####### x", "<a id=", "| ", "```", "> ", "x\n<a b>\n# y\n<a z>\nw"]) {
      expect(() => sections(odd)).not.toThrow();
    }
  });

  it("names headings as GitHub does", () => {
    expect(slug("Example 1: moving (§4, §8)")).toBe("example-1-moving-4-8");
  });
});

describe.each(GAMES)("the rules of %s", (game) => {
  const english = sections(read(game, ""));

  it.each(LANGUAGES)("have the same anchors in every language%s", (language) => {
    expect(anchors(sections(read(game, language))).slice(1)).toEqual(anchors(english).slice(1));
  });

  it.each(LANGUAGES)("have the same blocks in every language%s", (language) => {
    const shape = (all: Section[]) => all.map((one) => one.rules.map((rule) => rule.blocks.map(({ kind }) => kind)));
    expect(shape(sections(read(game, language)))).toEqual(shape(english));
  });

  it.each(LANGUAGES)("lose no text and link to rules that exist%s", (language) => {
    const text = read(game, language);
    const all = sections(text);
    const known = new Set(anchors(all));
    for (const [, to] of text.matchAll(/§(\d+(?:\.\d+)?)/g)) expect(known).toContain(to);
    for (const [, to] of text.matchAll(/\]\(#([^)]+)\)/g)) expect(known).toContain(to);
    const letters = (words: string) => words.replace(/<a id="[^"]*"><\/a>|\]\(#[^)]*\)|[^\p{L}]/gu, "");
    const shown = all.map((one) => plain(one.title) + one.rules.map((rule) => rule.blocks.map(plainBlock).join("")).join(""));
    expect(letters(shown.join(""))).toBe(letters(text));
  });
});

describe("searching", () => {
  const all = sections(
    '## 4 Ziehen\n\n<a id="4.3"></a>\n\n**4.3** Du ziehst zur nächsten Insel.\n\n' +
      '## 6 Brücken\n\n<a id="6.1"></a>\n\n**6.1** Eine Brücke liegt über einer Lücke.\n\n' +
      '<a id="7.1"></a>\n\n**7.1** Eine Brücke bleibt liegen.\n',
  );

  it("finds every word, in any case and without accents", () => {
    const ids = searched(all, wordsOf("LUCKE brucke")).flatMap((section) => section.rules.map((rule) => rule.id));
    expect(ids).toContain("6.1");
    expect(ids).not.toContain("7.1");
  });

  it("finds what means the same, also in another language", () => {
    const found = (query: string) => searched(all, withSynonyms(wordsOf(query), [["bridge", "Brücke"], ["isle", "Insel"]]));
    const ids = (query: string) => found(query).flatMap((section) => section.rules.map((rule) => rule.id));
    expect(ids("bridge")).toEqual(expect.arrayContaining(["6.1", "7.1"]));
    expect(ids("isle")).toEqual(["4.3"]);
    expect(ids("walk")).toEqual(["4.3"]);
    expect(ids("br")).toEqual(expect.arrayContaining(["6.1"])); // too short to mean anything else
  });

  it("finds a rule by its number", () => {
    expect(searched(all, wordsOf("§4.3")).flatMap((section) => section.rules.map((rule) => rule.id))).toContain("4.3");
  });

  it("shows everything for an empty question and nothing for nonsense", () => {
    expect(searched(all, wordsOf("  "))).toHaveLength(all.length);
    expect(searched(all, wordsOf("xyzzy"))).toEqual([]);
  });

  it("marks what it found", () => {
    expect(parts("Die Brücke", wordsOf("bruck"))).toEqual([
      { text: "Die ", found: false },
      { text: "Brück", found: true },
      { text: "e", found: false },
    ]);
    expect(parts("aabab", ["ab", "ba"]).map((part) => part.text).join("")).toBe("aabab");
  });
});
