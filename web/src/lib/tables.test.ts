import { expect, test } from "vitest";

import type { TableLine } from "./types";
import { listed } from "./tables";

const line = (id: string, state: TableLine["state"], touched: number) => ({ id, state, touched }) as TableLine;

test("no number of finished matches hides a game that goes on", () => {
  const over = [1, 2, 3, 4, 5, 6, 7].map((n) => line(`o${n}`, "over", 10 + n));
  const open = [1, 2, 3, 4, 5, 6, 7].map((n) => line(`p${n}`, n % 2 ? "playing" : "waiting", n));
  expect(listed([...over, ...open]).map((table) => table.id)).toEqual(
    ["p7", "p6", "p5", "p4", "p3", "p2", "p1", "o7", "o6", "o5", "o4", "o3", "o2"],
  );
});
