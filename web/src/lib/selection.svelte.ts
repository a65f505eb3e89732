/** What has been clicked so far at a table, and what the next click means. */

import { begin, click, leadingOn, preview, type Step } from "./selection";
import type { Choice } from "./types";

/** Whether the last press came from a finger: a finger cannot point before it clicks. */
let isFinger = false;
addEventListener("pointerdown", (event) => (isFinger = event.pointerType === "touch"), true);

interface Handlers {
  play: (move: string) => void; // the clicks are complete
  explain: (clicks: string[]) => void; // a click leads nowhere
  needsConfirmation?: (move: Choice) => boolean; // whether a finger's tap asks first
}

export class Selection {
  pointed = $state<string | null>(null);
  asked = $state.raw<Choice | null>(null); // complete, and shown before it is made
  private current = $state.raw<Step>(begin([]));
  private moves: readonly Choice[] = [];
  readonly chosen = $derived<ReadonlySet<string>>(new Set(this.current.chosen));

  readonly leading = $derived<readonly Choice[]>(leadingOn(this.moves, this.current, this.pointed));

  readonly preview = $derived.by<Choice | null>(() => {
    if (this.asked) return this.asked;
    const one = preview(this.moves, this.current, this.pointed);
    if (one) return one;
    return this.leading.length === 1 ? (this.leading[0] ?? null) : null;
  });

  constructor(private readonly handlers: Handlers) {}

  get glow(): ReadonlySet<string> {
    return this.current.glow;
  }

  /** Other moves are legal now. */
  reset(moves: readonly Choice[]): void {
    this.moves = moves;
    this.asked = null;
    this.current = begin(moves);
  }

  clear = (): void => this.reset(this.moves);

  pick = (id: string, ...also: string[]): void => {
    const next = click(this.moves, this.current, id);
    if (!next) {
      if (!this.current.chosen.includes(id)) this.handlers.explain([...this.current.chosen, id, ...also]);
      return;
    }
    if (!next.move) {
      this.asked = null;
      this.current = next;
    } else if (this.asked !== next.move && this.asksFirst(next.move, id)) {
      this.asked = next.move;
    } else {
      this.play(next.move);
    }
  };

  /** Whether a move is shown before it is made: by a tap that could be a slip, or by a place that did not glow. */
  private asksFirst(move: Choice, id: string): boolean {
    return this.current.quiet.has(id) || (isFinger && (this.handlers.needsConfirmation?.(move) ?? false));
  }

  /** Not at once: a thing that vanishes while it has the focus loses it in the middle of drawing. */
  point = (id: string | null): void => {
    queueMicrotask(() => (this.pointed = id));
  };

  /** Makes a move. */
  play = (move: Choice): void => {
    this.pointed = null;
    this.handlers.play(move.move);
    this.reset(this.moves);
  };
}
