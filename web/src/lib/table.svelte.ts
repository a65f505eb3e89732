/** A live table: what the server sent, as far as it is shown, and what a player can send. */

import { beat } from "./beats";
import { loadPage, type GamePage, type Moment } from "./game";
import { changes, dwell, mergedLog, momentsOf, PACES, TurnMarks, withPresence } from "./playback";
import { Playback } from "./playback.svelte";
import { Reactions } from "./reactions.svelte";
import { reusing } from "./reuse";
import { settings } from "./settings.svelte";
import { newPromise, revealed, witness } from "./nonces";
import { isFinal, isPassing, PROTOCOL, TableSocket, type Line } from "./socket";
import { seatNames, themeText } from "./texts";
import type { ChatLine, Choice, Entry, ErrorMessage, Hint, Message, Note, Presence, Reaction, Refusal, SentenceCode, State } from "./types";
import { version } from "./version.svelte";

/** Something to say: why a click leads nowhere (a reason of the rules), or what went wrong. */
export interface Notice extends Refusal {
  isReason: boolean;
}

const NO_MOVES: Choice[] = [];
const NO_NOTES: Note[] = [];
/** States that are kept to be shown again. */
const MAX_RECENT = 80;
/** Beats of one state: after a pause many entries may come at once. */
const MAX_BEATS = 4;

export class LiveTable {
  readonly id: string;
  line = $state<Line>("connecting");
  page = $state.raw<GamePage | null>(null); // of the table's game, when it is loaded
  pageFailed = $state(false);
  preparing = $state<number | null>(null); // which part of the game is ready, while the table waits for it
  shown = $state.raw<State | null>(null);
  isSending = $state(false); // a move was sent and not answered yet
  log = $state.raw<Entry[]>([]); // as far as it is shown
  fresh = $state.raw<Entry[]>([]); // what the last shown state added
  marked = $state.raw<ReadonlySet<string>>(new Set());
  chat = $state.raw<ChatLine[]>([]);
  hints = $state.raw<Hint[] | null>(null);
  advice = $state.raw<{ theme: string; why: readonly SentenceCode[] }>({ theme: "", why: [] }); // about the hints
  isLooking = $state(false); // only where to look has been said, not yet the move
  notice = $state.raw<Notice | null>(null);
  problem = $state<string | null>(null); // a final error
  readonly reactions = new Reactions();
  shownAt = $state(0); // when, for the clocks
  banner = $state.raw<readonly Moment[]>([]); // what has just happened and should be noticed
  canRecall = $state(false); // there is a last round to show again

  private sentNonce: string | undefined;
  private nextPromise = ""; // for a rematch
  private fullLog: Entry[] = []; // shown or not
  private recent: State[] = []; // that were shown, the last round and more
  private readonly marks = new TurnMarks();
  private readonly playback = new Playback(
    (state) => this.show(state),
    (state, before, waiting) => dwell(state, before, this.momentsIn(state, before), waiting) * PACES[settings.speed],
  );
  private readonly socket = new TableSocket(() => this.address(), {
    line: (line) => (this.line = line),
    message: (message, isFirst) => this.hear(message, isFirst),
  });

  constructor(id: string) {
    this.id = id;
  }

  open(): () => void {
    document.addEventListener("visibilitychange", this.lookUp);
    const close = this.socket.open();
    return () => {
      document.removeEventListener("visibilitychange", this.lookUp);
      this.playback.stop();
      close();
    };
  }

  get isBehind(): boolean {
    return this.playback.isBehind;
  }

  get isPaused(): boolean {
    return this.playback.isPaused;
  }

  /** The legal moves, while the board shows the server's latest state and no move is on its way. */
  get moves(): Choice[] {
    const isCurrent = this.line === "live" && !this.isBehind && !this.isSending;
    const actor = this.shown?.view?.actor ?? -1;
    if (!isCurrent || this.shown?.table.seats[actor]?.away) return NO_MOVES; // a bot plays for this seat
    return this.shown?.moves ?? NO_MOVES;
  }

  /** What happened to players, as far as the log is shown. */
  get notes(): readonly Note[] {
    const { ply = 0, table } = this.shown ?? {};
    return table?.notes.filter((note) => note.ply <= ply) ?? NO_NOTES;
  }

  /** The move that a hint advises, while it can be made. */
  get hinted(): Choice | null {
    if (this.isLooking) return null;
    const best = this.hints?.[0]?.move;
    return this.moves.find((move) => move.move === best) ?? null;
  }

  play(move: string): void {
    this.act({ type: "move", move });
  }

  pay(): void {
    this.act({ type: "pay" });
  }

  /** Lets a bot decide this once. */
  decideForMe(): void {
    this.act({ type: "decide" });
  }

  undo(): void {
    this.act({ type: "undo" });
  }

  look(seat: number): void {
    this.socket.send({ type: "look", seat });
  }

  why(clicks: string[]): void {
    this.socket.send({ type: "why", clicks });
  }

  /** Asks where to look, and then for the move. */
  askHint(): void {
    if (this.hints && this.isLooking) this.isLooking = false;
    else this.socket.send({ type: "hint" });
  }

  /** Sends a line of chat, and returns whether it could be sent. */
  say(text: string): boolean {
    return this.line === "live" && this.socket.send({ type: "chat", text });
  }

  react(reaction: Reaction): void {
    this.socket.send({ type: "react", reaction });
  }

  comeBack(): void {
    this.socket.send({ type: "back" });
  }

  /** Lets a bot play for somebody who is gone. */
  replace(seat: number): void {
    this.socket.send({ type: "replace", seat });
  }

  pause(): void {
    this.playback.pause();
  }

  step(): void {
    this.playback.step();
  }

  skip(): void {
    this.playback.skip();
  }

  /** Shows again what happened since the own last turn, or for a spectator since the same seat's. */
  recall(): void {
    const latest = this.shown;
    const own = latest?.seats.length ? latest.seats : [latest?.view?.turn ?? 0];
    const end = this.log.findLastIndex((entry) => !own.includes(entry.actor) && entry.actor >= 0);
    const first = this.log.slice(0, Math.max(0, end)).findLastIndex((entry) => own.includes(entry.actor));
    const past = this.recent.filter(({ ply }) => ply > first && ply < (latest?.ply ?? 0));
    if (latest && past.length > 0) this.playback.recall([...past, latest]);
  }

  /** Connects with another cookie, and so with another seat. */
  reconnect(): void {
    this.fullLog = [];
    this.socket.restart();
  }

  /** Tries again after an error that need not last. */
  retry = (): void => {
    this.problem = null;
    this.socket.retry();
  };

  wake = (): void => this.socket.wake();

  private address(): string {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    return `${scheme}://${location.host}/api/tables/${this.id}/socket?protocol=${PROTOCOL}&ply=${this.fullLog.length}`;
  }

  /** Sends something that changes the match. */
  private act(message: Record<string, unknown>): void {
    if (!this.shown || this.line !== "live" || this.isSending) return;
    this.hints = null;
    this.notice = null;
    this.socket.act(message, this.shown.ply);
    this.isSending = true;
  }

  /** Timers sleep in a hidden tab, so a tab that comes back catches up at once. */
  private lookUp = (): void => {
    if (document.hidden) return;
    this.skip();
    this.wake();
  };

  private hear(message: Message, isFirst: boolean): void {
    this.isSending = this.socket.isSending;
    if (message.type === "state") this.receive(message, isFirst);
    else if (message.type === "chat") this.addChat(message.lines);
    else if (message.type === "reaction") this.reactions.show(message.seat, message.reaction);
    else if (message.type === "presence") this.notePresence(message);
    else if (message.type === "preparing") this.preparing = message.share;
    else if (message.type === "hint") this.takeHint(message);
    else if (message.type === "why" && message.code !== "legal") this.notice = { ...message, isReason: true };
    else if (message.type === "error") this.fail(message);
  }

  /** First only where to look is said, if there is something to say. */
  private takeHint({ moves, theme, why }: Extract<Message, { type: "hint" }>): void {
    this.hints = moves;
    this.advice = { theme, why };
    this.isLooking = themeText(this.shown?.table.game ?? "", theme, "hint") !== "";
  }

  /** Shows who is here, also in the states that wait to be shown. */
  private notePresence(presence: Presence): void {
    this.playback.amend((state) => withPresence(state, presence));
    if (this.shown) this.shown = withPresence(this.shown, presence);
  }

  private fail(message: ErrorMessage): void {
    if (message.code === "other-protocol") version.isOld = true; // the page offers to reload
    if (message.code === "old-notation") return; // whole states come instead
    if (isFinal(message.code)) this.problem = message.code;
    if (this.problem || message.code === "going-away" || isPassing(message.code)) return;
    const code = message.reason ?? message.code;
    this.notice = { ...message, code, isReason: message.reason !== undefined };
  }

  private receive(state: State, isFirst: boolean): void {
    if (!this.page) this.load(state.table.game);
    this.contribute(state, isFirst);
    this.fullLog = mergedLog(this.fullLog, state);
    const isHurried = isFirst || document.hidden || settings.speed === "instant";
    this.playback.add(state, isHurried);
    if (isFirst) void version.check();
  }

  /** Takes part in the dealing: reveals this device's nonce, and after the end promises one for a rematch. */
  private contribute(state: State, isFirst: boolean): void {
    witness(state.table);
    const nonce = revealed(state);
    if (nonce && (isFirst || nonce !== this.sentNonce)) this.socket.send({ type: "reveal", nonce });
    this.sentNonce = nonce;
    const isOver = state.table.state === "over" && state.seats.length > 0 && !state.table.imported;
    if (!isOver || (this.nextPromise && !isFirst)) return;
    this.nextPromise ||= newPromise();
    this.socket.send({ type: "promise", promise: this.nextPromise });
  }

  private load(game: string): void {
    loadPage(game).then(
      (page) => (this.page = page),
      () => (this.pageFailed = true),
    );
  }

  private show(state: State): void {
    const before = this.shown;
    this.fresh = before ? this.fullLog.slice(before.ply, state.ply) : [];
    const { view } = state;
    if (before?.view && view && state.ply > before.ply) {
      this.marks.add(this.fresh, () => changes(this.page, before.view, view));
      this.marked = this.marks.ids;
    }
    if (before) this.accompany(state, before);
    if (before?.ply !== state.ply) this.hints = null;
    if (before?.ply !== state.ply || before.seat !== state.seat) this.notice = null;
    this.remember(state, before);
    this.shown = before ? keepUnchanged(before, state) : state;
    this.shownAt = performance.now();
    this.log = this.fullLog.slice(0, state.ply);
  }

  private momentsIn(state: State, before: State | null): Moment[] {
    if (!before || state.ply <= before.ply) return [];
    const cast = { names: seatNames(state.table.seats, state.table.game), own: state.seats };
    return momentsOf(this.page, this.fullLog.slice(0, state.ply), before.ply, cast);
  }

  /** Fires the beats of what a state shows for the first time, and raises its banner. */
  private accompany(state: State, before: State): void {
    if (state.ply === before.ply) return;
    const moments = this.momentsIn(state, before);
    for (const { beat: kind } of moments.slice(-MAX_BEATS)) beat(kind);
    this.banner = settings.speed === "instant" ? [] : moments.filter((moment) => moment.text);
    const isTurn = state.moves.length > 0 && before.view?.turns !== state.view?.turns;
    if (isTurn) beat("turn");
    const winners = state.result?.winners ?? [];
    const isWon = state.seats.length === 0 || winners.some((seat) => state.seats.includes(seat));
    if (state.result && !before.result) beat(isWon ? "win" : "lost");
  }

  private remember(state: State, before: State | null): void {
    const isNew = state.view && state.ply > (this.recent.at(-1)?.ply ?? -1) && state.seat === (before?.seat ?? state.seat);
    if (before && before.seat !== state.seat) this.recent = []; // another player's view at this screen
    if (isNew) this.recent = [...this.recent.slice(1 - MAX_RECENT), { ...state, moves: [], undo: false, steps: [], result: null }];
    this.canRecall = this.recent.length > 2;
  }

  private addChat(lines: ChatLine[]): void {
    const key = (line: ChatLine) => `${line.at} ${line.seat} ${line.text}`;
    const known = new Set(this.chat.map(key));
    const added = lines.filter((line) => !known.has(key(line)));
    if (added.length > 0) this.chat = [...this.chat, ...added];
  }
}

/**
 * A state in which only people changed keeps its view and moves, so that a half made choice stays. Another one keeps
 * the parts of the view that are as before, so that they are not drawn again.
 */
function keepUnchanged(before: State, after: State): State {
  const isSame = before.ply === after.ply && before.seat === after.seat && before.table.state === after.table.state;
  const [table, seats] = [reusing(before.table, after.table), reusing(before.seats, after.seats)];
  if (isSame) return { ...after, table, seats, view: before.view, moves: before.moves };
  return { ...after, table, seats, view: reusing(before.view, after.view) };
}
