/** A position that is studied: a tree of moves from it, and what an engine thinks of each position in it. */

import { api, Problem } from "./api";
import type { EngineLines, Entry, StudyPosition } from "./types";

/** A position in the tree, and the move that led to it. */
export interface StudyNode {
  id: number;
  parent: number | null;
  entry: Entry | null; // what led here; null at the root
  ply: number | null; // after so many entries of the match that is studied
  children: number[]; // the main line first
  comment: string;
  name?: string; // of the variation that begins here
}

/** What is studied: a position, or a finished match from one of its positions on. */
export type Source = { text: string } | { table: string; ply: number };

/** A tree as it is kept on this device. */
interface Kept {
  nodes: StudyNode[];
  at: number;
}

const ROOT = 0;
const FIRST_THOUGHT = 75; // ms; every further one takes twice as long
const MAX_THOUGHT = 4000; // ms
const THOUGHTS = 8; // of one position
const EVERYTHING = -2; // eyes that see all hands

/** The entries of a log without what was taken back, each with the number of entries until after it. */
export function keptEntries(log: readonly Entry[]): { entry: Entry; ply: number }[] {
  const kept: { entry: Entry; ply: number }[] = [];
  log.forEach((entry, index) => {
    if (entry.code === "undo") kept.pop();
    else kept.push({ entry, ply: index + 1 });
  });
  return kept;
}

export class Study {
  nodes = $state.raw<ReadonlyMap<number, StudyNode>>(new Map());
  at = $state(ROOT);
  position = $state.raw<StudyPosition | null>(null);
  judged = $state.raw<EngineLines | null>(null);
  isThinking = $state(true); // whether the engine may
  eyes = $state(EVERYTHING);
  problem = $state.raw<Problem | null>(null); // that nothing can be shown for
  refusal = $state.raw<Problem | null>(null); // of the last request
  private readonly positions = new Map<string, StudyPosition>(); // by node and eyes
  private readonly thoughts = new Map<number, EngineLines>();
  private shown = ROOT; // the node of the position that is shown, while another one is fetched
  private run = 0; // of the engine: an older one stops

  constructor(readonly source: Source) {}

  private get key(): string {
    return "text" in this.source ? `study ${this.source.text}` : `study ${this.source.table}`;
  }

  get node(): StudyNode | null {
    return this.nodes.get(this.at) ?? null;
  }

  /** The moves from the root to the position that is shown. */
  get path(): StudyNode[] {
    const found: StudyNode[] = [];
    for (let node = this.node; node; node = node.parent === null ? null : (this.nodes.get(node.parent) ?? null)) found.unshift(node);
    return found;
  }

  /** The move with which the variation that is shown left the line above it; null on the main line. */
  get variation(): StudyNode | null {
    return this.path.findLast(({ id, parent }) => parent !== null && this.nodes.get(parent)?.children[0] !== id) ?? null;
  }

  async open(): Promise<void> {
    this.problem = null;
    try {
      await api.guest();
      const kept = this.read();
      if (kept) {
        this.nodes = new Map(kept.nodes.map((node) => [node.id, node]));
        this.at = kept.at;
      } else {
        this.nodes = new Map([[ROOT, { id: ROOT, parent: null, entry: null, ply: 0, children: [], comment: "" }]]);
      }
      if ("table" in this.source && !kept) this.addMatch(await api.log(this.source.table));
      if ("table" in this.source) this.at = this.nodeAt(this.source.ply);
      await this.show();
    } catch (error) {
      this.problem = error as Problem;
    }
  }

  /** The moves of a match as the main line. */
  private addMatch(log: readonly Entry[]): void {
    const nodes = new Map(this.nodes);
    let last = ROOT;
    for (const { entry, ply } of keptEntries(log)) {
      const id = nodes.size;
      nodes.set(id, { id, parent: last, entry, ply, children: [], comment: "" });
      const before = nodes.get(last) as StudyNode;
      nodes.set(last, { ...before, children: [...before.children, id] });
      last = id;
    }
    this.nodes = nodes;
  }

  private nodeAt(ply: number): number {
    const found = [...this.nodes.values()].findLast((node) => node.ply !== null && node.ply <= ply);
    return found?.id ?? ROOT;
  }

  async go(id: number): Promise<void> {
    if (!this.nodes.has(id)) return;
    this.at = id;
    await this.show();
    this.keep();
  }

  next = (): Promise<void> => this.go(this.node?.children[0] ?? this.at);
  back = (): Promise<void> => this.go(this.node?.parent ?? this.at);
  first = (): Promise<void> => this.go(ROOT);
  last = (): Promise<void> => {
    let id = this.at;
    for (let child = this.nodes.get(id)?.children[0]; child !== undefined; child = this.nodes.get(id)?.children[0]) id = child;
    return this.go(id);
  };

  look(eyes: number): Promise<void> {
    this.eyes = eyes;
    return this.show();
  }

  /** Makes a move, or lets chance do something: a new variation, unless it is in the tree already. */
  async play(move: string): Promise<void> {
    const here = this.nodes.get(this.shown);
    if (!here || !this.position) return;
    const known = here.children.find((id) => this.nodes.get(id)?.entry?.move === move);
    if (known !== undefined) return this.go(known);
    try {
      const shown = await api.study(this.position.text, [move], this.eyes);
      const id = Math.max(...this.nodes.keys()) + 1;
      const node: StudyNode = { id, parent: here.id, entry: shown.log[0] ?? null, ply: null, children: [], comment: "" };
      this.nodes = new Map(this.nodes).set(id, node).set(here.id, { ...here, children: [...here.children, id] });
      this.positions.set(`${id} ${this.eyes}`, shown);
      await this.go(id);
    } catch (error) {
      this.refusal = error as Problem;
    }
  }

  /** Lets chance act by its odds. */
  deal(): Promise<void> {
    const odds = Object.entries(this.position?.odds ?? {});
    let left = Math.random() * odds.reduce((sum, [, weight]) => sum + weight, 0);
    const [move = ""] = odds.find(([, weight]) => (left -= weight) < 0) ?? odds.at(-1) ?? [];
    return this.play(move);
  }

  /** Takes a variation out of the tree, with all that follows. */
  async remove(id: number): Promise<void> {
    const node = this.nodes.get(id);
    if (!node || node.parent === null) return;
    const gone = new Set([id]);
    for (const one of this.nodes.values()) if (one.parent !== null && gone.has(one.parent)) gone.add(one.id);
    const parent = this.nodes.get(node.parent) as StudyNode;
    const left = new Map([...this.nodes].filter(([number]) => !gone.has(number)));
    this.nodes = left.set(parent.id, { ...parent, children: parent.children.filter((one) => one !== id) });
    await this.go(gone.has(this.at) ? parent.id : this.at);
  }

  /** Makes a variation the main line at its place. */
  promote(id: number): void {
    const node = this.nodes.get(id);
    const parent = node && node.parent !== null ? this.nodes.get(node.parent) : undefined;
    if (!parent) return;
    const children = [id, ...parent.children.filter((one) => one !== id)];
    this.nodes = new Map(this.nodes).set(parent.id, { ...parent, children });
    this.keep();
  }

  comment(text: string): void {
    if (!this.node) return;
    this.nodes = new Map(this.nodes).set(this.at, { ...this.node, comment: text });
    this.keep();
  }

  /** Names the variation that is shown. */
  call(name: string): void {
    if (!this.variation) return;
    this.nodes = new Map(this.nodes).set(this.variation.id, { ...this.variation, name });
    this.keep();
  }

  /** Forgets every variation. */
  async reset(): Promise<void> {
    localStorage.removeItem(this.key);
    this.positions.clear();
    this.thoughts.clear();
    this.at = ROOT;
    await this.open();
  }

  think(isWanted: boolean): void {
    this.isThinking = isWanted;
    void this.ponder();
  }

  private async show(): Promise<void> {
    const { at, eyes } = this;
    try {
      const shown = await this.positionOf(at, eyes);
      if (at !== this.at || eyes !== this.eyes) return;
      this.position = shown;
      this.shown = at;
      this.refusal = null;
      void this.ponder();
    } catch (error) {
      if (this.position) this.refusal = error as Problem;
      else throw error;
    }
  }

  private async positionOf(id: number, eyes: number): Promise<StudyPosition> {
    const known = this.positions.get(`${id} ${eyes}`);
    if (known) return known;
    const shown = await api.study(await this.textOf(id), [], eyes);
    this.positions.set(`${id} ${eyes}`, shown);
    return shown;
  }

  /** A position as text: known, of the match, or by the moves from a position before it. */
  private async textOf(id: number): Promise<string> {
    const known = [...this.positions].find(([key]) => key.startsWith(`${id} `))?.[1];
    if (known) return known.text;
    const node = this.nodes.get(id);
    if (node && node.ply !== null && "table" in this.source) return api.positionText(this.source.table, node.ply);
    if (!node || node.parent === null) return "text" in this.source ? this.source.text : "";
    const before = await this.textOf(node.parent);
    return (await api.study(before, [node.entry?.move ?? ""], this.eyes)).text;
  }

  /** Lets the engine think of the position that is shown, deeper and deeper. */
  private async ponder(): Promise<void> {
    const run = ++this.run;
    const { at, position } = this;
    this.judged = this.thoughts.get(at) ?? null;
    if (!this.isThinking || !position || position.over) return;
    const done = this.judged ? Math.log2(Math.max(1, this.judged.milliseconds / FIRST_THOUGHT)) + 1 : 0;
    for (let thought = Math.round(done); thought < THOUGHTS && run === this.run; thought += 1) {
      const milliseconds = Math.min(MAX_THOUGHT, FIRST_THOUGHT * 2 ** thought);
      try {
        const found = { ...(await api.engine(position.text, milliseconds)), milliseconds };
        if (run !== this.run) return; // it was cut short
        this.thoughts.set(at, found);
        this.judged = found;
        if (found.visits === 0) return; // of chance there is no more to find out
      } catch (error) {
        if (run === this.run) this.refusal = error as Problem;
        return;
      }
    }
  }

  private keep(): void {
    const kept: Kept = { nodes: [...this.nodes.values()], at: this.at };
    const isChanged = kept.nodes.some((node) => node.ply === null || node.comment || node.children.length > 1);
    if (!isChanged) return;
    try {
      localStorage.setItem(this.key, JSON.stringify(kept));
    } catch {
      // The device has no room: what is on the screen stays.
    }
  }

  private read(): Kept | null {
    try {
      const kept = JSON.parse(localStorage.getItem(this.key) ?? "null") as Kept | null;
      return kept && Array.isArray(kept.nodes) && kept.nodes.some((node) => node.id === kept.at) ? kept : null;
    } catch {
      return null;
    }
  }
}
