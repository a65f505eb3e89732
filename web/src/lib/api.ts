/** The calls of docs/protocol.md, typed. Whatever goes wrong becomes one kind of error with a code. */

import { settings, t } from "./settings.svelte";
import type { Entry, GameName, Result, TableInfo, TableState, View } from "./types";

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

/** Does something that only a guest may do; who is none yet, or no longer, becomes one first. */
async function asGuest<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    const isStranger = error instanceof Problem && (error.status === 401 || error.code === "no-guest");
    if (!isStranger) throw error;
    await becomeGuest(settings.name);
    return action();
  }
}

/** Makes a guest of this name, or gives the guest a new name. */
export async function becomeGuest(name: string): Promise<void> {
  await call("POST", "/guest", { name: name.trim() || t("you.guest") });
}

export interface OptionInfo {
  default: string;
  values?: string[];
  numbers?: [number, number]; // the least and the greatest
}

export interface GameInfo {
  name: GameName;
  players: number[];
  options: Record<string, OptionInfo>;
  levels: string[];
  secrets: boolean;
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
  seats: TableInfo["seats"];
  created: number;
}

export interface ReplayStep {
  ply: number;
  view: View;
  entry: Entry | null; // what led here
}

export interface Replay {
  total: number;
  steps: ReplayStep[];
  result: Result | null;
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
  result: Analysis | null;
}

export const api = {
  open: (wish: TableWish) => asGuest(() => call<{ id: string }>("POST", "/tables", wish)),
  tables: () => call<{ public: TableLine[]; own: TableLine[] }>("GET", "/tables"),
  table: (id: string) => call<TableInfo>("GET", `/tables/${id}`),
  join: (id: string) => asGuest(() => call<unknown>("POST", `/tables/${id}/join`, {})),
  leave: (id: string) => call<unknown>("POST", `/tables/${id}/leave`, {}),
  rematch: (id: string) => asGuest(() => call<{ id: string }>("POST", `/tables/${id}/rematch`, {})),
  match: async (id: string) => (await ask("GET", `/tables/${id}/match`)).text(),
  beginReview: (id: string) => asGuest(() => call<unknown>("POST", `/tables/${id}/review`, {})),
  review: (id: string) => call<ReviewProgress>("GET", `/tables/${id}/review`),
  store: (match: string) => asGuest(() => call<{ id: string }>("POST", "/matches", match)),
};
