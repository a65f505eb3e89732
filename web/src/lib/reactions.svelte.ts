/** Quick reactions: what is shown at which seat just now. */

import { SvelteMap } from "svelte/reactivity";

import { remember, remembered } from "./settings.svelte";
import type { Reaction } from "./types";

export const REACTIONS: Reaction[] = ["hello", "well-played", "thanks", "wow", "oops", "good-game"];
const SHOWN_FOR = 4000; // milliseconds

class Muting {
  isMuted = $state(remembered("reactions") === "off");

  set(isMuted: boolean): void {
    this.isMuted = isMuted;
    remember("reactions", isMuted ? "off" : "on");
  }
}

/** Whether this browser shows reactions. */
export const muting = new Muting();

export class Reactions {
  readonly bySeat = new SvelteMap<number, Reaction>();
  private readonly timers = new Map<number, ReturnType<typeof setTimeout>>();

  /** Shows a reaction for a moment; a newer one of the same seat takes its place. */
  show(seat: number, reaction: Reaction): void {
    if (muting.isMuted) return;
    clearTimeout(this.timers.get(seat));
    this.bySeat.set(seat, reaction);
    this.timers.set(
      seat,
      setTimeout(() => this.bySeat.delete(seat), SHOWN_FOR),
    );
  }
}
