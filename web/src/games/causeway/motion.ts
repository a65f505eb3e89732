/** Movements that need more than a transition of CSS. Their length is a token, so that calm settings hold. */

function milliseconds(token: string): number {
  const text = getComputedStyle(document.documentElement).getPropertyValue(token).trim();
  return Number.parseFloat(text) * (text.endsWith("ms") ? 1 : 1000) || 0;
}

/** A tile that is taken rises and fades. */
export function lift(_node: Element, at: { x: number; y: number }) {
  return {
    duration: milliseconds("--glide"),
    css: (left: number) => `opacity: ${left}; transform: translate(${at.x}px, ${at.y - 26 * (1 - left)}px)`,
  };
}
