import { beforeAll, expect, it, vi } from "vitest";
import type { Entry } from "../../lib/types";
import { sample } from "./sample";
import type { CausewayChoice, CausewayOutcome } from "./types";

let texts: typeof import("./texts");

beforeAll(async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("navigator", { languages: ["de-AT"] });
  texts = await import("./texts");
  await (await import("../../lib/texts")).loadTexts("causeway");
});

const preview = (more: Partial<CausewayChoice>) => texts.previewText({ move: "", clicks: [], ...more }, sample());

it("names items and tiles in the chosen language", () => {
  expect(texts.itemName("crown")).toBe("Krone");
  expect(texts.placeLabel(sample(), ["Ada", "Ben"], 4)).toContain("Ring 3");
});

it("says where a move leads, what it costs and what it wins", () => {
  expect(preview({ lands: 8, price: 3, takes: 7 })).toBe("Nach: Feld 8, Ring 3. Kostet 3. Nimmt Ring (3).");
  expect(preview({ lands: 54, price: 0 })).toBe("Nach: Festland. Kostenlos.");
});

it("says what is still to be paid, and what is paid too much", () => {
  expect(preview({ owed: 0, pays: 5, overpaid: 4 })).toBe(
    "Dann ist alles bezahlt, 4 zu viel: Wechselgeld gibt es nicht.",
  );
  expect(preview({ owed: 0, pays: 1 })).toBe("Dann ist alles bezahlt.");
  expect(preview({ owed: 2, pays: 1 })).toBe("Dann sind noch 2 offen.");
});

it("says what came of an entry of the log", () => {
  const outcome: CausewayOutcome = { lands: 12, takes: { item: "ring", value: 4 } };
  const entry: Entry = { actor: 0, move: "A ring", seen: true, code: "move", values: {}, outcome: { ...outcome } };
  expect(texts.outcomeText(entry)).toBe("Nimmt Ring 4.");
});
