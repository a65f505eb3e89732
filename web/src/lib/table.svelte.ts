/** A table, live: it connects by itself, again and again, and shows moves one after the other. */

import {
  backoff,
  dwell,
  isFinal,
  joined,
  lastActor,
  PING_EVERY,
  settles,
  shouldResend,
  SILENCE,
  touched,
  worthShowing,
  type Unheard,
} from "./following";
import type { ChatLine, Choice, Entry, Hint, Message, Refusal, State, View } from "./types";
import { version } from "./version.svelte";

export type Line = "connecting" | "live" | "lost" | "offline";
/** Something to tell: why a click leads nowhere, or what went wrong. */
export interface Notice extends Refusal {
  isRefusal: boolean;
}

/** How long an answer may take when there is reason to doubt the line. */
const DOUBT = 4_000;
/** Tries that may fail before the page says more than "connecting". */
const TRIES_BEFORE_LOST = 2;

const NONE: Choice[] = [];

export class LiveTable {
  readonly id: string;
  line = $state<Line>("connecting");
  shown = $state.raw<State | null>(null);
  isBehind = $state(false); // later states wait to be shown
  isPaused = $state(false); // somebody who watches wants to look longer
  isSending = $state(false); // a move is on its way
  log = $state.raw<Entry[]>([]); // as far as it is shown
  fresh = $state.raw<Entry[]>([]); // what the last shown state added
  marked = $state.raw<ReadonlySet<string>>(new Set());
  chat = $state.raw<ChatLine[]>([]);
  hints = $state.raw<Hint[] | null>(null);
  notice = $state.raw<Notice | null>(null);
  problem = $state<string | null>(null); // nothing more will come
  shownAt = $state(0); // when, for the clocks

  private socket: WebSocket | null = null;
  private everything: Entry[] = []; // the log, shown or not
  private queue: State[] = [];
  private holdUntil = 0;
  private isDelayed = false; // what was held back by a pause is still being shown
  private unheard: Unheard | null = null;
  private isFirst = true; // no state yet on this connection
  private attempt = 0;
  private heardAt = 0;
  private markedBy = -1;
  private closed = false;
  private readonly timers: Record<string, ReturnType<typeof setTimeout>> = {};

  constructor(id: string) {
    this.id = id;
  }

  open(): () => void {
    addEventListener("online", this.wake);
    addEventListener("offline", this.doubt);
    document.addEventListener("visibilitychange", this.lookUp);
    const beat = setInterval(() => this.beat(), PING_EVERY);
    this.connect();
    return () => {
      this.closed = true;
      removeEventListener("online", this.wake);
      removeEventListener("offline", this.doubt);
      document.removeEventListener("visibilitychange", this.lookUp);
      clearInterval(beat);
      for (const timer of Object.values(this.timers)) clearTimeout(timer);
      this.socket?.close();
    };
  }

  /** The legal moves, while the board is what the server last told and nothing is on its way. */
  get moves(): Choice[] {
    const isCurrent = this.line === "live" && !this.isBehind && !this.isSending;
    return isCurrent ? (this.shown?.moves ?? NONE) : NONE;
  }

  /** The move that a hint advises, while it can be made. */
  get hinted(): Choice | null {
    const best = this.hints?.[0]?.move;
    return this.moves.find((move) => move.move === best) ?? null;
  }

  play(move: string): void {
    this.act({ type: "move", move });
  }

  pay(): void {
    this.act({ type: "pay" });
  }

  undo(): void {
    this.act({ type: "undo" });
  }

  look(seat: number): void {
    this.send({ type: "look", seat });
  }

  why(clicks: string[]): void {
    this.send({ type: "why", clicks });
  }

  askHint(): void {
    this.send({ type: "hint" });
  }

  /** Says something to all at the table, and answers whether it could be sent. */
  say(text: string): boolean {
    return this.line === "live" && this.send({ type: "chat", text });
  }

  comeBack(): void {
    this.send({ type: "back" });
  }

  /** Has a bot play for somebody who is gone. */
  replace(seat: number): void {
    this.send({ type: "replace", seat });
  }

  /** Stops showing what happens, or goes on where it stopped. */
  pause(): void {
    this.isPaused = !this.isPaused;
    this.isDelayed = true;
    this.holdUntil = 0;
    this.showNext();
  }

  /** In a pause: shows one thing more, if it has happened. */
  step(): void {
    const state = this.queue.shift();
    if (state) this.show(state);
    this.isBehind = this.queue.length > 0;
  }

  /** Shows at once what still waits to be shown. */
  skip(): void {
    if (this.isPaused) return;
    this.queue = this.queue.slice(-1);
    this.holdUntil = 0;
    this.showNext();
  }

  /** Sends what changes the match, and keeps it until something is heard of it. */
  private act(message: Record<string, unknown>): void {
    if (!this.shown || this.line !== "live" || this.isSending) return;
    const whole = { ...message, ply: this.shown.ply };
    this.unheard = { ply: this.shown.ply, message: whole, again: message["type"] !== "move" };
    this.isSending = true;
    this.hints = null;
    this.notice = null;
    this.send(whole);
  }

  /** Another cookie, another seat: the table is asked again who we are. */
  reconnect(): void {
    this.everything = [];
    this.attempt = 0;
    this.connect();
  }

  private send(message: Record<string, unknown>): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  private connect(): void {
    if (this.closed || this.problem) return;
    clearTimeout(this.timers["retry"]);
    this.drop();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const address = `${scheme}://${location.host}/api/tables/${this.id}/socket?ply=${this.everything.length}`;
    const socket = new WebSocket(address);
    this.socket = socket;
    this.isFirst = true;
    this.later("answer", 2 * DOUBT, () => this.lose());
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket === this.socket) this.hear(JSON.parse(event.data) as Message);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.lose();
    };
  }

  /** Lets go of a socket without hearing of it again. */
  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  private lose(): void {
    this.drop();
    clearTimeout(this.timers["answer"]);
    this.line = "connecting";
    if (this.closed || this.problem) return;
    this.attempt += 1;
    if (!navigator.onLine) this.line = "offline";
    else if (this.attempt > TRIES_BEFORE_LOST) this.line = "lost";
    this.later("retry", backoff(this.attempt, Math.random()), () => this.connect());
  }

  private later(name: string, delay: number, action: () => void): void {
    clearTimeout(this.timers[name]);
    this.timers[name] = setTimeout(action, delay);
  }

  /** Somebody presses the button after a refusal that need not last. */
  retry = (): void => {
    this.problem = null;
    this.wake();
  };

  /** The network is back, or somebody presses the button: no need to wait any longer. */
  wake = (): void => {
    this.attempt = 0;
    if (this.line === "live") this.doubt();
    else this.connect();
  };

  /** Asks for a sign of life; a line that gives none is dead, whatever the browser thinks. */
  private doubt = (): void => {
    if (this.line !== "live") return;
    this.send({ type: "ping" });
    this.later("answer", DOUBT, () => this.lose());
  };

  /** Timers sleep in a hidden tab, so a tab that comes back looks at once. */
  private lookUp = (): void => {
    if (document.hidden) return;
    this.skip();
    this.wake();
  };

  private beat(): void {
    if (this.line !== "live") return;
    if (Date.now() - this.heardAt > SILENCE) this.doubt();
    else this.send({ type: "ping" });
  }

  private hear(message: Message): void {
    this.heardAt = Date.now();
    clearTimeout(this.timers["answer"]);
    if (message.type === "state") this.receive(message);
    else if (message.type === "chat") this.addChat(message.lines);
    else if (message.type === "hint") this.hints = message.moves;
    else if (message.type === "why" && message.code !== "legal") this.notice = { ...message, isRefusal: true };
    else if (message.type === "error") this.fail(message);
  }

  private fail(message: Message & { type: "error" }): void {
    if (isFinal(message.code)) this.problem = message.code;
    if (this.problem || message.code === "going-away") return;
    this.isSending = false;
    this.unheard = null;
    const code = message.reason ?? message.code;
    this.notice = { ...message, code, isRefusal: message.reason !== undefined };
  }

  private receive(state: State): void {
    const isReturn = this.isFirst;
    this.isFirst = false;
    this.attempt = 0;
    this.line = "live";
    this.everything = joined(this.everything, state);
    if (settles(this.unheard, state)) this.unheard = null;
    if (isReturn && shouldResend(this.unheard, state)) {
      this.unheard!.again = true;
      this.send(this.unheard!.message);
    } else if (isReturn) {
      this.unheard = null;
    }
    if (!this.unheard) this.isSending = false;
    const isHurried = isReturn || document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.queue = [...this.queue, state];
    if (!this.isPaused && !this.isDelayed) this.queue = worthShowing(this.queue, isHurried);
    if (isHurried) this.holdUntil = 0;
    this.showNext();
    if (isReturn) void version.check();
  }

  private showNext(): void {
    if (this.isPaused) {
      this.isBehind = this.queue.length > 0;
      return;
    }
    const wait = this.holdUntil - performance.now();
    if (wait > 0) {
      this.isBehind = this.queue.length > 0;
      this.later("show", wait, () => this.showNext());
      return;
    }
    const state = this.queue.shift();
    this.isBehind = this.queue.length > 0;
    if (!this.isBehind) this.isDelayed = false;
    if (!state) return;
    this.holdUntil = performance.now() + dwell(state, this.shown);
    this.show(state);
    if (this.queue.length > 0) this.showNext();
  }

  private show(state: State): void {
    const before = this.shown;
    this.fresh = before ? this.everything.slice(before.ply, state.ply) : [];
    if (before?.view && state.view && state.ply > before.ply) {
      this.mark(before.view, state.view);
    }
    if (before?.ply !== state.ply) this.hints = null;
    if (before?.ply !== state.ply || before.seat !== state.seat) this.notice = null;
    this.shown = before ? unchanged(before, state) : state;
    this.shownAt = performance.now();
    this.log = this.everything.slice(0, state.ply);
  }

  /** Marks what the last player's turn touched, with what chance did for them; not the deal. */
  private mark(before: View, after: View): void {
    const actor = lastActor(this.fresh);
    if (actor === -1 && this.markedBy === -1) return;
    const now = touched(before, after);
    const isSame = actor === this.markedBy || actor === -1;
    this.marked = isSame ? new Set([...this.marked, ...now]) : now;
    if (actor >= 0) this.markedBy = actor;
  }

  private addChat(lines: ChatLine[]): void {
    const key = (line: ChatLine) => `${line.at} ${line.seat} ${line.text}`;
    const known = new Set(this.chat.map(key));
    const added = lines.filter((line) => !known.has(key(line)));
    if (added.length > 0) this.chat = [...this.chat, ...added];
  }
}

/** A state in which nothing but people has changed keeps its old parts, so that a half made choice holds. */
function unchanged(before: State, after: State): State {
  const isSame = before.ply === after.ply && before.seat === after.seat;
  if (!isSame || before.table.state !== after.table.state) return after;
  return { ...after, view: before.view, moves: before.moves };
}
