import { expect, it } from "vitest";
import { bridgePreview, currentTrip, paymentOf, tripPreview, tripPreviews } from "./preview";
import { sample } from "./sample";
import type { CausewayChoice } from "./types";

it("reads a preview: where from, where to, what it crosses", () => {
  const choice: CausewayChoice = { move: "B ring", clicks: ["figure:B", "card:ring"], lands: 21, price: 3, takes: 19 };
  const trip = tripPreview(sample(), choice);
  expect(trip).toMatchObject({ figure: "B", from: 4, to: 21, price: 3, takes: 19, chain: false });
  expect(trip?.crossed.map(({ first }) => first)).toEqual([5]); // the bridge is free
  expect(tripPreview(sample(), null)).toBe(null);
});

it("knows where a bridge would lie", () => {
  expect(bridgePreview({ move: "bridge 5", clicks: ["button:bridge", "gap:5"] })).toBe(5);
  expect(bridgePreview({ move: "pass", clicks: ["button:pass"] })).toBe(null);
});

it("counts a trip under way from its beginning", () => {
  const view = { ...sample(), moving: { figure: "C" as const, from: 2, price: 3 } };
  expect(currentTrip(view)).toMatchObject({ figure: "C", from: 2, to: 30 });
  expect(currentTrip(view)?.crossed.map(({ first }) => first)).toEqual([5]);
  expect(currentTrip(sample())).toBe(null);
});

it("shows every place that a figure could go to, each once", () => {
  const moves: CausewayChoice[] = [
    { move: "B ring", clicks: ["figure:B", "card:ring"], lands: 7, price: 3, takes: 3 },
    { move: "B flag", clicks: ["figure:B", "card:flag"], lands: 7, price: 3, takes: 3 },
    { move: "B crown", clicks: ["figure:B", "card:crown"], lands: 54, price: 3 },
    { move: "pass", clicks: ["button:pass"] },
  ];
  const trips = tripPreviews(sample(), moves);
  expect(trips.map(({ figure, from, to, takes }) => [figure, from, to, takes])).toEqual([
    ["B", 4, 7, 3],
    ["B", 4, 54, null],
  ]);
});

it("says what a card or tile pays while it can", () => {
  const pay: CausewayChoice = { move: "pay 5", clicks: ["tile:5"], owed: 0, pays: 5, overpaid: 4 };
  const buy: CausewayChoice = { move: "buy 3", clicks: ["button:buy", "tile:3"], cards: 1 };
  expect(paymentOf([pay, buy], "tile:5")).toBe(5);
  expect(paymentOf([pay, buy], "tile:3")).toBe(null);
});
