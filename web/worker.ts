/** Writes the service worker at build time: worker/sw.js, with the files of the build and a name for them. */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import type { Plugin } from "vite";

const HERE = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Vite: `sw.js` beside the page. Another build is another worker, and so it is found and installed. */
export function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    enforce: "post",
    generateBundle(_options, bundle) {
      const source = readFileSync(HERE("worker/sw.js"), "utf-8");
      const fixed = readdirSync(HERE("public")).filter((name) => !name.startsWith("."));
      const files = [...Object.keys(bundle).filter((name) => !name.endsWith(".html")), ...fixed].map((name) => `/${name}`);
      const hash = createHash("sha256").update(source);
      for (const [name, file] of Object.entries(bundle)) hash.update(name).update("source" in file ? file.source : file.code);
      for (const name of fixed) hash.update(readFileSync(HERE(`public/${name}`)));
      const head = `const BUILD = "${hash.digest("hex").slice(0, 12)}";\nconst FILES = ${JSON.stringify(files.sort())};\n`;
      this.emitFile({ type: "asset", fileName: "sw.js", source: head + source });
    },
  };
}
