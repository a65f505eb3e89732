import { beforeEach, expect, test, vi } from "vitest";

import { cardCount, dayAfter, dayResult, dueCards, gatherMistakes, noteCard, noteDay, noteResult, resultOf, streak } from "./practice";

const card = (key: string, due: string, loss = 0.1) => ({ key, game: "chess", text: "", move: "", loss, box: 0, due });

let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  });
});

test("days are counted over the end of a month", () => {
  expect(dayAfter("2026-11-30", 1)).toBe("2026-12-01");
  expect(dayAfter("2026-03-01", -1)).toBe("2026-02-28");
});

test("a streak goes on until a day is missed, and today may still come", () => {
  for (const day of ["2026-11-12", "2026-11-14", "2026-11-15", "2026-11-16"]) noteDay("chess", day, "right");
  noteDay("chess", "2026-11-13", "wrong");
  expect(streak("chess", "2026-11-17")).toBe(3);
  noteDay("chess", "2026-11-17", "hints");
  expect(streak("chess", "2026-11-17")).toBe(4);
  expect(streak("chess", "2026-11-19")).toBe(0);
  expect(streak("draughts", "2026-11-17")).toBe(0);
});

test("the first try of a day counts, and a puzzle that was solved stays so", () => {
  noteDay("chess", "2026-11-17", "wrong");
  noteDay("chess", "2026-11-17", "right");
  expect(dayResult("chess", "2026-11-17")).toBe("wrong");
  noteResult("a", "wrong");
  noteResult("a", "right");
  noteResult("a", "wrong");
  expect(resultOf("a")).toBe("right");
});

test("a solved mistake comes back later each time, another one tomorrow", () => {
  const cards = [card("a", "2026-11-16"), card("b", "2026-11-17"), card("c", "2026-11-18")];
  localStorage.setItem("atlantis.practice", JSON.stringify({ cards }));
  expect(dueCards("chess", "2026-11-17").map(({ key }) => key)).toEqual(["a", "b"]);
  expect(noteCard("a", true, "2026-11-17")).toBe(2);
  expect(noteCard("a", true, "2026-11-19")).toBe(4);
  expect(noteCard("a", false, "2026-11-23")).toBe(1);
  expect(dueCards("chess", "2026-11-24").map(({ key }) => key)).toEqual(["b", "c", "a"]);
  expect(cardCount("chess")).toBe(3);
});

test("what cannot be read is forgotten", () => {
  localStorage.setItem("atlantis.practice", "{{");
  expect(dueCards("chess")).toEqual([]);
});

test("the worst mistakes of one's own seats are gathered once, as the seat knew the position", async () => {
  const decide = (entry: number, seat: number, loss: number) => ({ entry, seat, move: "a", best: "b", chances: 0.5, loss });
  const decisions = [decide(3, 1, 0.2), decide(5, 2, 0.3), decide(7, 1, 0.01)];
  const analysis = { decisions, events: [], curve: [], moves: {}, accounts: [] };
  const textAt = (ply: number, seat: number) => Promise.resolve(`${ply} ${seat}`);
  const reviewed = { table: "t", game: "chess", analysis, seats: [0], textAt };
  expect(await gatherMistakes(reviewed)).toBe(1);
  expect(dueCards("chess").map(({ key, text, loss }) => [key, text, loss])).toEqual([["t 3", "2 0", 0.2]]);
  expect(await gatherMistakes(reviewed)).toBe(0);
});
