/** The connection to a table: connects, notices silence, connects again, and repeats a move that was not answered. */

import { applied, loadNotation } from "./deltas";
import type { Message, Notation, State } from "./types";

/** The version of docs/protocol.md that this page speaks. */
export const PROTOCOL = 3;

/** `waiting`: the server answers, but cannot store anything now. */
export type Line = "connecting" | "live" | "lost" | "offline" | "waiting";

const PING_EVERY = 20_000;
/** A connection that was silent for longer than this is checked. */
const MAX_SILENCE = 28_000;
/** How long an answer may take when the connection is checked. */
const ANSWER_TIME = 4_000;
/** How long to wait at least when the server asks for it, in milliseconds. */
const LONG_WAIT = 15_000;
/** Attempts that may fail before the page says more than "connecting". */
const ATTEMPTS_BEFORE_LOST = 2;

/** How long to wait before the next attempt: growing, and spread so that not all browsers come at once. */
export function backoff(attempt: number, random: number): number {
  const longest = Math.min(15_000, 400 * 2 ** Math.min(attempt, 10));
  return longest / 2 + (longest / 2) * random;
}

/** Errors after which the server closes the connection and connecting again by itself does not help. */
export function isFinal(code: string): boolean {
  return ["no-such-table", "old-rules", "damaged-table", "too-many", "other-protocol"].includes(code);
}

/** Errors after which the page waits: the server has no access to what it has stored. */
export function isPassing(code: string): boolean {
  return ["database-away", "disk-full", "database-replaced", "database-in-use"].includes(code);
}

/** A message that changes the match and has not been answered yet. */
export interface Pending {
  ply: number;
  message: Record<string, unknown>;
  isRepeated: boolean; // it may not be sent (once more) after a reconnect
}

/** After a reconnect: whether the pending move is sent again (the server accepts it only once). */
export function shouldResend(pending: Pending | null, state: State): boolean {
  return pending !== null && !pending.isRepeated && pending.ply === state.ply;
}

/** Whether a state answers a pending move: the table has moved on. */
export function isAnswered(pending: Pending | null, state: State): boolean {
  return pending !== null && state.ply > pending.ply;
}

interface Listener {
  line(line: Line): void;
  /** `isFirst`: the first state on a new connection. */
  message(message: Message, isFirst: boolean): void;
}

export class TableSocket {
  private line: Line = "connecting";
  private socket: WebSocket | null = null;
  private pending: Pending | null = null;
  private isFirst = true; // no state yet on this connection
  private latest: State | null = null; // what deltas of this connection go on from
  private notation: Notation | null = null;
  private attempt = 0;
  private heardAt = 0;
  private isStopped = false; // by a final error
  private mustWait = false; // the server said so
  private isClosed = false;
  private readonly timers: Record<string, ReturnType<typeof setTimeout>> = {};

  constructor(
    private readonly address: () => string, // asked for at every attempt
    private readonly listener: Listener,
  ) {}

  /** Connects, and returns what ends it. */
  open(): () => void {
    addEventListener("online", this.wake);
    addEventListener("offline", this.check);
    const ping = setInterval(() => this.ping(), PING_EVERY);
    this.connect();
    return () => {
      this.isClosed = true;
      removeEventListener("online", this.wake);
      removeEventListener("offline", this.check);
      clearInterval(ping);
      for (const timer of Object.values(this.timers)) clearTimeout(timer);
      this.socket?.close();
    };
  }

  /** Whether something that changes the match was sent and not answered yet. */
  get isSending(): boolean {
    return this.pending !== null;
  }

  send(message: Record<string, unknown>): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Sends something that changes the match. A move that is not answered is sent again after a reconnect. */
  act(message: Record<string, unknown>, ply: number): void {
    const whole = { ...message, ply };
    this.pending = { ply, message: whole, isRepeated: message["type"] !== "move" };
    this.send(whole);
  }

  /** Connects again at once, as after another cookie. */
  restart(): void {
    this.attempt = 0;
    this.connect();
  }

  /** Tries again after a final error. */
  retry(): void {
    this.isStopped = false;
    this.wake();
  }

  /** The network is back, or somebody presses the button: no need to wait any longer. */
  wake = (): void => {
    this.attempt = 0;
    if (this.line === "live") this.check();
    else this.connect();
  };

  private setLine(line: Line): void {
    this.line = line;
    this.listener.line(line);
  }

  private connect(): void {
    if (this.isClosed || this.isStopped) return;
    clearTimeout(this.timers["retry"]);
    this.drop();
    const socket = new WebSocket(this.address());
    this.socket = socket;
    this.isFirst = true;
    this.latest = null;
    this.later("answer", 2 * ANSWER_TIME, () => this.lose());
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket === this.socket) this.hear(this.whole(JSON.parse(event.data) as Message));
    };
    socket.onclose = () => {
      if (socket === this.socket) this.lose();
    };
  }

  /** Closes the socket and ignores what it still sends. */
  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  private lose(): void {
    this.drop();
    clearTimeout(this.timers["answer"]);
    this.setLine("connecting");
    if (this.isClosed || this.isStopped) return;
    this.attempt += 1;
    if (this.mustWait) this.setLine("waiting");
    else if (!navigator.onLine) this.setLine("offline");
    else if (this.attempt > ATTEMPTS_BEFORE_LOST) this.setLine("lost");
    const delay = this.mustWait ? LONG_WAIT * (1 + Math.random()) : backoff(this.attempt, Math.random());
    this.later("retry", delay, () => this.connect());
  }

  private later(name: string, delay: number, action: () => void): void {
    clearTimeout(this.timers[name]);
    this.timers[name] = setTimeout(action, delay);
  }

  /** Asks for an answer; a connection that gives none is dead, even if the browser has not noticed. */
  private check = (): void => {
    if (this.line !== "live") return;
    this.send({ type: "ping" });
    this.later("answer", ANSWER_TIME, () => this.lose());
  };

  private ping(): void {
    if (this.line !== "live") return;
    if (Date.now() - this.heardAt > MAX_SILENCE) this.check();
    else this.send({ type: "ping" });
  }

  /** A message in which what has changed is put into the state before. */
  private whole(message: Message): Message {
    if (message.type === "delta" && this.latest && this.notation) message = applied(this.latest, message, this.notation);
    if (message.type === "state") this.latest = message;
    return message;
  }

  /** Asks for what changes instead of whole states, once the numbers of moves are known. */
  private async askForDeltas({ table, notation }: State): Promise<void> {
    const socket = this.socket;
    try {
      this.notation = await loadNotation(table.game, notation);
    } catch {
      return; // whole states do as well
    }
    if (socket === this.socket) this.send({ type: "deltas", notation });
  }

  private hear(message: Message): void {
    this.heardAt = Date.now();
    clearTimeout(this.timers["answer"]);
    const isFirst = this.isFirst && message.type === "state";
    if (message.type === "state") this.receive(message, isFirst);
    else if (message.type === "error" && isFinal(message.code)) this.isStopped = true;
    else if (message.type === "error" && isPassing(message.code)) this.mustWait = true;
    else if (message.type === "error" && !["going-away", "old-notation"].includes(message.code)) this.pending = null;
    this.listener.message(message, isFirst);
  }

  private receive(state: State, isFirst: boolean): void {
    this.isFirst = false;
    this.attempt = 0;
    this.mustWait = false;
    this.setLine("live");
    if (isFirst) void this.askForDeltas(state);
    if (isAnswered(this.pending, state)) this.pending = null;
    if (!isFirst || !this.pending) return;
    if (shouldResend(this.pending, state)) {
      this.pending.isRepeated = true;
      this.send(this.pending.message);
    } else {
      this.pending = null;
    }
  }
}
