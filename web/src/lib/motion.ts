/** Movements of the page: how long they last, and how they are cut short. */

type Duration = "--glide" | "--quick";

/** Durations that were read, until theme or settings change: reading one makes the browser style the whole page. */
let known: Map<Duration, number> | null = null;

function watched(): Map<Duration, number> {
  const found = new Map<Duration, number>();
  const forget = () => found.clear();
  new MutationObserver(forget).observe(document.documentElement, { attributes: true });
  matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", forget);
  return found;
}

/** A duration of the theme in milliseconds; none if motion is unwanted. */
export function lasting(name: Duration): number {
  known ??= watched();
  const duration = known.get(name) ?? read(name);
  known.set(name, duration);
  return duration;
}

function read(name: Duration): number {
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
