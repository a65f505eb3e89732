/** The games that this page can draw. Each is loaded when it is needed. */

import type { Component } from "svelte";

import type { Synonyms } from "../learn/search";
import type { Figures, GamePage } from "../lib/game";

export const GAMES: Record<string, () => Promise<{ default: GamePage }>> = {
  causeway: () => import("./causeway"),
  escape: () => import("./escape"),
};

/** Each game's picture for the home page, by the path of its file. */
export const ART = import.meta.glob<Component>("./*/Art.svelte", { import: "default" });

/** Each game's pictures for the rules, by the path of its file. */
export const FIGURES = import.meta.glob<Figures>("./*/figures/index.ts", { import: "default" });

/** Each game's explanation of its pictures, by the path of its file. */
export const LEGENDS = import.meta.glob<Component>("./*/Legend.svelte", { import: "default" });

/** Each game's words that mean the same, for searching its rules, by the path of its file. */
export const SYNONYMS = import.meta.glob<Synonyms>("./*/synonyms.ts", { import: "default" });
