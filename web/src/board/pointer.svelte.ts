/** Mouse, finger and keys on a board: what is pointed at, what is pressed, where the focus goes. */

import { isArrowKey, nearest, nextTarget, type Target } from "./targets";

export interface PointerOptions {
  targets: () => readonly Target[]; // in the order of the Tab key; each is drawn with its id as `data-id`
  find: (event: MouseEvent) => string | null; // the id that a pointer at this spot means
  press: (id: string | null, event: MouseEvent | null) => void; // null beside every target; no event from keys
  point: (id: string | null) => void; // pointer or focus enters a target, or leaves
  look?: (at: MouseEvent | Target | null) => void; // where pointer or focus is; null when the mouse is gone
  cones?: readonly number[]; // of the arrow keys, see nextTarget
}

/** Pixels that a pointer may move between pressing and releasing to mean the same thing. */
const SLIP = 12;

/** The id of the drawn target that an event happened on. */
export function idOf(event: Event): string | null {
  const element = event.target instanceof Element ? event.target.closest("[data-id]") : null;
  return element?.getAttribute("data-id") ?? null;
}

/** Made while a board is initialised; `listen` is attached to the element around the drawing. */
export class BoardPointer {
  pointed = $state<string | null>(null);
  isTouch = false; // the last pointer was a finger
  private latest: string | null = null; // what `pointed` is about to become
  private lastFocus: Target | null = null; // where the keyboard was, as long as it is on the board
  private isByFocus = false; // the keyboard points, not a mouse or finger
  private pressed: { id: string | null; x: number; y: number } | null = null; // where the last press began
  private board: Element | null = null;

  constructor(private readonly options: PointerOptions) {
    // What had the focus may be gone after a move: the nearest live target gets it.
    $effect(() => {
      const live = options.targets().filter((target) => target.live);
      if (!this.lastFocus || live.length === 0 || document.activeElement !== document.body) return;
      this.focus(nearest(live, this.lastFocus, Infinity));
    });
    $effect(() => {
      const { pointed } = this;
      if (pointed !== null && !options.targets().some(({ id }) => id === pointed)) this.show(null);
    });
  }

  /** One set of listeners for all targets. On the SVG itself they would make it a tab stop. */
  listen = (board: Element): (() => void) => {
    this.board = board;
    const stop = new AbortController();
    const on = <K extends keyof HTMLElementEventMap>(type: K, act: (event: HTMLElementEventMap[K]) => void) =>
      board.addEventListener(type, act as EventListener, { signal: stop.signal });
    on("click", (event) => this.click(event));
    on("keydown", (event) => this.key(event));
    on("pointerdown", (event) => {
      this.isTouch = event.pointerType === "touch";
      this.lastFocus = null;
      this.pressed = { id: this.options.find(event), x: event.clientX, y: event.clientY };
    });
    on("pointermove", (event) => this.hover(event));
    on("pointerleave", () => this.leave());
    on("focusin", (event) => this.focused(event));
    on("focusout", (event) => {
      // Between two elements the focus is on neither; only when its element is gone does it need another.
      if (event.relatedTarget !== null) this.lastFocus = null;
      if (this.isByFocus) this.show(null);
    });
    return () => stop.abort();
  };

  show(id: string | null): void {
    if (id === this.latest) return;
    this.latest = id;
    // Not at once: a target that vanishes while it has the focus loses it in the middle of drawing.
    queueMicrotask(() => (this.pointed = this.latest));
    this.options.point(id);
  }

  private find(id: string | null): Target | null {
    return this.options.targets().find((target) => target.id === id) ?? null;
  }

  private focus(target: Target | null): void {
    if (target) this.board?.querySelector<SVGElement>(`[data-id="${target.id}"][tabindex]`)?.focus();
  }

  private click(event: MouseEvent): void {
    const own = idOf(event);
    // A screen reader or a script clicks without a pointer, on the element itself.
    if (event.detail === 0 && own !== null) return this.options.press(own, null);
    this.options.look?.(event);
    this.options.press(this.meant(event), event);
  }

  /** What a click means: what it was pressed on, also if the board has moved under it since. */
  private meant(event: MouseEvent): string | null {
    const { pressed } = this;
    const isStill = pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < SLIP;
    return isStill && this.find(pressed.id) ? pressed.id : this.options.find(event);
  }

  private key(event: KeyboardEvent): void {
    const from = this.find(idOf(event));
    if (!from) return;
    if (event.key === "Enter" || event.key === " ") this.options.press(from.id, null);
    else if (isArrowKey(event.key)) {
      this.focus(nextTarget(this.options.targets(), from, event.key, this.options.cones));
    } else return;
    event.preventDefault();
  }

  private hover(event: PointerEvent): void {
    this.isTouch = event.pointerType === "touch";
    this.isByFocus = false;
    this.options.look?.(event);
    this.show(this.options.find(event));
  }

  private leave(): void {
    if (!this.isTouch) this.options.look?.(null); // a lifted finger keeps looking at its last spot
    this.show(null);
  }

  private focused(event: FocusEvent): void {
    // A mouse or finger points by itself; only the keyboard points by focus.
    const isKeyboard = event.target instanceof Element && event.target.matches(":focus-visible");
    this.lastFocus = isKeyboard ? this.find(idOf(event)) : null;
    // What had the focus before, such as a card, is no longer pointed at: what the mouse is on still is.
    if (!isKeyboard) return this.options.point(this.latest);
    this.isByFocus = true;
    this.options.look?.(this.lastFocus);
    this.show(idOf(event));
  }
}

/** Listeners for a button beside the board, such as a card, that is pointed at like a target. */
export function pointingAt(id: string, point: (id: string | null) => void) {
  const enter = () => point(id);
  const leave = () => point(null);
  // What loses the focus while the mouse is on it is still pointed at.
  const blur = ({ currentTarget }: FocusEvent) => (currentTarget as Element).matches(":hover") || leave();
  return { onpointerenter: enter, onpointerleave: leave, onfocus: enter, onblur: blur };
}

/** Arrow keys among the buttons of one list: to the next or the previous one that takes the focus. */
export function moveFocusInList(event: KeyboardEvent & { currentTarget: HTMLElement }, list: Element | null): void {
  if (!isArrowKey(event.key)) return;
  const step = event.key === "ArrowLeft" || event.key === "ArrowUp" ? -1 : 1;
  const stops = [...(list?.querySelectorAll<HTMLElement>("[data-id][tabindex='0']") ?? [])];
  stops[stops.indexOf(event.currentTarget) + step]?.focus();
  event.preventDefault();
}
