/** The queue of states that wait to be shown, with pause and single steps for people who watch. */

import { dwell, inSteps, worthShowing } from "./playback";
import type { State } from "./types";

/** How many milliseconds a state stays after another, while so many others wait. */
type Dwell = (state: State, before: State | null, waiting: number) => number;

export class Playback {
  isBehind = $state(false); // later states wait to be shown
  isPaused = $state(false);
  private shown: State | null = null;
  private queue: State[] = [];
  private holdUntil = 0;
  private isCatchingUp = false; // what a pause held back is still being shown
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly show: (state: State) => void,
    private readonly timeFor: Dwell = (state, before, waiting) => dwell(state, before, [], waiting),
  ) {}

  /** Takes a state that has arrived, step by step. In a hurry everything before it is skipped. */
  add(state: State, isHurried: boolean): void {
    this.queue = [...this.queue, ...inSteps(state)];
    if (!this.isPaused && !this.isCatchingUp) this.queue = worthShowing(this.queue, isHurried);
    if (isHurried) this.holdUntil = 0;
    this.showNext();
  }

  /** Changes something that is not part of the match in the states that wait, and in the one that is shown. */
  amend(change: (state: State) => State): void {
    this.queue = this.queue.map(change);
    if (this.shown) this.shown = change(this.shown);
  }

  /** Stops showing what happens, or continues where it stopped. */
  pause(): void {
    this.isPaused = !this.isPaused;
    this.isCatchingUp = true;
    this.holdUntil = 0;
    this.showNext();
  }

  /** In a pause: shows one more state, if there is one. */
  step(): void {
    const state = this.queue.shift();
    if (state) this.present(state);
    this.isBehind = this.queue.length > 0;
  }

  /** Shows the latest state at once. */
  skip(): void {
    if (this.isPaused) return;
    this.queue = this.queue.slice(-1);
    this.holdUntil = 0;
    this.showNext();
  }

  /** Shows some states again, each for its time, before what comes next. */
  recall(states: readonly State[]): void {
    this.queue = [...states, ...this.queue];
    this.isCatchingUp = true;
    this.holdUntil = 0;
    this.shown = null;
    this.showNext();
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private present(state: State): void {
    this.shown = state;
    this.show(state);
  }

  private showNext(): void {
    this.isBehind = this.queue.length > 0;
    if (this.isPaused) return;
    const wait = this.holdUntil - performance.now();
    if (wait > 0) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.showNext(), wait);
      return;
    }
    const state = this.queue.shift();
    this.isBehind = this.queue.length > 0;
    if (!this.isBehind) this.isCatchingUp = false;
    if (!state) return;
    this.holdUntil = performance.now() + this.timeFor(state, this.shown, this.queue.length);
    this.present(state);
    if (this.queue.length > 0) this.showNext();
  }
}
