/** What has been clicked so far at a table, and what the next click means. */

import { begin, click, leadingOn, preview, type Step } from "./choosing";
import type { Choice } from "./types";

/** Whether the last press came from a finger: a finger cannot point before it clicks. */
let isFinger = false;
addEventListener("pointerdown", (event) => (isFinger = event.pointerType === "touch"), true);

/** A move with consequences that one wants to see before it is done. */
const isWorthALook = (move: Choice) =>
  move.lands !== undefined || move.lost?.some((n) => n > 0) === true;

export class Chooser {
  pointed = $state<string | null>(null);
  asked = $state.raw<Choice | null>(null); // complete, and shown before it is done
  private current = $state.raw<Step>(begin([]));
  private of: readonly Choice[] = [];
  readonly chosen = $derived<ReadonlySet<string>>(new Set(this.current.chosen));

  readonly leading = $derived<readonly Choice[]>(leadingOn(this.of, this.current, this.pointed));

  readonly preview = $derived.by<Choice | null>(() => {
    if (this.asked) return this.asked;
    const one = preview(this.of, this.current, this.pointed);
    if (one) return one;
    return this.leading.length === 1 ? (this.leading[0] ?? null) : null;
  });

  constructor(
    private readonly play: (move: string) => void,
    private readonly refuse: (clicks: string[]) => void,
  ) {}

  get glow(): ReadonlySet<string> {
    return this.current.glow;
  }

  /** Other moves are legal now. */
  reset(moves: readonly Choice[]): void {
    this.of = moves;
    this.asked = null;
    this.current = begin(moves);
  }

  clear = (): void => this.reset(this.of);

  pick = (id: string): void => {
    const next = click(this.of, this.current, id);
    if (!next) {
      if (!this.current.chosen.includes(id)) this.refuse([...this.current.chosen, id]);
      return;
    }
    if (!next.move) {
      this.asked = null;
      this.current = next;
    } else if (isFinger && isWorthALook(next.move) && this.asked !== next.move) {
      this.asked = next.move;
    } else {
      this.done(next.move);
    }
  };

  /** Not at once: a thing that vanishes while it has the focus loses it in the middle of drawing. */
  point = (id: string | null): void => {
    queueMicrotask(() => (this.pointed = id));
  };

  done(move: Choice): void {
    this.pointed = null;
    this.play(move.move);
    this.reset(this.of);
  }
}
