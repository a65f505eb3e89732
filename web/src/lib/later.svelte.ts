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

/** Scrolls a line of a list into sight with the next frame, which then computes the layout once. */
export const inSight = (item: HTMLElement) => afterFrame(() => item.scrollIntoView({ block: "nearest" }));

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

/** How many new things are drawn in one frame. */
const PORTION = 16;

/** A list of which few new things are shown in each frame. Made while a component is initialised. */
export class Gradual<T extends { id: string }> {
  private frame = $state(0);
  private known: ReadonlySet<string> = new Set(); // ids that are shown already

  readonly now = $derived.by<readonly T[]>(() => {
    void this.frame;
    let room = PORTION;
    return this.read().filter(({ id }) => this.known.has(id) || room-- > 0);
  });
  readonly isGrowing = $derived.by(() => this.now.length < this.read().length);

  constructor(private readonly read: () => readonly T[]) {
    $effect(() => {
      this.known = new Set(this.now.map(({ id }) => id));
      return this.isGrowing ? afterFrame(() => (this.frame += 1)) : undefined;
    });
  }
}
