/** Gathers the package's texts at build time: one module per language for the page, and one for each game. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { Plugin } from "vite";

type Texts = Record<string, unknown>;

const VIRTUAL = "virtual:texts";
/** The files of a folder that are loaded with it; the texts of lessons are loaded apart. */
const FILES = ["page", "play", "learn", "errors", "reasons", "game", "board", "log"];

const namesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);

/** Folders with texts, such as `locales/en` and `games/NAME/locales/en`. */
function foldersOf(packageFolder: string): string[] {
  const games = namesIn(join(packageFolder, "games")).map((game) => `games/${game}/locales`);
  return ["locales", ...games].flatMap((folder) =>
    namesIn(join(packageFolder, folder)).map((language) => `${folder}/${language}`),
  );
}

/** Vite: `virtual:texts` has a loader for every folder; a game's keys begin with its name, those of errors with `error`. */
export function packageTexts(packageFolder: string): Plugin {
  return {
    name: "package-texts",
    resolveId: (id) => (id.startsWith(VIRTUAL) ? `\0${id}` : null),
    load(id) {
      if (id === `\0${VIRTUAL}`) {
        const loaders = foldersOf(packageFolder).map((folder) => `"${folder}": () => import("${VIRTUAL}/${folder}")`);
        return `export default { ${loaders.join(", ")} };`;
      }
      if (!id.startsWith(`\0${VIRTUAL}/`)) return null;
      const folder = id.slice(`\0${VIRTUAL}/`.length);
      const game = /^games\/([^/]+)\//.exec(folder)?.[1];
      const texts: Texts = {};
      for (const name of FILES) {
        const file = join(packageFolder, folder, `${name}.json`);
        if (!existsSync(file)) continue;
        this.addWatchFile(file);
        const prefix = game ? `${game}.` : name === "errors" ? "error." : "";
        for (const [key, text] of Object.entries(JSON.parse(readFileSync(file, "utf-8")) as Texts)) texts[prefix + key] = text;
      }
      return `export default ${JSON.stringify(texts)};`;
    },
  };
}
