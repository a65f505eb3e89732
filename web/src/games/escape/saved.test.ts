import { expect, it } from "vitest";
import type { Entry } from "../../lib/types";
import { GATES, sample } from "./sample";
import { savedByGate } from "./saved";

const rescue = (from: string, ...saved: number[]): Entry =>
  ({ actor: 0, move: "", seen: true, code: "go-coral", values: { from }, outcome: { saved } }) as Entry;
const undo = { actor: 0, move: "undo", seen: true, code: "undo", values: {} } as Entry;

function viewWith(...saved: number[]) {
  const view = sample();
  return { ...view, seats: view.seats.map((seat, number) => ({ ...seat, saved: saved[number] ?? 0 })) };
}

it("puts everybody on the island behind the gate they came by", () => {
  const [first = "", second = ""] = GATES;
  const found = savedByGate(viewWith(2, 1), [rescue(first, 1, 0), rescue(second, 1, 0), rescue(second, 0, 1)], GATES);
  expect(found.get(first)?.slice(0, 2)).toEqual([1, 0]);
  expect(found.get(second)?.slice(0, 2)).toEqual([1, 1]);
});

it("leaves out what was taken back", () => {
  const [first = "", second = ""] = GATES;
  const found = savedByGate(viewWith(1), [rescue(first, 1, 0), undo, rescue(second, 1, 0)], GATES);
  expect([found.get(first)?.[0], found.get(second)?.[0]]).toEqual([0, 1]);
});

it("shows everybody even where the log is not there", () => {
  const found = savedByGate(viewWith(3, 2), [], GATES);
  expect([...found.values()].flat().reduce((sum, n) => sum + n, 0)).toBe(5);
});
