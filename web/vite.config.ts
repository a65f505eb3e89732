import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The built page goes into the Python package, so that an installed wheel needs no Node.
export default defineConfig({
  plugins: [svelte()],
  // The texts are those of the Python package.
  resolve: { alias: { "@package": decodeURIComponent(new URL("../src/atlantis_games", import.meta.url).pathname) } },
  build: {
    outDir: "../src/atlantis_games/server/page",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content security policy allows no inline data
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
});
