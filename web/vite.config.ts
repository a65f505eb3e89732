import { fileURLToPath } from "node:url";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

import { packageColours } from "./colours.ts";
import { rulesDocuments } from "./rules.ts";
import { packageTexts } from "./texts.ts";
import { serviceWorker } from "./worker.ts";

const PACKAGE = fileURLToPath(new URL("../src/atlantis_games", import.meta.url));

/** What two or more screens share comes in one file: fewer requests, and it compresses better. */
const COMMON = { name: "common", test: /node_modules|src\/(lib|parts\/\w+\.)/, minShareCount: 2 };

// The built page goes into the Python package, so that an installed wheel needs no Node.
export default defineConfig({
  plugins: [svelte(), rulesDocuments(), packageTexts(PACKAGE), packageColours(PACKAGE), serviceWorker()],
  resolve: { alias: { "@package": PACKAGE } },
  build: {
    outDir: "../src/atlantis_games/server/page",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content security policy allows no inline data
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [COMMON] } } },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
});
