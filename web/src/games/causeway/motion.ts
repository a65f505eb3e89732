/** Movements that need more than a CSS transition. Their length comes from the theme, which may switch motion off. */

import { lasting } from "../../lib/motion";

/** A tile that is taken rises and fades. */
export function lift(_node: Element, at: { x: number; y: number }) {
  return {
    duration: lasting("--glide"),
    css: (left: number) => `opacity: ${left}; transform: translate(${at.x}px, ${at.y - 26 * (1 - left)}px)`,
  };
}
