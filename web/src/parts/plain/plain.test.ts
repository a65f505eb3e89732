import { render } from "svelte/server";
import { beforeAll, expect, test, vi } from "vitest";

import { GAME, view } from "../../testing/states";

let lib: typeof import("../../lib/game");
let texts: typeof import("../../lib/texts");

/** A server whose game this build does not know, with texts for two moves. */
async function server(address: string): Promise<Response> {
  if (address !== `/api/games/${GAME}/texts/en`) throw new Error(`nobody asks for ${address}`);
  const found = { title: "Halma", "move.step": "step to {to}", "prompt.move": "Move a peg.", "to.a2": "the corner" };
  return new Response(JSON.stringify(found));
}

beforeAll(async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("navigator", { languages: ["en"] });
  vi.stubGlobal("fetch", server);
  lib = await import("../../lib/game");
  texts = await import("../../lib/texts");
});

const MOVES = [
  { move: "a1-a2", clicks: [], code: "step", values: { to: "a2" } },
  { move: "a1-a3", clicks: [], code: "step", values: { to: "a3" } },
  { move: "pass", clicks: [] },
];
const nothing = new Set<string>();
const props = { glow: nothing, chosen: nothing, preview: null, marked: nothing, names: ["Ada", "Bo"], pick: () => {}, point: () => {} };

test("a game without a page gets the plain board", async () => {
  const page = await lib.loadPage(GAME);
  expect(page.offersMoves).toBe(true);
  const drawing = view({ text: "a1 o\na2 ." });
  const { body } = render(page.Board, { props: { ...props, view: drawing, moves: MOVES, play: () => {} } });
  expect(body).toContain("a1 o\na2 .");
  const buttons = [...body.matchAll(/<button[^>]*data-id="([^"]*)"[^>]*>([^<]*)/g)].map(([, id, text]) => [id, text?.trim()]);
  expect(buttons).toEqual([
    ["move:a1-a2", "step to the corner"],
    ["move:a1-a3", "step to a3"],
    ["move:pass", "pass"],
  ]);
  expect(render(page.Board, { props: { ...props, view: drawing, moves: [] } }).body).not.toContain("<button");
});

test("its panels show names and scores", async () => {
  const { Panel } = await lib.loadPage(GAME);
  const shown = (fields: object, seat: number) =>
    render(Panel, { props: { view: view(fields as never), seat, name: "Ada", active: true, away: false, bot: false } }).body;
  expect(shown({}, 0)).toContain("Ada");
  expect(shown({ scores: [7, 12] }, 1)).toContain("<b>12</b>");
  expect(shown({ seats: [{ colour: "blue", score: 3 }] }, 0)).toContain("<b>3</b>");
  expect(shown({}, 0)).not.toContain("<b>");
});

test("it speaks with the server's texts, and with codes where there are none", async () => {
  await lib.loadPage(GAME);
  expect(texts.gameTitle(GAME)).toBe("Halma");
  expect(texts.cardText(GAME)).toBe("");
  expect(texts.optionText(GAME, "big_board")).toBe("big board");
  expect(texts.entryText(GAME, { move: "a1-a2", code: "step", values: {} }, "Ada")).toBe("Ada a1-a2");
  await lib.loadPage("go"); // the server has no texts of it
  expect(texts.gameTitle("go")).toBe("go");
});

test("the home page lists it after the games with a board, and without one that the server lacks", () => {
  const [first = "", ...others] = lib.KNOWN_GAMES;
  expect(lib.listGames(null)).toEqual([first, ...others]);
  expect(lib.listGames([GAME, ...others, first])).toEqual([first, ...others, GAME]);
  expect(lib.listGames([GAME, first])).toEqual([first, GAME]);
});

test("its card has a picture, and its rules have no figures", async () => {
  expect(render(await lib.loadArt(GAME)).body).toContain("<svg");
  expect(await lib.loadFigures(GAME)).toEqual({});
  expect(await lib.loadFigures("constructor")).toEqual({});
});
