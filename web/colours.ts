/** Puts the package's colours into style sheets, so that the page and the pictures share them. */

import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { Plugin } from "vite";

type Colours = Record<string, string>;

const DIRECTIVE = /@colours "([^"]+)" "([^"]+)";/g; // the folder of a colours.json, and where they hold
const DARK = '[data-theme="dark"]';

/** A rule that sets every colour as a property. */
function rule(selector: string, colours: Colours): string {
  const lines = Object.entries(colours).map(([name, colour]) => `  --${name}: ${colour};\n`);
  return `${selector} {\n${lines.join("")}}`;
}

/** Both themes; what is not named in the dark one is the same in both. */
export function rules(selector: string, { light, dark }: { light: Colours; dark: Colours }): string {
  const within = selector === ":root" ? `:root${DARK}` : `${DARK} ${selector}`;
  return `${rule(selector, light)}\n${rule(within, dark)}`;
}

/** Vite: `@colours "games/NAME" ":root";` in a style sheet stands for that folder's colours.json. */
export function packageColours(packageFolder: string): Plugin {
  return {
    name: "package-colours",
    enforce: "pre",
    transform(code, id) {
      if (!id.split("?")[0]?.endsWith(".css") || !code.includes("@colours")) return null;
      return code.replaceAll(DIRECTIVE, (_, folder: string, selector: string) => {
        const file = join(packageFolder, folder, "colours.json");
        this.addWatchFile(file);
        return rules(selector, JSON.parse(readFileSync(file, "utf-8")) as { light: Colours; dark: Colours });
      });
    },
  };
}
