import { expect, test } from "vitest";

import { optionIn, rowsOf, withOption } from "./positions";

test("options are read from the head, set, changed and left out where they are usual", () => {
  const text = "sea 3 wind=on / land all";
  const set = withOption(text, "tide", "high");
  expect(set).toBe("sea 3 wind=on tide=high / land all");
  expect(withOption(set, "tide", "low")).toBe("sea 3 wind=on tide=low / land all");
  expect(withOption(text, "wind", null)).toBe("sea 3 / land all");
  expect([optionIn(rowsOf(set)[0] ?? [], "tide"), optionIn(rowsOf(text)[0] ?? [], "tide")]).toEqual(["high", undefined]);
});
