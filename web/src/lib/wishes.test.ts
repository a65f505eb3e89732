import { expect, test } from "vitest";

import { firstWish, kept, resized, tableOf } from "./wishes";

test("every button opens a table without further questions", () => {
  expect(tableOf("causeway", firstWish("bots"))).toEqual({
    game: "causeway",
    seats: [{ kind: "person" }, { kind: "bot", level: "crab" }, { kind: "bot", level: "crab" }],
    options: {},
    public: false,
    hints: true,
  });
  expect(tableOf("escape", firstWish("friends")).seats).toEqual([{ kind: "person" }, { kind: "open" }]);
  expect(tableOf("escape", firstWish("watch")).seats.every((seat) => seat.kind === "bot")).toBe(true);
});

test("more players are more of the same", () => {
  const four = resized(firstWish("screen"), "screen", 4);
  expect(four.seats.map((seat) => seat.kind)).toEqual(["you", "here", "here", "here"]);
  expect(resized(four, "screen", 2).seats).toHaveLength(2);
});

test("names go along for people at this screen, clocks with kind and seconds", () => {
  const wish = firstWish("screen");
  wish.seats[1]!.name = "  Bo  ";
  wish.clock = "move:60";
  const table = tableOf("causeway", wish);
  expect(table.seats[1]).toEqual({ kind: "person", name: "Bo" });
  expect(table.clock).toEqual({ kind: "move", seconds: 60 });
});

test("a field that was cleared is an option that was not chosen", () => {
  const wish = { ...firstWish("bots"), options: { stall_limit: "", spinner: "dice" } };
  expect(tableOf("escape", wish).options).toEqual({ spinner: "dice" });
});

test("only a table with a free seat can be public", () => {
  expect(tableOf("escape", { ...firstWish("bots"), public: true }).public).toBe(false);
  expect(tableOf("escape", { ...firstWish("friends"), public: true }).public).toBe(true);
});

test("what was kept is used if it is sound", () => {
  const wish = resized(firstWish("bots"), "bots", 4);
  expect(kept(JSON.stringify(wish), "bots").seats).toHaveLength(4);
  for (const odd of [null, "", "{}", "[]", '{"seats": []}', '{"seats":[{"kind":"x"},{"kind":"you"}],"clock":"none"}']) {
    expect(kept(odd, "bots")).toEqual(firstWish("bots"));
  }
});
