/** What is happening on screen, one beat at a time, for whatever wants to accompany it, such as sound. */

export type Beat = "move" | "card" | "splash" | "whirlpool" | "spin" | "animal" | "saved" | "lost" | "turn" | "win";

type Listener = (kind: Beat) => void;
const listeners = new Set<Listener>();

/** Calls a listener at every beat, and returns what ends that. */
export function onBeat(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells all listeners what is shown now. */
export function beat(kind: Beat): void {
  for (const listener of listeners) listener(kind);
}
