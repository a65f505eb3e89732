/** What a game brings to the page. The rest of the page reaches a game through this contract only. */

import type { Component } from "svelte";

import { ART, FIGURES, GAMES, LEGENDS, SYNONYMS } from "../games";
import type { Synonyms } from "../learn/search";
import type { Beat } from "./beats";
import { loadTexts } from "./texts";
import type { Choice, Entry, Values, View } from "./types";

/** What every board component receives. */
export interface BoardProps<V extends View> {
  view: V;
  glow: ReadonlySet<string>; // ids that lead to a move when clicked
  chosen: ReadonlySet<string>; // ids clicked so far
  moves?: readonly Choice[]; // all legal moves, for boards that show what each would do
  preview: Choice | null; // the move pointed at, to be shown before it is made
  leading?: readonly Choice[]; // all moves that are still possible after what is chosen and pointed at
  marked: ReadonlySet<string>; // ids that the last move changed
  names: string[]; // of the players
  log?: readonly Entry[]; // what happened until now, as far as it is here
  pick: (id: string, ...also: string[]) => void; // a click on a thing, offered or not, and what else is at that spot
  point: (id: string | null) => void; // pointer or focus enters a thing, or leaves
  play?: (move: Choice) => void; // makes a whole move, for boards that offer moves instead of things
  isEdited?: boolean; // a position is being set up: every place can be picked, whatever is there
}

/** What a palette of an editor receives. */
export interface PaletteProps<M> {
  model: M;
  tool: string; // what is in hand
  choose: (tool: string) => void;
  change: (model: M) => void;
}

/** How positions of a game are set up by pointing. A model never changes: every step makes another one. */
export interface PositionEditing<M = any, V extends View = any> {
  /** A position with nearly nothing on the board, from which the board itself is known. */
  blank(players: number): string;
  firstTool: string;
  /** What a text says, which the server has written; the board is that of `blank`. */
  read(text: string, base: V): M;
  /** The position as text, whether it can be or not. */
  write(model: M): string;
  /** What the board shows, whether it can be or not. */
  view(model: M, base: V): V;
  /** What a tool does at a place: the ids of the things there. */
  use(model: M, tool: string, ids: readonly string[], base: V): M;
  seatPlayers(model: M, players: number): M;
  withTurn(model: M, seat: number): M;
  turnOf(model: M): number;
  /** What can be put on the board, and all that is not on it. */
  Palette: Component<PaletteProps<M>>;
}

/** Who plays, for sentences about what happened: all names, and the seats of whoever looks. */
export interface Cast {
  names: readonly string[];
  own: readonly number[];
}

/** Something that happens: what it is accompanied by, and for what should be noticed, a banner over the board. */
export interface Moment {
  beat: Beat;
  text?: string;
  seat?: number; // whom the banner is about
}

export interface PanelProps<V extends View> {
  view: V;
  seat: number;
  name: string;
  active: boolean;
  away: boolean;
  bot: boolean;
  level?: string; // of the bot, for its face
}

/** A picture beside a numbered rule. `figures/index.ts` of a game exports them by the number of the rule. */
export interface FigureDefinition {
  caption: string; // key of the game's texts
  draw: Component<{ picture: any; label: string }>;
  picture?: unknown; // what `draw` shows
}
export type Figures = Record<string, FigureDefinition>;

/** A tip for somebody's first game: its sentence is the game's text `tip.NAME`. */
export interface Tip<V extends View = any> {
  name: string;
  when(view: V): boolean; // asked while the player has something to decide
}

/**
 * The default export of `games/NAME/index.ts`.
 * Parts of a game are loaded apart from it, so that a page without a board stays small: `Art.svelte`, the picture on
 * the home page's card, `figures/index.ts`, the pictures of the rules, and `Legend.svelte`, what the pictures mean.
 */
export interface GamePage<V extends View = any> {
  Board: Component<BoardProps<V>>;
  Hand: Component<BoardProps<V> & { payForMe?: () => void }>;
  Panel: Component<PanelProps<V>>;
  /** The board is about as high as wide, so that the hand has its place beside it. */
  isSquare?: boolean;
  /** The hand also shows what concerns everybody, so people who watch see it too. */
  isHandPublic?: boolean;
  /** Ids of the buttons beside the prompt that most players want to press next. */
  mainButtons?: readonly string[];
  /** Ids of the buttons that the hand draws, so that the prompt does not. */
  handButtons?: readonly string[];
  /** The board offers whole moves through `play`, so clicks are not collected. */
  offersMoves?: boolean;
  /** Ids of what changed between two views. */
  marks(before: V, after: V): Set<string>;
  /** Ids on the board that an entry of the log names. */
  places(entry: Entry): Set<string>;
  /** What a move would do: the one text for prompt, labels and hints. */
  previewText(choice: Choice, view: V, names: readonly string[]): string;
  /** What came of an entry, after the log's own sentence. */
  outcomeText?(entry: Entry): string;
  /** Lines of the log that follow an entry, such as one for each player who lost something by it. */
  consequences?(entry: Entry, cast: Cast): Entry[];
  /** The entries of a turn as they are read: such as one line for what took two moves. */
  readable?(turn: readonly Entry[]): Entry[];
  /** A whole turn in a sentence or two, from its readable entries. */
  turnText?(turn: readonly Entry[], who: string, cast: Cast): string;
  /** Whether the turn is over after this entry, even if the same seat acts next. */
  endsTurn?(entry: Entry): boolean;
  /** What an entry brings, after what came before it. */
  moments?(entry: Entry, before: readonly Entry[], cast: Cast): Moment[];
  /** What the game is about, in one sentence, while a player has only begun; else nothing. */
  aimText?(view: V): string;
  /** Whether the seat that is to decide may leave this decision to a bot, such as one of many alike. */
  isRoutine?(view: V): boolean;
  /** What somebody is told in a first game, each at its moment and once. */
  tips?: readonly Tip<V>[];
  /** Further values for the prompt's sentence. */
  promptValues?(view: V): Values;
  /** The editor of positions, loaded when it is needed. */
  editing?: () => Promise<{ default: PositionEditing<any, V> }>;
  /** Whether a finger's tap shows this move first and asks before it is made. */
  needsConfirmation?(choice: Choice): boolean;
}

const byPath = (path: string) => path.split("/")[1] ?? "";
const ART_OF = Object.fromEntries(Object.entries(ART).map(([path, load]) => [byPath(path), load]));
const FIGURES_OF = Object.fromEntries(Object.entries(FIGURES).map(([path, load]) => [byPath(path), load]));

const SYNONYMS_OF = Object.fromEntries(Object.entries(SYNONYMS).map(([path, load]) => [byPath(path), load]));
const LEGEND_OF = Object.fromEntries(Object.entries(LEGENDS).map(([path, load]) => [byPath(path), load]));

/** The games that have a board of their own, in the order of the home page. */
export const KNOWN_GAMES: readonly string[] = Object.keys(GAMES);

/** A game's page and texts. A game without a page of its own gets the plain board. */
export async function loadPage(game: string): Promise<GamePage> {
  const load = (Object.hasOwn(GAMES, game) && GAMES[game]) || (() => import("../parts/plain"));
  const [page] = await Promise.all([load(), loadTexts(game)]);
  return page.default;
}

/** The picture for a game's card. */
export async function loadArt(game: string): Promise<Component> {
  const load = Object.hasOwn(ART_OF, game) ? ART_OF[game] : undefined;
  return load ? load() : (await import("../parts/plain/Art.svelte")).default;
}

/** The pictures of a game's rules, by the number of the rule. */
export async function loadFigures(game: string): Promise<Figures> {
  const load = Object.hasOwn(FIGURES_OF, game) ? FIGURES_OF[game] : undefined;
  return load ? load() : {};
}

/** A game's words that mean the same, for searching its rules. */
export async function loadSynonyms(game: string): Promise<Synonyms> {
  const load = Object.hasOwn(SYNONYMS_OF, game) ? SYNONYMS_OF[game] : undefined;
  return load ? load() : [];
}

/** What the pictures of a game's board mean; null if the game does not say. */
export async function loadLegend(game: string): Promise<Component | null> {
  const load = Object.hasOwn(LEGEND_OF, game) ? LEGEND_OF[game] : undefined;
  return load ? load() : null;
}

/** The games in the order of the home page: those with a board, then others that the server has. */
export function listGames(onServer: readonly string[] | null): string[] {
  if (!onServer) return [...KNOWN_GAMES];
  const known = KNOWN_GAMES.filter((game) => onServer.includes(game));
  return [...known, ...onServer.filter((game) => !known.includes(game))];
}
