/** A part of a drawing that is looked at more closely: by pinching, by the wheel, by buttons; dragging moves it. */

import { pointInDrawing, type Box, type Point } from "./geometry";

export const MAX_ZOOM = 4;
const BUTTON_STEP = 1.6;
const DRAG = 8; // pixels that a finger may slip before it drags

/** The part of a box that is seen at some zoom, round a middle, and never beyond the box. */
export function partOf(box: Box, zoom: number, middle: Point): Box {
  const [width, height] = [box.width / zoom, box.height / zoom];
  const within = (value: number, start: number, length: number, part: number) =>
    Math.min(Math.max(value - part / 2, start), start + length - part);
  return { x: within(middle.x, box.x, box.width, width), y: within(middle.y, box.y, box.height, height), width, height };
}

/** Made while a board is initialised; `listen` is attached to the element whose drawing shows `part`. */
export class Zoom {
  zoom = $state(1);
  private middle = $state.raw<Point>({ x: 0, y: 0 });
  readonly part = $derived.by<Box>(() => partOf(this.whole(), this.zoom, this.middle));
  private element: Element | null = null;
  private readonly fingers = new Map<number, { clientX: number; clientY: number }>();
  private start = { clientX: 0, clientY: 0 };
  private isDragging = false; // the click that follows is none

  constructor(private readonly whole: () => Box) {}

  get isClose(): boolean {
    return this.zoom > 1;
  }

  /** Zooms by a factor, so that a point of the drawing stays where it is. */
  by(factor: number, still: Point): void {
    const before = this.part;
    const zoom = Math.min(Math.max(this.zoom * factor, 1), MAX_ZOOM);
    const share = this.zoom / zoom;
    this.middle = {
      x: still.x + (before.x + before.width / 2 - still.x) * share,
      y: still.y + (before.y + before.height / 2 - still.y) * share,
    };
    this.zoom = zoom;
  }

  /** The buttons: closer to, or away from, the middle of what is seen. */
  closer(): void {
    this.by(BUTTON_STEP, this.middleOfPart());
  }
  farther(): void {
    this.by(1 / BUTTON_STEP, this.middleOfPart());
  }
  reset(): void {
    this.zoom = 1;
  }

  /** Brings a point into what is seen, such as one that the keyboard has reached. */
  reveal(point: Point): void {
    if (!this.isClose) return;
    const { x, y, width, height } = this.part;
    const margin = 0.12;
    const isSeen =
      point.x > x + margin * width &&
      point.x < x + (1 - margin) * width &&
      point.y > y + margin * height &&
      point.y < y + (1 - margin) * height;
    if (!isSeen) this.middle = point;
  }

  /** Attached before other listeners, so that the end of a drag is no click. */
  listen = (element: Element): (() => void) => {
    this.element = element;
    const stop = new AbortController();
    const on = <K extends keyof HTMLElementEventMap>(
      type: K,
      act: (event: HTMLElementEventMap[K]) => void,
      options: AddEventListenerOptions = {},
    ) => element.addEventListener(type, act as EventListener, { signal: stop.signal, ...options });
    on("wheel", (event) => this.wheel(event), { passive: false });
    on("pointerdown", (event) => this.down(event));
    on("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel", "pointerleave"] as const) on(end, (event) => this.up(event));
    on("click", (event) => this.click(event), { capture: true });
    return () => stop.abort();
  };

  private middleOfPart(): Point {
    const { x, y, width, height } = this.part;
    return { x: x + width / 2, y: y + height / 2 };
  }

  private pointOf(event: { clientX: number; clientY: number }): Point {
    return this.element ? pointInDrawing(event, this.element.getBoundingClientRect(), this.part) : { x: 0, y: 0 };
  }

  private wheel(event: WheelEvent): void {
    if (event.deltaY > 0 && !this.isClose) return; // the page may scroll
    event.preventDefault();
    this.by(Math.exp(-event.deltaY / 320), this.pointOf(event));
  }

  private down(event: PointerEvent): void {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    this.fingers.set(event.pointerId, event);
    this.start = event;
    if (this.fingers.size === 1) this.isDragging = false;
  }

  private move(event: PointerEvent): void {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const [other] = [...this.fingers.entries()].flatMap(([id, finger]) => (id === event.pointerId ? [] : [finger]));
    this.fingers.set(event.pointerId, event);
    if (other) return this.pinch(before, event, other);
    const slipped = Math.hypot(event.clientX - this.start.clientX, event.clientY - this.start.clientY);
    if (!this.isClose || (!this.isDragging && slipped < DRAG)) return;
    this.isDragging = true;
    this.drag(before, event);
  }

  private pinch(before: PointerEvent | Finger, now: Finger, other: Finger): void {
    this.isDragging = true;
    const apart = (one: Finger) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    const between = { clientX: (now.clientX + other.clientX) / 2, clientY: (now.clientY + other.clientY) / 2 };
    this.by(apart(now) / Math.max(1, apart(before)), this.pointOf(between));
    const half = { clientX: (before.clientX + other.clientX) / 2, clientY: (before.clientY + other.clientY) / 2 };
    this.drag(half, between);
  }

  private drag(from: Finger, to: Finger): void {
    const [start, end] = [this.pointOf(from), this.pointOf(to)];
    const seen = this.middleOfPart(); // within the drawing, so that a drag beyond its edge is not remembered
    this.middle = { x: seen.x + start.x - end.x, y: seen.y + start.y - end.y };
  }

  private up(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
  }

  private click(event: MouseEvent): void {
    if (!this.isDragging || event.detail === 0) return;
    this.isDragging = false;
    event.stopImmediatePropagation();
    event.preventDefault();
  }
}

type Finger = { clientX: number; clientY: number };
