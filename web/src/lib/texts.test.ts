import { beforeAll, expect, test, vi } from "vitest";

import { GAME, state, view } from "../testing/states";

const TEXTS: Record<string, Record<string, unknown>> = {
  de: {
    "item.crown": "Krone",
    "log.take": "{who} nimmt {item} {value}.",
    "prompt.move": "Du hast {points}.",
    "chosen.peg": "Wohin?",
    "reason.full": "{colour} ist voll.",
    "level.hard": "Schwer",
    "level.hard.help": "für Könner",
    cards: { one: "{n} Karte", other: "{n} Karten" },
  },
  en: { "item.crown": "crown", "log.take": "{who} takes {item} {value}." },
};

let catalogues: typeof import("./catalogues.svelte");
let texts: typeof import("./texts");
let settings: (typeof import("./settings.svelte"))["settings"];

beforeAll(async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("navigator", { languages: ["de-AT"] });
  vi.stubGlobal("fetch", async (address: string) => new Response(JSON.stringify(TEXTS[address.slice(-2)])));
  catalogues = await import("./catalogues.svelte");
  texts = await import("./texts");
  ({ settings } = await import("./settings.svelte"));
  await texts.loadTexts(GAME);
});

test("a text has its values, a key without a text is shown as it is", () => {
  expect(texts.t("do.close")).toBe("Schließen");
  expect(texts.t("pass.title", { name: "{n}" })).toBe("Gib das Gerät an {n}");
  expect(texts.t("pass.title")).toBe("Gib das Gerät an {name}");
  expect(catalogues.sentence("nl", "do.close")).toBe("do.close");
  expect(texts.gameTexts(GAME)("cards", { n: 1 })).toBe("1 Karte");
  expect(texts.gameTexts(GAME)("cards", { n: 2 })).toBe("2 Karten");
});

test("a value that is a text of the game or of the page is replaced by it", () => {
  const entry = { move: "take crown4", code: "take", values: { item: "crown", value: 4 } };
  expect(texts.entryText(GAME, entry, "Ada")).toBe("Ada nimmt Krone 4.");
  const notice = { code: "full", rule: "", text: "", values: { colour: "blue" }, isReason: true };
  expect(texts.noticeText(GAME, notice)).toBe(`${texts.colourName(0)} ist voll.`);
  expect(texts.noticeText(GAME, { ...notice, code: "odd", text: "Odd." })).toBe("Odd.");
});

test("a game's own levels come first, then those of the page, and bots have names", () => {
  expect(texts.levelText("hard", GAME)).toBe("Schwer: für Könner");
  expect(texts.levelText("crab", GAME)).toBe("Krabbe: leicht");
  const seats = [{ kind: "bot", name: "", level: "hard" }, { kind: "bot", name: "", level: "hard" }] as const;
  expect(texts.seatNames(seats, GAME)).toEqual(["Schwer Ada", "Schwer Bo"]);
});

test("the prompt says whose turn it is, or what to do next", () => {
  const shown = (fields: object) => state(1, 0, [0], { view: view(), ...fields });
  const prompt = { prompt: { code: "move", values: { points: 3 } } };
  expect(texts.promptText(shown(prompt), ["Ada"])).toBe("Du hast 3.");
  expect(texts.promptText(shown(prompt), ["Ada"], null, new Set(["peg:a1"]))).toBe("Wohin?");
  expect(texts.promptText(shown({ view: view({ actor: 1 }) }), ["Ada", "Bo"])).toBe(texts.t("prompt.other", { name: "Bo" }));
  expect(texts.promptText(shown({ prompt: { code: "odd", values: {} } }), ["Ada"])).toBe(texts.t("prompt.yours"));
});

test("another language brings the texts of the games in use", async () => {
  await settings.setLanguage("en");
  expect(texts.t("do.close")).toBe("Close");
  expect(texts.gameTexts(GAME)("item.crown")).toBe("crown");
  await settings.setLanguage("de");
});
