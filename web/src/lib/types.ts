/** Short names for what goes over the wire (see protocol.ts), and what the page adds to them. */

import type { components } from "./protocol";

type Schemas = components["schemas"];

export type Values = Schemas["Values"];
export type SentenceCode = Schemas["Sentence"]; // a sentence to translate: its code and the values in it
export type Seat = Schemas["Seat"];
export type TableInfo = Schemas["TableInfo"];
export type TableState = TableInfo["state"];
export type Result = Schemas["Result"];
export type Hint = Schemas["Hint"]; // a move that the strongest bot considers
export type ChatLine = Schemas["ChatLine"];
export type Note = Schemas["Note"]; // what happened to a player, between the entries of the log
export type Reaction = Schemas["ReactionMessage"]["reaction"];
export type Presence = Schemas["PresenceMessage"]; // who is here now
export type OptionInfo = Schemas["OptionInfo"];
export type GameInfo = Schemas["GameInfo"];
export type SharingAnswer = Schemas["SharingAnswer"];
export type GamesAnswer = Schemas["GamesAnswer"];
export type PreparationAnswer = Schemas["PreparationAnswer"];
export type SeatBody = Schemas["SeatBody"];
export type SetupBody = Schemas["SetupBody"];
export type TableBody = Schemas["TableBody"];
export type TableLine = Schemas["TableLine"];
export type TablesAnswer = Schemas["TablesAnswer"];
export type Decision = Schemas["Decision"];
export type Analysis = Schemas["Analysis"];
/** What an engine thinks of a position, and for how long it thought. */
export type EngineLines = Schemas["EngineLines"] & { milliseconds: number };
export type AnswerJudged = Schemas["AnswerJudged"]; // what is thought of an answer to a position
export type Puzzle = Schemas["PuzzleAnswer"];
export type Daily = Schemas["DailyAnswer"]; // the deal of a day
export type PlayedGame = Schemas["PlayedGame"];
export type PuzzleList = Schemas["PuzzleList"];
export type ReviewAnswer = Schemas["ReviewAnswer"];

/** Fields that only a game's own types name. */
type Open = { [field: string]: any };

/** An entry of the log. Its actor is a seat from 0, or -1 for chance. */
export type Entry = Omit<Schemas["Entry"], "outcome"> & { outcome?: Open };

/**
 * A legal move: the clicks that spell it, in any order, and its preview. `at` is the id of the place where it ends,
 * `piece` the id of what it moves, where a game names them.
 */
export type Choice = Pick<Schemas["Choice"], "move" | "clicks" | "at" | "code" | "values"> & Open;

/** What a seat sees: the part that every game has. The rest is in the game's own types. */
export interface View {
  game: string;
  seat: number;
  players: number;
  actor: number;
  turn: number;
  turns: number;
  phase: string;
  seats: { colour: string }[];
  text?: string; // a drawing in plain text, for games without a board
}

/** A message with its view typed: the schema of the server leaves it open. */
type Viewed<T extends { view: unknown }, V> = Omit<T, "view"> & { view: V };

/** A position on the way to a state, shown before the event that comes next. */
export interface StateStep {
  ply: number;
  view: View;
}
export type State = Omit<Viewed<Schemas["StateMessage"], View | null>, "steps"> & {
  steps: StateStep[];
  known?: ReadonlyMap<string, Choice>; // kept here, not sent: moves since the last whole state, by their names
};
export type Delta = Schemas["DeltaMessage"]; // what has changed since the state before
export type Notation = Schemas["NotationAnswer"]; // what the numbers of actions stand for
export type ErrorMessage = Schemas["ErrorMessage"];
export type Refusal = Pick<ErrorMessage, "code" | "rule" | "text" | "values">;
export type Message =
  | State
  | Delta
  | Schemas["HintMessage"]
  | Schemas["ChatMessage"]
  | Schemas["ReactionMessage"]
  | Schemas["PresenceMessage"]
  | Schemas["PreparingMessage"]
  | Schemas["WhyMessage"]
  | ErrorMessage
  | Schemas["PongMessage"];

/** A position that is studied. */
export type StudyPosition = Omit<Viewed<Schemas["StudyPosition"], View>, "log" | "moves"> & { log: Entry[]; moves: Choice[] };

/** Some positions of a finished match, and the entries that led to them. */
export type Positions = Omit<Schemas["PositionsAnswer"], "views"> & { views: { ply: number; view: View }[] };

export type LessonFrame = Viewed<Schemas["LessonFrame"], View>;
export type LessonStep = Viewed<Omit<Schemas["LessonStep"], "between">, View> & { between: LessonFrame[] };
export type Lesson = Omit<Schemas["Lesson"], "steps"> & { steps: LessonStep[] };

export type Colour = "blue" | "white" | "black" | "red";
/** The colours of the seats, in order. */
export const COLOURS: Colour[] = ["blue", "white", "black", "red"];
