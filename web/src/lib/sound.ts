/** When sounds are heard: as far as the settings allow, and not before the first click, as browsers demand. */

import type { Beat } from "./beats";
import { afterFrame } from "./later.svelte";
import { settings } from "./settings.svelte";
import { playBeat } from "./sounds";

/** How a phone shakes, in milliseconds on and off; what happens all the time does not shake it. */
const SHAKES: Partial<Record<Beat, number[]>> = {
  whirlpool: [60, 40, 120],
  saved: [40, 40, 40],
  lost: [180],
  turn: [70],
  win: [60, 50, 60, 50, 200],
};

const LOUDEST = 0.8;
const MAX_AT_ONCE = 8; // sounds within a moment

let context: AudioContext | null = null;
let recent: number[] = []; // when sounds began

/** Plays what accompanies a beat, and shakes a phone, as far as the settings allow. */
export function playSound(beat: Beat): void {
  const shake = SHAKES[beat];
  if (context && shake && settings.vibrates) navigator.vibrate?.(shake);
  if (!context || !settings.hasSound || settings.volume === 0) return;
  recent = recent.filter((begin) => performance.now() - begin < 250);
  if (recent.length >= MAX_AT_ONCE) return;
  recent.push(performance.now());
  const audio = context;
  const volume = (settings.volume / 100) ** 2 * LOUDEST; // as loud as it seems, not as it is
  // After the frame that shows it: making its parts takes a few milliseconds.
  afterFrame(() => playBeat(audio, beat, volume));
}

/** A browser lets a page sound only after somebody has clicked or typed in it. */
export function soundAfterFirstClick(): void {
  const begin = () => {
    removeEventListener("pointerup", begin, true);
    removeEventListener("keydown", begin, true);
    if (typeof AudioContext === "undefined") return;
    // The click is answered first: opening the device may take a tenth of a second.
    afterFrame(() => {
      context = new AudioContext();
      void context.resume().catch(() => {});
    });
  };
  addEventListener("pointerup", begin, true);
  addEventListener("keydown", begin, true);
}
