/** What may be drawn a moment after the board, so that no single frame has everything to do. */

import { untrack } from "svelte";

/** Calls back after the next frame is drawn; at once where none is drawn, as in a hidden tab. */
export function afterFrame(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => (timer = setTimeout(act));
  const frame = document.hidden ? void soon() : requestAnimationFrame(soon);
  return () => {
    clearTimeout(timer);
    if (frame !== undefined) cancelAnimationFrame(frame);
  };
}

/** A value that follows another one after the next frame. Made while a component is initialised. */
export class Later<T> {
  now = $state.raw() as T;

  constructor(read: () => T) {
    this.now = untrack(read);
    $effect(() => {
      const next = read();
      return afterFrame(() => (this.now = next));
    });
  }
}
