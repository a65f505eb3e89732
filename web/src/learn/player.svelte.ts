/** Where a learner is in a lesson: what is shown now, what may be done, and what happens in between. */

import type { GamePage } from "../lib/game";
import { changes } from "../lib/playback";
import { Selection } from "../lib/selection.svelte";
import type { Entry, Lesson, LessonStep, View } from "../lib/types";

const PAUSE = 1000; // long enough to see a move and to read what it was
const HURRY = 130; // when there is much of one kind, such as placing everybody
const MANY = 8;

export type Reply = "" | "decline" | "nothing";

export class LessonPlayer {
  private lesson = $state.raw<Lesson>({ name: "", rule: "", steps: [] });
  at = $state(0); // the step
  private frame = $state(0); // what happens before it; all of it is over when there is no such frame
  reply = $state<Reply>(""); // to a click that was not asked for
  marked = $state.raw<ReadonlySet<string>>(new Set());
  readonly selection: Selection;
  private timer = 0;

  readonly step = $derived.by<LessonStep>(() => {
    const found = this.lesson.steps[this.at] ?? this.lesson.steps[0];
    if (!found) throw new Error("a lesson has steps");
    return found;
  });
  readonly isWatching = $derived(this.frame < this.step.between.length);
  readonly view = $derived.by<View>(() => this.step.between[this.frame]?.view ?? this.step.view);
  /** What is happening: the entries of the frame that is shown. */
  readonly news = $derived.by<Entry[]>(() => (this.isWatching ? (this.step.between[this.frame]?.log ?? []) : []));
  readonly isAsking = $derived(!this.isWatching && this.step.expect.length > 0);
  readonly offered = $derived(this.step.moves.filter((move) => this.step.expect.includes(move.move)));

  constructor(
    lesson: Lesson,
    private readonly page: GamePage,
    private readonly finished: () => void,
  ) {
    this.lesson = lesson;
    this.selection = new Selection({
      play: () => this.next(),
      explain: (clicks) => this.decline(clicks),
      needsConfirmation: (move) => page.needsConfirmation?.(move) ?? false,
    });
    this.begin(0, false, null);
  }

  /** Another lesson, on the same board; coming from the one before, what led to it is shown too. */
  load(lesson: Lesson, watches: boolean): void {
    if (lesson === this.lesson) return;
    const before = this.view;
    this.lesson = lesson;
    this.begin(0, watches, watches ? before : null);
  }

  /** Shows a step; `before` is the position that it follows from, if it does. */
  private begin(at: number, watches: boolean, before: View | null): void {
    clearTimeout(this.timer);
    this.at = at;
    this.reply = "";
    this.frame = watches ? 0 : this.step.between.length;
    this.show(this.step.log.length > 0 ? before : null);
  }

  private show(before: View | null): void {
    this.marked = changes(this.page, before, this.view);
    this.selection.reset(this.isAsking ? this.offered : []);
    if (!this.isWatching) return;
    const pause = this.step.between.length > MANY ? HURRY : PAUSE;
    this.timer = window.setTimeout(() => {
      const was = this.view;
      this.frame += 1;
      this.show(was);
    }, pause);
  }

  /** The step is done: its move was made, or there was none to make. */
  next(): void {
    if (this.isWatching) this.begin(this.at, false, this.view);
    else if (this.at + 1 < this.lesson.steps.length) this.begin(this.at + 1, true, this.view);
    else this.finished();
  }

  back(): void {
    if (this.at > 0) this.begin(this.at - 1, false, null);
  }

  /** Does what the step asks for. */
  demonstrate(): void {
    if (this.isAsking) this.next();
  }

  private decline(clicks: string[]): void {
    if (!this.isAsking) return;
    const clicked = clicks.filter((id) => !this.selection.chosen.has(id));
    const isMove = this.step.moves.some((move) =>
      clicked.some((id) => move.clicks.includes(id) || move.at === id || move.piece === id),
    );
    this.reply = isMove ? "decline" : "nothing";
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
