import { beforeAll, beforeEach, expect, test, vi } from "vitest";

import type { LiveTable } from "./table.svelte";
import type { State } from "./types";

/** The other end of a line, in the hands of the test. */
class Socket {
  static readonly OPEN = 1;
  static last: Socket;
  static count = 0;
  readyState = 1;
  sent: { type: string }[] = [];
  onmessage: (event: { data: string }) => void = () => {};
  onclose: () => void = () => {};

  constructor() {
    Socket.last = this;
    Socket.count += 1;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as { type: string });
  }

  close(): void {
    this.readyState = 3;
  }

  tell(message: object): void {
    this.onmessage({ data: JSON.stringify(message) });
  }

  refuse(code: string): void {
    this.tell({ type: "error", code, text: "", rule: "", values: {} });
    this.close();
    this.onclose();
  }
}

const state = (ply: number, seat = 0, actor = 1): Partial<State> => ({
  type: "state",
  table: { id: "t", game: "escape", state: "playing" } as State["table"],
  ply,
  since: 0,
  log: Array.from({ length: ply }, () => ({ actor, move: "x", code: "x", values: {}, seen: true })),
  seat,
  seats: [0],
  view: null,
  moves: [],
});
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
  vi.stubGlobal("WebSocket", Socket);
});

beforeEach(async () => {
  vi.clearAllTimers();
  table = new (await import("./table.svelte")).LiveTable("t");
  table.open();
  Socket.last.tell(state(1));
});

test.each(["no-such-table", "old-rules", "too-many"])("nobody connects again after %s", (code) => {
  const before = Socket.count;
  Socket.last.refuse(code);
  expect(table.problem).toBe(code);
  expect(table.notice).toBeNull();
  vi.advanceTimersByTime(120_000);
  expect(Socket.count).toBe(before);
  table.retry();
  expect(table.problem).toBeNull();
  expect(Socket.count).toBe(before + 1);
});

test("after a restart the line comes back by itself", () => {
  const before = Socket.count;
  Socket.last.refuse("going-away");
  expect([table.problem, table.line]).toEqual([null, "connecting"]);
  vi.advanceTimersByTime(1_000);
  expect(Socket.count).toBe(before + 1);
});

test("a refusal is told as long as nothing happens, and not to the next player", () => {
  Socket.last.tell(why);
  Socket.last.tell(state(1));
  expect(table.notice?.code).toBe("piece-full");
  Socket.last.tell(state(1, -1));
  expect(table.notice).toBeNull();
  Socket.last.tell(why);
  Socket.last.tell(state(2, -1));
  expect(table.notice).toBeNull();
  Socket.last.tell(why);
  table.play("x");
  expect(table.notice).toBeNull();
});

test("whoever watches can pause, step on, and miss nothing", () => {
  table.pause();
  for (let ply = 2; ply < 12; ply++) Socket.last.tell(state(ply));
  table.skip();
  expect([table.shown?.ply, table.isBehind]).toEqual([1, true]);
  table.step();
  expect(table.shown?.ply).toBe(2);
  table.pause();
  expect(table.shown?.ply).toBe(3);
  Socket.last.tell(state(12));
  expect(table.shown?.ply).toBe(3);
  vi.advanceTimersByTime(20_000);
  expect([table.shown?.ply, table.isBehind]).toEqual([12, false]);
});

test("a line of chat is sent or given back", () => {
  expect(table.say("Ahoy!")).toBe(true);
  expect(Socket.last.sent).toEqual([{ type: "chat", text: "Ahoy!" }]);
  Socket.last.refuse("going-away");
  expect(table.say("Anybody?")).toBe(false);
});

test("others' moves wait to be seen, but not for whoever is in a hurry", () => {
  for (const ply of [2, 3, 4]) Socket.last.tell(state(ply));
  expect([table.shown?.ply, table.isBehind]).toEqual([2, true]);
  table.skip();
  expect([table.shown?.ply, table.isBehind]).toEqual([4, false]);
  table.skip();
  Socket.last.tell(state(5));
  expect(table.shown?.ply).toBe(5);
});
