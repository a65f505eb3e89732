/** What goes over the wire: docs/protocol.md in TypeScript. */

export type Values = Record<string, string | number>;

/** A sentence to translate: its code and what it speaks of. */
export interface Saying {
  code: string;
  values: Values;
}

export interface Entry extends Saying {
  actor: number; // a seat from 0, or -1 for chance
  move: string;
  seen: boolean;
  deed?: Deed;
}

/** What everybody could see come of an entry of the log. */
export interface Deed {
  lands?: number; // the space that a figure went to
  takes?: { item: Item; value: number };
  lost?: number[]; // people of each seat
  saved?: number[];
}

/** A legal move: what to click for it, in any order, and what it would do. */
export interface Choice {
  move: string;
  clicks: string[];
  at?: string; // the id of the place where it ends; clicking there completes it too
  lands?: number;
  price?: number;
  takes?: number;
  chain?: boolean;
  owed?: number;
  cards?: number;
  saves?: number;
  lost?: number[];
  saved?: number[];
}

export type SeatKind = "person" | "bot" | "open";

export interface Seat {
  kind: SeatKind;
  name: string;
  level?: string; // of a bot
  here: boolean; // connected now
  away: boolean; // a bot plays for them
}

export type TableState = "waiting" | "playing" | "over";

export interface TableInfo {
  id: string;
  game: GameName;
  options: Record<string, string>;
  seats: Seat[];
  state: TableState;
  public: boolean;
  hints: boolean;
  rated: boolean;
  commitment: string;
  rematch: string | null; // the id of the next table
  created: number;
}

export interface ResultLine {
  seat: number;
  code: string;
  points: number;
}

export interface Result {
  scores: number[];
  winners: number[];
  lines: ResultLine[];
  seed: string;
}

export interface State {
  type: "state";
  table: TableInfo;
  ply: number;
  since: number;
  log: Entry[];
  seat: number;
  seats: number[];
  view: View | null;
  say: Saying;
  moves: Choice[];
  undo: boolean;
  clock: { left: number[]; running: number } | null;
  result: Result | null;
}

export interface Refusal extends Saying {
  rule: string;
  text: string;
}

/** A move that the strongest bot considers. */
export interface Hint extends Saying {
  move: string;
  chances: number;
  visits: number;
}

export type Message =
  | State
  | { type: "hint"; moves: Hint[] }
  | { type: "chat"; lines: ChatLine[] }
  | ({ type: "why" } & Refusal)
  | ({ type: "error"; reason?: string } & Refusal)
  | { type: "pong" };

export interface ChatLine {
  seat: number;
  name: string;
  text: string;
  at: number;
}

export type GameName = "causeway" | "escape";
export type Colour = "blue" | "white" | "black" | "red";
export const COLOURS: Colour[] = ["blue", "white", "black", "red"];

export type Item = "crown" | "ring" | "flag" | "helmet" | "statue" | "olive" | "amphora";
export const ITEMS: Item[] = ["crown", "ring", "flag", "helmet", "statue", "olive", "amphora"];

export interface Space {
  space: number;
  back: "A" | "B";
  item?: Item;
  value?: number;
  covered?: string; // a tile below: "?", or with the option peek its name such as "ring4"
}

export interface Gap {
  first: number;
  last: number;
  price: number;
  bridged: boolean;
}

export interface CausewaySeat {
  colour: Colour;
  figures: Record<"A" | "B" | "C", number>; // the space of each: 0 Atlantis, 54 the mainland
  cards: number;
  shown: Partial<Record<Item, number>>;
  tiles: Record<string, number>; // value: how many
  worth: number;
  bridge: boolean;
  last_journey: number; // what bringing everybody home would cost now
  hand?: Partial<Record<Item, number>>;
  bought?: Partial<Record<Item, number>>;
}

export interface CausewayView {
  game: "causeway";
  seat: number;
  players: number;
  actor: number;
  turn: number;
  turns: number;
  phase: string;
  path: Space[]; // spaces 1 to 53
  gaps: Gap[];
  bridges: number[];
  seats: CausewaySeat[];
  moving: { figure: "A" | "B" | "C"; from: number } | null;
  owed: number;
  bought: number;
  draw_pile: number;
  discard: Partial<Record<Item, number>>;
  removed: Partial<Record<Item, number>>;
  spent: Record<string, number>;
  unseen: { A: string[]; B: string[] };
}

export type Kind = "flatland" | "hill" | "mountain";
export type Animal = "monster" | "shark" | "kraken" | "dolphin";
export type SymbolName = Animal | "boat" | "whirlpool";

export interface Hex {
  hex: string; // row letter and number, such as "e4"
  land?: Kind;
  boat?: boolean;
  gate?: boolean;
  people?: number[]; // per seat, on the piece or in the boat
  swimmers?: number[]; // per seat
  swum?: number;
  jumped?: number;
  animals?: Partial<Record<Animal, number>>;
}

export interface EscapeSeat {
  colour: Colour;
  to_place: number;
  in_play: number;
  saved: number;
  lost: number;
}

export interface EscapeView {
  game: "escape";
  seat: number;
  players: number;
  actor: number;
  turn: number;
  turns: number;
  quiet: number;
  quiet_limit: number;
  phase: string;
  points: number;
  spun: string | null; // such as "shark 2" or "dolphin T"
  sinking: string | null;
  picked: string | null;
  rider: boolean;
  sinks_next: Kind | null;
  hexes: Hex[];
  seats: EscapeSeat[];
  symbols: Record<string, Record<SymbolName, number>>; // hidden, per kind or "all"
  pieces: Record<Kind, number>;
}

export type View = CausewayView | EscapeView;

/** What every board component is given. It draws, and knows no rules. */
export interface BoardProps<V extends View> {
  view: V;
  glow: ReadonlySet<string>; // ids that lead to a move when clicked
  chosen: ReadonlySet<string>; // ids clicked so far
  moves?: readonly Choice[]; // all legal moves, for boards that show what each would do
  preview: Choice | null; // the move pointed at, to be shown before it is done
  leading?: readonly Choice[]; // all moves that what is chosen and pointed at leads on to
  marked: ReadonlySet<string>; // ids that the last move touched
  names: string[]; // of the players
  pick: (id: string) => void; // any click on a thing with an id, glowing or not
  point: (id: string | null) => void; // pointer or focus enters a thing, or leaves
}
