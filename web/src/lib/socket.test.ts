import { beforeEach, describe, expect, test, vi } from "vitest";

import { FakeSocket } from "../testing/socket";
import { state } from "../testing/states";
import { backoff, isAnswered, isFinal, shouldResend, TableSocket, type Line, type Pending } from "./socket";
import type { Message } from "./types";

test("attempts come ever more slowly, never slower than every fifteen seconds", () => {
  const waits = [0, 1, 2, 3, 10, 1000].map((attempt) => backoff(attempt, 1));
  expect(waits).toEqual([400, 800, 1600, 3200, 15_000, 15_000]);
  expect(backoff(0, 0)).toBe(200);
});

test("some errors are final, a restart is not", () => {
  for (const code of ["no-such-table", "old-rules", "damaged-table", "too-many"]) expect(isFinal(code)).toBe(true);
  for (const code of ["going-away", "stale", "slow-down"]) expect(isFinal(code)).toBe(false);
});

describe("a move without an answer", () => {
  const pending: Pending = { ply: 7, message: { type: "move" }, isRepeated: false };
  test("is sent again when the table is at the same ply, and only once", () => {
    expect(shouldResend(pending, state(7, 7, []))).toBe(true);
    expect(shouldResend({ ...pending, isRepeated: true }, state(7, 7, []))).toBe(false);
    expect(shouldResend(null, state(7, 7, []))).toBe(false);
  });
  test("is answered when the table has moved on", () => {
    expect(isAnswered(pending, state(8, 7, [0]))).toBe(true);
    expect(shouldResend(pending, state(8, 7, [0]))).toBe(false);
    expect(isAnswered(pending, state(7, 7, []))).toBe(false);
  });
});

describe("the connection", () => {
  let lines: Line[];
  let heard: [Message["type"], boolean][];
  let socket: TableSocket;
  const MOVE = { type: "move", move: "x", ply: 3 };

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", FakeSocket);
    vi.stubGlobal("navigator", { onLine: true });
    vi.stubGlobal("addEventListener", () => {});
    vi.stubGlobal("removeEventListener", () => {});
    lines = [];
    heard = [];
    socket = new TableSocket(() => "ws://here", {
      line: (line) => lines.push(line),
      message: (message, isFirst) => heard.push([message.type, isFirst]),
    });
  });

  test("waits long when the server cannot store anything, and says so", () => {
    socket.open();
    FakeSocket.last.deliver(state(3, 0, [0, 0, 0]));
    const before = FakeSocket.count;
    vi.spyOn(Math, "random").mockReturnValue(0);
    FakeSocket.last.refuse("disk-full");
    expect(lines.at(-1)).toBe("waiting");
    vi.advanceTimersByTime(14_000);
    expect(FakeSocket.count).toBe(before);
    vi.advanceTimersByTime(2_000);
    expect(FakeSocket.count).toBe(before + 1);
    FakeSocket.last.deliver(state(3, 0, [0, 0, 0]));
    expect(lines.at(-1)).toBe("live");
  });

  test("is live with the first state, and says which state is the first", () => {
    socket.open();
    FakeSocket.last.deliver(state(3, 0, [0, 0, 0]));
    FakeSocket.last.deliver(state(4, 3, [0]));
    expect(lines.at(-1)).toBe("live");
    expect(heard).toEqual([["state", true], ["state", false]]);
  });

  test("comes back by itself, and is called lost after some attempts", () => {
    socket.open();
    for (let attempt = 0; attempt < 3; attempt++) {
      FakeSocket.last.break();
      vi.advanceTimersByTime(3_300);
    }
    expect(lines.at(-1)).toBe("lost");
    FakeSocket.last.deliver(state(1, 0, [0]));
    expect(lines.at(-1)).toBe("live");
  });

  test("is given up when it does not answer a ping", () => {
    socket.open();
    FakeSocket.last.deliver(state(1, 0, [0]));
    const before = FakeSocket.count;
    vi.advanceTimersByTime(20_000);
    expect(FakeSocket.last.sent).toEqual([{ type: "ping" }]);
    vi.advanceTimersByTime(26_000);
    expect(FakeSocket.count).toBeGreaterThan(before);
  });

  test("sends an unanswered move again, once", () => {
    socket.open();
    FakeSocket.last.deliver(state(3, 0, [0, 0, 0]));
    socket.act({ type: "move", move: "x" }, 3);
    expect([FakeSocket.last.sent, socket.isSending]).toEqual([[MOVE], true]);
    for (const expected of [[MOVE], []]) {
      FakeSocket.last.break();
      vi.advanceTimersByTime(1_000);
      FakeSocket.last.deliver(state(3, 3, []));
      expect(FakeSocket.last.sent).toEqual(expected);
    }
    expect(socket.isSending).toBe(false);
  });

  test("never repeats an undo", () => {
    socket.open();
    FakeSocket.last.deliver(state(3, 0, [0, 0, 0]));
    socket.act({ type: "undo" }, 3);
    FakeSocket.last.break();
    vi.advanceTimersByTime(1_000);
    FakeSocket.last.deliver(state(3, 3, []));
    expect([FakeSocket.last.sent, socket.isSending]).toEqual([[], false]);
  });

  test("stays closed when it was closed", () => {
    const close = socket.open();
    close();
    const before = FakeSocket.count;
    FakeSocket.last.break();
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.count).toBe(before);
  });
});
