import { beforeAll, expect, it, vi } from "vitest";
import type { Entry, Values } from "../../lib/types";

let story: typeof import("./story");
const cast = { names: ["Ada", "Crab"], own: [0] };

beforeAll(async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("navigator", { languages: ["en"] });
  story = await import("./story");
  await (await import("../../lib/texts")).loadTexts("escape");
});

const entry = (actor: number, code: string, values: Values = {}, outcome?: Entry["outcome"]): Entry => ({
  actor,
  move: code,
  seen: true,
  code,
  values,
  ...(outcome ? { outcome } : {}),
});
const SPIN = entry(-1, "spin", { animal: "monster", number: "2" });
const ATTACK = entry(1, "to", { to: "c7" }, { lost: [2, 0] });
const TURN = [
  entry(1, "go", { from: "e4", to: "e5" }),
  entry(1, "swim-coral", { from: "a1" }, { saved: [0, 1] }),
  entry(1, "sink", { to: "d4" }),
  entry(-1, "symbol", { symbol: "whirlpool" }, { lost: [0, 1] }),
  SPIN,
  entry(1, "pick", { from: "d6" }),
  ATTACK,
];

it("reads a picked animal and where it goes as one sentence", () => {
  const read = story.readable(TURN);
  expect(read.map(({ code }) => code)).toEqual(["go", "swim-coral", "sink", "reveal", "spin", "animal"]);
  expect(read.at(-1)?.values).toMatchObject({ animal: "monster", from: "d6", to: "c7" });
});

it("names a picked animal before it has gone anywhere", () => {
  const picked = story.readable([SPIN, entry(1, "pick", { from: "d6" })]);
  expect(story.turnText(picked, "Crab", cast)).toBe("Crab chooses the sea monster at d6.");
  const ridden = story.readable([entry(-1, "spin", { animal: "dolphin" }), entry(1, "pick-rider", { from: "d6" })]);
  expect(ridden.at(-1)).toMatchObject({ code: "picked-rider", values: { from: "d6" } });
});

it("tells a whole turn in a few sentences", () => {
  expect(story.turnText(story.readable(TURN), "Crab", cast)).toBe(
    "Crab makes 2 moves. Brings 1 person to safety! Sinks d4. A whirlpool! Moves the sea monster from d6 to c7. " +
      "The whirlpool takes one of Crab's people! Crab's sea monster takes 2 of your people!",
  );
  expect(story.turnText([entry(0, "place", { to: "d4" })], "Ada", cast)).toBe("Ada puts a person on d4.");
  expect(story.turnText([entry(0, "stop"), entry(0, "stay")], "Ada", cast)).toBe("Ada moves no further.");
});

it("says who took whose people", () => {
  const taken = (attack: Entry) => story.consequences(attack, cast).map(({ actor, code }) => [actor, code]);
  const moved = { animal: "shark" };
  expect(taken(entry(1, "animal", moved, { lost: [2, 0] }))).toEqual([[0, "taken-you"]]);
  expect(taken(entry(0, "animal", moved, { lost: [0, 2] }))).toEqual([[1, "taken-by-you"]]);
  expect(taken(entry(1, "animal", moved, { lost: [0, 2] }))).toEqual([[1, "lost"]]);
  expect(taken(entry(-1, "reveal", { reveal: "whirlpool" }, { lost: [1, 1] }))).toEqual([
    [0, "swallowed-you"],
    [1, "swallowed"],
  ]);
  expect(taken(entry(0, "go"))).toEqual([]);
});

it("gives what should be noticed a beat and a banner", () => {
  const symbol = story.moments(entry(-1, "symbol", { symbol: "whirlpool" }, { lost: [0, 1] }), [], cast);
  expect(symbol).toMatchObject([
    { beat: "whirlpool", text: "A whirlpool!" },
    { beat: "lost", text: "The whirlpool takes one of Crab's people!", seat: 1 },
  ]);
  expect(story.moments(SPIN, [], cast)).toMatchObject([{ beat: "spin", text: "The spinner: sea monster, 2" }]);
  expect(story.moments(ATTACK, TURN.slice(0, -1), cast)).toMatchObject([
    { beat: "animal" },
    { beat: "lost", text: "Crab's sea monster takes 2 of your people!" },
  ]);
  expect(story.moments(entry(0, "go-coral", {}, { saved: [1, 0] }), [], cast)).toMatchObject([
    { beat: "move" },
    { beat: "saved", text: "Saved! One of your people is safe." },
  ]);
});
