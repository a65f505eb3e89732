import { beforeAll, beforeEach, expect, test, vi } from "vitest";

import { FakeSocket } from "../testing/socket";
import * as states from "../testing/states";
import type { LiveTable } from "./table.svelte";

const state = (ply: number, seat = 0) => states.state(ply, 0, Array<number>(ply).fill(1), { seat });
const why = { type: "why", code: "piece-full", text: "", rule: "", values: {} };

let table: LiveTable;

beforeAll(() => {
  vi.useFakeTimers();
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("navigator", { languages: ["en"], onLine: true });
  vi.stubGlobal("location", { protocol: "http:", host: "here" });
  vi.stubGlobal("document", { hidden: false, addEventListener: () => {}, querySelector: () => null });
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("fetch", () => Promise.reject(new Error("nobody asks")));
  vi.stubGlobal("WebSocket", FakeSocket);
});

beforeEach(async () => {
  vi.clearAllTimers();
  table = new (await import("./table.svelte")).LiveTable("t");
  table.open();
  FakeSocket.last.deliver(state(1));
});

test.each(["no-such-table", "old-rules", "too-many"])("the page does not connect again after %s", (code) => {
  const before = FakeSocket.count;
  FakeSocket.last.refuse(code);
  expect(table.problem).toBe(code);
  expect(table.notice).toBeNull();
  vi.advanceTimersByTime(120_000);
  expect(FakeSocket.count).toBe(before);
  table.retry();
  expect(table.problem).toBeNull();
  expect(FakeSocket.count).toBe(before + 1);
});

test("a page of another version than the server's offers to reload", async () => {
  const { version } = await import("./version.svelte");
  expect(version.isOld).toBe(false);
  FakeSocket.last.refuse("other-protocol");
  expect([version.isOld, table.problem]).toEqual([true, "other-protocol"]);
  version.isOld = false;
});

test("after a restart the connection comes back by itself", () => {
  const before = FakeSocket.count;
  FakeSocket.last.refuse("going-away");
  expect([table.problem, table.line]).toEqual([null, "connecting"]);
  vi.advanceTimersByTime(1_000);
  expect(FakeSocket.count).toBe(before + 1);
});

test("a notice stays as long as nothing happens, and is not shown to the next player", () => {
  FakeSocket.last.deliver(why);
  FakeSocket.last.deliver(state(1));
  expect(table.notice?.code).toBe("piece-full");
  FakeSocket.last.deliver(state(1, -1));
  expect(table.notice).toBeNull();
  FakeSocket.last.deliver(why);
  FakeSocket.last.deliver(state(2, -1));
  expect(table.notice).toBeNull();
  FakeSocket.last.deliver(why);
  table.play("x");
  expect(table.notice).toBeNull();
});

test("people who watch can pause, step on, and miss nothing", () => {
  table.pause();
  for (let ply = 2; ply < 12; ply++) FakeSocket.last.deliver(state(ply));
  table.skip();
  expect([table.shown?.ply, table.isBehind]).toEqual([1, true]);
  table.step();
  expect(table.shown?.ply).toBe(2);
  table.pause();
  expect(table.shown?.ply).toBe(3);
  FakeSocket.last.deliver(state(12));
  expect(table.shown?.ply).toBe(3);
  vi.advanceTimersByTime(20_000);
  expect([table.shown?.ply, table.isBehind]).toEqual([12, false]);
});

test("a line of chat is sent or given back", () => {
  expect(table.say("Ahoy!")).toBe(true);
  expect(FakeSocket.last.sent).toEqual([{ type: "chat", text: "Ahoy!" }]);
  FakeSocket.last.refuse("going-away");
  expect(table.say("Anybody?")).toBe(false);
});

test("others' moves wait to be seen, but not after a key press", () => {
  for (const ply of [2, 3, 4]) FakeSocket.last.deliver(state(ply));
  expect([table.shown?.ply, table.isBehind]).toEqual([2, true]);
  table.skip();
  expect([table.shown?.ply, table.isBehind]).toEqual([4, false]);
  table.skip();
  FakeSocket.last.deliver(state(5));
  expect(table.shown?.ply).toBe(5);
});

test("who comes and goes is shown at once, also in states that wait", () => {
  const seat = (name: string) => ({ kind: "person", name, level: "", here: true, away: false });
  const withSeats = (ply: number) => {
    const made = state(ply);
    return { ...made, table: { ...made.table, seats: [seat("Ada"), seat("Ben")], watching: 0 } };
  };
  FakeSocket.last.deliver(withSeats(2));
  for (const ply of [3, 4, 5]) FakeSocket.last.deliver(withSeats(ply));
  FakeSocket.last.deliver({ type: "presence", here: [true, false], watching: 3 });
  const people = () => [table.shown?.table.seats.map((one) => one.here), table.shown?.table.watching];
  expect(people()).toEqual([[true, false], 3]);
  table.skip();
  expect(table.shown?.ply).toBe(5);
  expect(people()).toEqual([[true, false], 3]);
});
