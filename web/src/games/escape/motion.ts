/** How pieces appear and leave. Durations are those of the theme, and zero if motion is unwanted. */

import { cubicIn, cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";
import type { Point } from "../../board/geometry";
import { lasting } from "../../lib/motion";

/** A piece of the island goes down. */
export function sinking(_node: Element): TransitionConfig {
  return {
    duration: lasting("--glide"),
    easing: cubicIn,
    css: (t, u) => `transform: translateY(${u * 14}px) scale(${0.8 + 0.2 * t}); opacity: ${t}`,
  };
}

export function arriving(_node: Element): TransitionConfig {
  return {
    duration: lasting("--quick"),
    easing: cubicOut,
    css: (t) => `transform: scale(${0.4 + 0.6 * t}); opacity: ${t}`,
  };
}

/** Somebody leaves the board: towards coral, or down. */
export function leaving(_node: Element, exit: () => Point): TransitionConfig {
  const { x, y } = exit();
  return {
    duration: lasting("--glide"),
    easing: cubicOut,
    css: (t, u) => `transform: translate(${u * x}px, ${u * y}px); opacity: ${Math.min(1, 2 * t)}`,
  };
}
