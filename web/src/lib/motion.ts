/** Movements of the page: how long they last, and how they are cut short. */

/** A duration of the theme in milliseconds; none if motion is unwanted. */
export function lasting(name: "--glide" | "--quick"): number {
  const text = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const number = parseFloat(text) || 0;
  return text.endsWith("ms") ? number : number * 1000;
}

/** Brings everything that moves to its end; what only glows has none. */
export function settle(): void {
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  }
}
