import { describe, expect, test } from "vitest";

import { begin, click, leadingOn, preview } from "./selection";
import type { Choice } from "./types";

const MOVES: Choice[] = [
  { move: "A ring", clicks: ["figure:A", "card:ring"], at: "space:30", lands: 30, price: 0 },
  { move: "A flag", clicks: ["figure:A", "card:flag"], at: "space:25", lands: 25, price: 2 },
  { move: "B flag", clicks: ["figure:B", "card:flag"], at: "space:25", lands: 25, price: 0 },
  { move: "buy 3", clicks: ["button:buy", "tile:3"], cards: 1 },
  { move: "pass", clicks: ["button:pass"] },
];

function clicks(...ids: string[]) {
  let step = begin(MOVES);
  for (const id of ids) step = click(MOVES, step, id) ?? step;
  return step;
}

describe("clicks become a move", () => {
  test("in any order", () => {
    expect(clicks("figure:A", "card:ring").move?.move).toBe("A ring");
    expect(clicks("card:ring", "figure:A").move?.move).toBe("A ring");
  });

  test("also by clicking where it ends", () => {
    expect(clicks("figure:A", "space:25").move?.move).toBe("A flag");
  });

  test("a place to which several ways lead glows, and asks for the rest", () => {
    expect(clicks("card:flag").glow.has("space:25")).toBe(true); // two figures could end there
    expect([...clicks("card:flag", "space:25").glow]).toEqual(["figure:A", "figure:B"]);
    expect(clicks("card:flag", "space:25", "figure:B").move?.move).toBe("B flag");
  });

  test("the place may come first", () => {
    expect(begin(MOVES).glow.has("space:25")).toBe(false); // not all of the board glows
    expect([...clicks("space:25").glow].sort()).toEqual(["card:flag", "figure:A", "figure:B"]);
    expect(clicks("space:25", "figure:A").move?.move).toBe("A flag");
    expect(clicks("space:25", "space:25").chosen).toEqual([]);
    expect(clicks("space:30").move?.move).toBe("A ring"); // the only one that ends there
    expect(clicks("figure:B", "space:30").chosen).toEqual(["figure:B"]); // is explained, not begun again
  });

  test("a button alone, when that spells a move", () => {
    expect(clicks("button:pass").move?.move).toBe("pass");
    expect(clicks("button:buy").move).toBeNull();
    expect([...clicks("button:buy").glow]).toEqual(["tile:3"]);
  });

  test("a second click on the same thing takes it back, another beginning replaces it", () => {
    expect(clicks("figure:A", "figure:A").chosen).toEqual([]);
    expect(clicks("figure:A", "figure:B").chosen).toEqual(["figure:B"]);
  });

  test("and lead nowhere where nothing is legal", () => {
    expect(click(MOVES, begin(MOVES), "card:crown")).toBeNull();
    expect(click(MOVES, begin(MOVES), "space:31")).toBeNull();
  });
});

test("what every move shares need not be clicked", () => {
  const moves: Choice[] = [
    { move: "move red a1", clicks: ["evacuee:red", "hex:a1"] },
    { move: "move red a2", clicks: ["evacuee:red", "hex:a2"] },
  ];
  const step = begin(moves);
  expect(step.chosen).toEqual(["evacuee:red"]);
  expect(click(moves, step, "hex:a2")?.move?.move).toBe("move red a2");
});

test("a qualifier is asked for only when it tells two moves apart", () => {
  const alone: Choice = { move: "pick a1", clicks: ["animal:a1", "button:alone"] };
  const rider: Choice = { move: "pick a1 rider", clicks: ["animal:a1", "button:rider"] };
  const other: Choice = { move: "pick b1", clicks: ["animal:b1", "button:alone"] };
  const moves = [alone, rider, other];
  expect(click(moves, begin(moves), "animal:b1")?.move).toBe(other);
  expect([...begin(moves).glow].sort()).toEqual(["animal:a1", "animal:b1"]);
  const step = click(moves, begin(moves), "animal:a1")!;
  expect(step.move).toBeNull();
  expect([...step.glow].sort()).toEqual(["button:alone", "button:rider"]);
  expect(click(moves, step, "button:rider")?.move).toBe(rider);
});

test("pointing shows the move that a click would complete", () => {
  const step = clicks("figure:A");
  expect(preview(MOVES, step, "card:ring")?.lands).toBe(30);
  expect(preview(MOVES, step, null)).toBeNull();
  expect(preview(MOVES, begin(MOVES), "card:ring")).toBeNull();
  expect(leadingOn(MOVES, begin(MOVES), "card:flag").map((move) => move.move)).toEqual([
    "A flag",
    "B flag",
  ]);
});

test("takes the place where it ends for a move of one click", () => {
  const moves: Choice[] = [
    { move: "then ring", clicks: ["card:ring"], at: "space:7" },
    { move: "then flag", clicks: ["card:flag"], at: "space:9" },
  ];
  const step = begin(moves);
  expect(step.glow.has("space:9")).toBe(true);
  expect(click(moves, step, "space:9")?.move?.move).toBe("then flag");
});
