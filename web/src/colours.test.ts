import { describe, expect, test } from "vitest";

import { rules } from "../colours.ts";

const SOURCES = import.meta.glob<string>(["./**/*.{css,svelte,ts}", "!./**/*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const SHAPES = import.meta.glob<string>("@package/games/*/shapes.json", { query: "?raw", import: "default", eager: true });

describe("what page and package share", () => {
  test("colours become properties, those of the night below their theme", () => {
    const text = rules(":root", { light: { ink: "#000000", sea: "#0000ff" }, dark: { ink: "#ffffff" } });
    expect(text.replaceAll(/\s+/g, " ")).toBe(
      ':root { --ink: #000000; --sea: #0000ff; } :root[data-theme="dark"] { --ink: #ffffff; }',
    );
    expect(rules(".chart", { light: {}, dark: {} })).toContain('[data-theme="dark"] .chart {');
  });

  test("no shape is written a second time", () => {
    const paths = Object.values(SHAPES).flatMap((text) => text.match(/"[mM][-\d][^"]{20,}"/g) ?? []);
    expect(paths.length).toBeGreaterThan(40);
    for (const [file, text] of Object.entries(SOURCES))
      for (const path of paths) expect(text.includes(path.slice(1, -1)), `${path} in ${file}`).toBe(false);
  });
});
