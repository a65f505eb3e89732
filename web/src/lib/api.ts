/** The calls of docs/protocol.md, typed. Whatever goes wrong becomes one kind of error with a code. */

import { settings, t } from "./settings.svelte";
import type { Entry, GameName, Saying, Seat, TableInfo, TableState, View } from "./types";

/** What went wrong, as a code to translate (`error.CODE`), and the server's sentence for the rest. */
export class Problem extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, text = "", status = 0) {
    super(text || code);
    this.code = code;
    this.status = status;
  }
}

/** An error body may name its code in one of several places, for not every error is ours. */
function problemOf(status: number, body: unknown): Problem {
  let found = body as Record<string, unknown> | null;
  if (found && typeof found["error"] === "object") found = found["error"] as typeof found;
  if (found && typeof found["detail"] === "object") found = found["detail"] as typeof found;
  const code = typeof found?.["code"] === "string" ? found["code"] : null;
  const text = typeof found?.["text"] === "string" ? found["text"] : "";
  if (code) return new Problem(code, text, status);
  if (status === 401) return new Problem("no-guest", text, status);
  if (status === 404) return new Problem("no-such-table", text, status);
  if (status === 429) return new Problem("slow-down", text, status);
  return new Problem(status >= 500 ? "server-error" : "bad-request", text, status);
}

async function ask(method: string, path: string, body?: unknown): Promise<Response> {
  const isText = typeof body === "string";
  const headers: Record<string, string> = { Accept: "application/json, text/plain" };
  if (body !== undefined) headers["Content-Type"] = isText ? "text/plain" : "application/json";
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
      cache: "no-store",
    });
  } catch {
    throw new Problem("server-gone");
  }
  if (response.ok) return response;
  throw problemOf(response.status, await response.json().catch(() => null));
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await ask(method, path, body);
  return (await response.json()) as T;
}

/** Does something that only a guest may do, by the name chosen last: the server is told it first. */
async function withName<T>(action: () => Promise<T>): Promise<T> {
  await becomeGuest(settings.name);
  return action();
}

/** Makes a guest of this name, or gives the guest a new name. */
export async function becomeGuest(name: string): Promise<void> {
  await call("POST", "/guest", { name: name.trim() || t("you.guest") });
}

export interface OptionInfo {
  name: string;
  default: string;
  words: string[]; // what it may be, or empty for a number
  numbers: number[]; // the least and the greatest, or empty
}

export interface GameInfo {
  name: GameName;
  players: [number, number]; // at least, at most
  secrets: boolean;
  levels: string[];
  options: OptionInfo[];
}

export type SeatWish =
  | { kind: "person"; name?: string }
  | { kind: "bot"; level: string }
  | { kind: "open" };

export interface TableWish {
  game: GameName;
  seats: SeatWish[];
  options?: Record<string, string>;
  public?: boolean;
  clock?: { kind: "total" | "move"; seconds: number };
  hints?: boolean;
  rated?: boolean;
  pace?: number;
}

export interface TableLine {
  id: string;
  game: GameName;
  state: TableState;
  seats: Pick<Seat, "kind" | "name" | "level">[];
  created: number;
  touched: number;
}

/** Some positions of a finished match, and the entries that led to them. */
export interface Window {
  plies: number;
  views: { ply: number; view: View }[];
  log: Entry[]; // from the one that led to the first position, or the first of all
}

export interface Decision {
  entry: number; // in the log, from 1
  seat: number; // from 1
  move: string;
  best: string;
  chances: number;
  loss: number;
}

export interface Analysis {
  decisions: Decision[];
  events: { entry: number; event: string; luck: number[] }[];
  curve: [number, number[]][];
  moves: Record<string, Saying>; // every move named above, to say it by
  accounts: {
    seat: number;
    name: string;
    start: number;
    luck: number;
    loss: number;
    gifts: number;
    result: number;
  }[];
}

export interface ReviewProgress {
  done: number;
  total: number;
  failed: boolean;
  result: Analysis | null;
}

export const api = {
  games: () => call<{ version: string; network: string; patience: number; games: GameInfo[] }>("GET", "/games"),
  open: (wish: TableWish) => withName(() => call<TableInfo>("POST", "/tables", wish)),
  tables: () => call<{ public: TableLine[]; own: TableLine[] }>("GET", "/tables"),
  table: (id: string) => call<TableInfo & { yours: number[] }>("GET", `/tables/${id}`),
  join: (id: string) => withName(() => call<{ seat: number }>("POST", `/tables/${id}/join`, {})),
  leave: (id: string) => call<unknown>("POST", `/tables/${id}/leave`),
  rematch: (id: string) => call<TableInfo>("POST", `/tables/${id}/rematch`),
  match: async (id: string) => (await ask("GET", `/tables/${id}/match`)).text(),
  positions: (id: string, first: number, last: number, seat: number) =>
    call<Window>("GET", `/tables/${id}/positions?first=${first}&last=${last}&seat=${seat}`),
  beginReview: (id: string) => withName(() => call<unknown>("POST", `/tables/${id}/review`)),
  review: (id: string) => call<ReviewProgress>("GET", `/tables/${id}/review`),
  store: (match: string) => withName(() => call<TableInfo>("POST", "/matches", match)),
};
