import { expect, it } from "vitest";
import type { Choice } from "../lib/types";
import { buttonBefore, completions, kindOf, movesWith, nameOf } from "./clicks";

const none: ReadonlySet<string> = new Set();
const walk: Choice = { move: "walk", clicks: ["man:a", "hex:b"] };
const sail: Choice = { move: "sail", clicks: ["boat:a", "hex:b"] };
const buy: Choice = { move: "buy", clicks: ["button:buy", "tile:3"] };
const pay: Choice = { move: "pay", clicks: ["tile:3"] };
const moves = [walk, sail, buy];

it("takes ids apart", () => {
  expect([kindOf("hex:e4"), nameOf("hex:e4")]).toEqual(["hex", "e4"]);
  expect(movesWith(moves, "hex:b")).toEqual([walk, sail]);
});

it("finds the move that one more click completes", () => {
  expect(completions(moves, new Set(["man:a"])).get("hex:b")).toBe(walk);
  expect(completions(moves, none).has("hex:b")).toBe(false);
  expect(completions([walk, sail, pay], none).get("tile:3")).toBe(pay);
});

it("does not wait for a button that only tells two moves apart", () => {
  const pick: Choice = { move: "pick", clicks: ["animal:a", "button:alone"] };
  expect(completions([pick], none).get("animal:a")).toBe(pick);
});

it("names the button that has to come first", () => {
  expect(buttonBefore(moves, none, "tile:3")).toBe("button:buy");
  expect(buttonBefore(moves, new Set(["button:buy"]), "tile:3")).toBeNull();
  expect(buttonBefore([buy, pay], none, "tile:3")).toBeNull();
  expect(buttonBefore(moves, none, "hex:b")).toBeNull();
});
