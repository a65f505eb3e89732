import { expect, test } from "vitest";

import { atTurnStart, isUnderWay, moveFigure, read, seatPlayers, use, view, withSeat, write } from "./model";
import { sample } from "./sample";

const TEXT =
  "causeway 2 peek=on / path ring1 ~ = crown3+ olive7+ring2 / blue A:1 C:home hand 2xring flag shown ring tiles 2x3 5 nobridge / white hand 3x? / turn white / discard olive / unseen A ring35 / phase pay / owed 2";

test("a text is read and written as it was", () => {
  expect(write(read(TEXT))).toBe(TEXT);
  expect(read("causeway 2 / path@3 ring1 / blue").path.slice(0, 4)).toEqual(["~", "~", "ring1", "~"]);
});

test("tools lay tiles, bridges and water, and leave to the rules what nobody has seen", () => {
  let model = use(read(TEXT), "tile:statue:6", ["gap:2"]);
  model = use(model, "tile:flag:1", ["space:4"]);
  expect(model.path.slice(0, 5)).toEqual(["ring1", "statue6", "=", "flag1+", "olive7+ring2"]);
  model = use(use(use(model, "water", ["space:1"]), "stack", ["space:4"]), "bridge", ["gap:1"]);
  expect(model.path.slice(0, 4)).toEqual(["=", "statue6", "=", "flag1"]);
  expect(write(model)).not.toContain("unseen");
  expect(use(model, "tile:ring:1", ["space:54"])).toBe(model);
  expect(use(model, "tile:ring:1", ["button:x"])).toBe(model);
});

test("figures go anywhere, and shown cards are never more than those in hand", () => {
  let model = use(read(TEXT), "figure:1:B", ["space:54"]);
  model = moveFigure(model, 0, "C", 0);
  expect(model.seats.map(({ figures }) => figures)).toEqual([
    { A: 1, B: 0, C: 0 },
    { A: 0, B: 54, C: 0 },
  ]);
  expect(write(withSeat(model, 0, { hand: { flag: 1 } }))).toContain("blue A:1 hand flag tiles 2x3 5 nobridge");
});

test("a turn begins again without what has happened in it", () => {
  const model = read(TEXT);
  expect([isUnderWay(model), isUnderWay(atTurnStart(model))]).toEqual([true, false]);
  expect(write(atTurnStart(model))).toMatch(/discard olive \/ unseen A ring35$/);
});

test("players come and go", () => {
  expect(write(seatPlayers(read(TEXT), 3))).toContain("causeway 3 peek=on");
  expect(write(seatPlayers(read(TEXT), 3))).toContain("/ black /");
  expect(seatPlayers(seatPlayers(read(TEXT), 3), 2).seats).toHaveLength(2);
});

test("the board shows each empty space by itself", () => {
  const shown = view(read(TEXT), sample());
  expect(shown.gaps.slice(0, 2)).toEqual([
    { first: 2, last: 2, price: 0, bridged: false },
    { first: 3, last: 3, price: 0, bridged: true },
  ]);
  expect(shown.path[4]).toMatchObject({ item: "olive", value: 7, covered: "ring2" });
  expect(shown.seats[0]?.figures).toEqual({ A: 1, B: 0, C: 54 });
});
