import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

import { rulesDocuments } from "./rules.ts";

/** One file of texts per language for the page, and one for each game. */
function textsChunk(id: string): string | null {
  const file = /atlantis_games\/(?:games\/(\w+)\/)?locales\/(\w+)\/\w+\.json$/.exec(id);
  return file ? `texts-${file[1] ?? "page"}-${file[2]}` : null;
}

/** What two or more screens share comes in one file: fewer requests, and it compresses better. */
const COMMON = { name: "common", test: /node_modules|src\/(lib|parts\/\w+\.)/, minShareCount: 2 };

// The built page goes into the Python package, so that an installed wheel needs no Node.
export default defineConfig({
  plugins: [svelte(), rulesDocuments()],
  // The texts are those of the Python package.
  resolve: { alias: { "@package": decodeURIComponent(new URL("../src/atlantis_games", import.meta.url).pathname) } },
  build: {
    outDir: "../src/atlantis_games/server/page",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content security policy allows no inline data
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: textsChunk }, COMMON] } } },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
});
