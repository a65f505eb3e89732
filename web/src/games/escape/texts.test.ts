import { beforeAll, expect, it, vi } from "vitest";
import { sample } from "./sample";

let texts: typeof import("./texts");

beforeAll(async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("navigator", { languages: ["de-AT"] });
  texts = await import("./texts");
  await (await import("../../lib/texts")).loadTexts("escape");
});

it("names everything on a hex", () => {
  const view = sample({ e3: { boat: true, people: [2, 0, 0, 0], animals: { kraken: 1 } } });
  expect(texts.chartList(view, new Map())).toEqual(["e3, Meer, Krake, Boot, 2 Personen in Blau"]);
  expect(texts.targetLabel(view, "boat:e3")).toContain("e3, Meer");
  expect(texts.shortTargetLabel(view, "person:e3")).toBe("Person im Boot");
});

it("says where a dolphin protects its rider", () => {
  const view = sample({ e3: { swimmers: [1, 0, 0, 0], animals: { dolphin: 1 }, guarded: 2 } });
  expect(texts.chartList(view, new Map())[0]).toMatch(/, von einem Delfin geschützt$/);
});

it("fills in what the spinner shows", () => {
  expect(texts.spinText("dolphin T")).toBe("Delfin, Tauchen");
  expect(texts.spinText("shark 2")).toBe("Hai, 2");
  expect(texts.text("prompt.pick-an-animal", texts.promptValues(sample({}, { spun: "shark 2" })))).toContain(
    "einen Hai bis zu 2 Felder weit",
  );
});

it("says who would be lost and saved", () => {
  const choice = { move: "", clicks: [], lost: [1, 2], saved: [0, 1] };
  expect(texts.previewText(choice, sample(), ["Ada", "Ben"])).toBe(
    "Ada verliert 1 Person. Ben verliert 2 Personen. Ben rettet 1 Person.",
  );
});
