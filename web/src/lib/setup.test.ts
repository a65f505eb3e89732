import { beforeAll, expect, test, vi } from "vitest";

let setup: typeof import("./setup");

beforeAll(async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("navigator", { languages: ["en"] });
  setup = await import("./setup");
});

test("every button opens a table without further questions", () => {
  expect(setup.tableBody("chess", setup.firstSetup("bots"))).toEqual({
    game: "chess",
    seats: [{ kind: "person" }, { kind: "bot", level: "crab" }, { kind: "bot", level: "crab" }],
    options: {},
    public: false,
    hints: true,
  });
  expect(setup.tableBody("chess", setup.firstSetup("friends")).seats).toEqual([{ kind: "person" }, { kind: "open" }]);
  expect(setup.tableBody("chess", setup.firstSetup("watch")).seats.every((seat) => seat.kind === "bot")).toBe(true);
});

test("hints are off between people, unless they are chosen", () => {
  for (const mode of ["bots", "watch"] as const) expect(setup.hasHints(setup.firstSetup(mode))).toBe(true);
  for (const mode of ["friends", "screen"] as const) expect(setup.hasHints(setup.firstSetup(mode))).toBe(false);
  expect(setup.tableBody("chess", { ...setup.firstSetup("friends"), hints: true }).hints).toBe(true);
  expect(setup.tableBody("chess", { ...setup.firstSetup("bots"), hints: false }).hints).toBe(false);
});

test("more players are more of the same", () => {
  const four = setup.resized(setup.firstSetup("screen"), "screen", 4);
  expect(four.seats.map((seat) => seat.kind)).toEqual(["you", "here", "here", "here"]);
  expect(setup.resized(four, "screen", 2).seats).toHaveLength(2);
});

test("names go along for people at this screen, clocks with kind and seconds", () => {
  const chosen = setup.firstSetup("screen");
  chosen.seats[1]!.name = "  Bo  ";
  chosen.clock = "move:60";
  const table = setup.tableBody("chess", chosen);
  expect(table.seats[1]).toEqual({ kind: "person", name: "Bo" });
  expect(table.clock).toEqual({ kind: "move", seconds: 60 });
});

test("a field that was cleared is an option that was not chosen", () => {
  const chosen = { ...setup.firstSetup("bots"), options: { rounds: "", start: "random" } };
  expect(setup.tableBody("chess", chosen).options).toEqual({ start: "random" });
});

test("options that come to a preset are shown by its name", () => {
  const options = [
    { name: "rounds", default: "10", words: [], numbers: [1, 20], help: "" },
    { name: "start", default: "fixed", words: ["fixed", "random"], numbers: [], help: "" },
  ];
  const presets = [
    { name: "standard", options: { rounds: "10", start: "fixed" } },
    { name: "family", options: { rounds: "5", start: "fixed" } },
  ];
  const named = (chosen: Record<string, string>) => setup.presetOf({ options, presets }, chosen);
  expect(named({})).toBe("standard");
  expect(named({ rounds: "", start: "fixed" })).toBe("standard");
  expect(named({ rounds: "5" })).toBe("family");
  expect(named({ rounds: "5", start: "random" })).toBe("");
  expect(named({ rounds: "5", gone: "on" })).toBe("family"); // an option of an older version
  expect(setup.presetOf({ options, presets: [] }, {})).toBe("");
});

test("only a table with a free seat can be public", () => {
  expect(setup.tableBody("chess", { ...setup.firstSetup("bots"), public: true }).public).toBe(false);
  expect(setup.tableBody("chess", { ...setup.firstSetup("friends"), public: true }).public).toBe(true);
});

test("a stored set-up is used if it is sound", () => {
  const chosen = setup.resized(setup.firstSetup("bots"), "bots", 4);
  expect(setup.parsedSetup(JSON.stringify(chosen), setup.firstSetup("bots")).seats).toHaveLength(4);
  for (const odd of [null, "", "{}", "[]", '{"seats": []}', '{"seats":[{"kind":"x"},{"kind":"you"}],"clock":"none"}']) {
    expect(setup.parsedSetup(odd, setup.firstSetup("bots"))).toEqual(setup.firstSetup("bots"));
  }
});

test("a game with levels of its own starts with its second, and watches its third", () => {
  const level = (mode: "bots" | "watch", levels: string[]) =>
    setup.firstSetup(mode, { players: [2, 4], levels }).seats.at(-1)?.level;
  expect(level("bots", ["random"])).toBe("random");
  expect(level("bots", ["easy", "hard"])).toBe("hard");
  expect(level("watch", ["easy", "hard", "best"])).toBe("best");
  expect(level("bots", [])).toBe("");
});

test("a game for two starts with two", () => {
  expect(setup.firstSetup("bots", { players: [2, 2], levels: ["random"] }).seats).toHaveLength(2);
  expect(setup.firstSetup("screen", { players: [3, 4], levels: ["random"] }).seats).toHaveLength(3);
});

test("you sit at one seat only: who was there takes your old one", () => {
  const first = setup.firstSetup("bots");
  const moved = setup.withSeat(first, 2, "you");
  expect(moved.seats.map(({ kind }) => kind)).toEqual(["bot", "bot", "you"]);
  expect(moved.seats[0]?.level).toBe(first.seats[2]?.level);
  expect(setup.withSeat(first, 1, "bot", "triton").seats[1]?.level).toBe("triton");
});
