import { expect, test } from "vitest";

import { beat, onBeat } from "./beats";

test("a listener hears every beat until it stops listening", () => {
  const heard: string[] = [];
  const stop = onBeat((kind) => heard.push(kind));
  beat("splash");
  beat("win");
  stop();
  beat("move");
  expect(heard).toEqual(["splash", "win"]);
});
