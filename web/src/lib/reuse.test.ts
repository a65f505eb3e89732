import { expect, test } from "vitest";
import { reusing, reusingById } from "./reuse";

test("equal parts are the older ones, and what changed is new", () => {
  const before = { path: [{ space: 1, tags: ["a"] }, { space: 2, tags: [] }], seats: { blue: 3 }, turn: 1 };
  const after = { path: [{ space: 1, tags: ["a"] }, { space: 2, tags: ["b"] }], seats: { blue: 3 }, turn: 2 };
  const found = reusing(before, after);
  expect(found).toEqual(after);
  expect(found).not.toBe(before);
  expect(found.path[0]).toBe(before.path[0]);
  expect(found.path[1]).not.toBe(before.path[1]);
  expect(found.seats).toBe(before.seats);
  expect(reusing(before, structuredClone(before))).toBe(before);
});

test("a missing or an added field, another length and another kind are changes", () => {
  const cases: [unknown, unknown][] = [
    [{ a: 1, b: 2 }, { a: 1 }],
    [{ a: 1 }, { a: 1, b: undefined }],
    [[1, 2], [1]],
    [[1], { 0: 1 }],
    [null, { a: 1 }],
    [{ a: 1 }, null],
  ];
  for (const [before, after] of cases) {
    expect(reusing(before, after)).toEqual(after);
    expect(reusing(before, after)).not.toBe(before);
  }
});

test("things with ids are found in another order", () => {
  const before = [{ id: "a", live: true }, { id: "b", live: false }];
  const found = reusingById(before, [{ id: "b", live: false }, { id: "a", live: false }]);
  expect(found).toEqual([{ id: "b", live: false }, { id: "a", live: false }]);
  expect(found[0]).toBe(before[1]);
});
