// Writes src/lib/protocol.ts from the server's OpenAPI document: `npm run types -- FILE.json`.
// With --check it writes nothing and fails if the file is out of date.
import { readFileSync, writeFileSync } from "node:fs";

import openapiTS, { astToString } from "openapi-typescript";

const FILE = new URL("src/lib/protocol.ts", import.meta.url);
const HEAD = "/** What goes over the wire, written by `npm run types` from the server's schemas. Do not edit it. */\n\n";

const [source, option] = process.argv.slice(2);
// Titles only repeat the names of the fields.
const withoutTitle = (key, value) => (key === "title" && typeof value === "string" ? undefined : value);
const document = JSON.parse(readFileSync(source, "utf-8"), withoutTitle);
// The page names its own calls (lib/api.ts); of the document it needs the schemas only.
const tree = await openapiTS({ ...document, info: { title: "Atlantis", version: "" }, paths: {} }, { defaultNonNullable: false });
const [schemas] = tree.filter((node) => node.name?.text === "components");
const text = HEAD + astToString([schemas]);

if (option !== "--check") writeFileSync(FILE, text);
else if (readFileSync(FILE, "utf-8") !== text) {
  console.error("src/lib/protocol.ts is out of date; `npm run types -- FILE.json` writes it again.");
  process.exitCode = 1;
}
