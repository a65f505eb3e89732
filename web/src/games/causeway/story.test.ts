import { beforeAll, expect, it, vi } from "vitest";
import type { Entry, Values } from "../../lib/types";

let story: typeof import("./story");

beforeAll(async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("navigator", { languages: ["en"] });
  story = await import("./story");
  await (await import("../../lib/texts")).loadTexts("causeway");
});

const entry = (actor: number, code: string, values: Values = {}, outcome?: Entry["outcome"]): Entry => ({
  actor,
  move: code,
  seen: true,
  code,
  values,
  ...(outcome ? { outcome } : {}),
});

it("tells a run, a chain of cards and a trade as one would say it", () => {
  const statue = entry(0, "move", { figure: "A", item: "statue" }, { lands: 15, takes: { item: "flag", value: 1 } });
  expect(story.turnText([statue], "Blue")).toBe("Blue plays a statue: A runs ahead and takes the flag (1).");
  const turn = [
    entry(1, "buy", { value: 6 }),
    ...["draw", "draw", "draw"].map((code) => entry(-1, code)),
    entry(1, "move", { figure: "B", item: "olive" }, { lands: 8 }),
    entry(1, "then", { item: "ring" }, { lands: 54 }),
    entry(1, "pay-tile", { value: 3 }),
    entry(1, "pay-card", { item: "crown" }),
    entry(1, "end"),
  ];
  expect(story.turnText(turn, "Crab")).toBe(
    "Crab trades a 6 for 3 cards. Plays an olive and a ring: B reaches the mainland. Pays 4.",
  );
  expect(story.turnText([entry(0, "pass")], "Blue")).toContain("Blue");
});

it("is heard card by card", () => {
  expect(story.moments(entry(0, "move", {}, { lands: 54 }))).toEqual([{ beat: "saved" }]);
  expect(story.moments(entry(0, "pay-card"))).toEqual([{ beat: "card" }]);
  expect(story.moments(entry(-1, "draw-hidden"))).toEqual([]);
});
