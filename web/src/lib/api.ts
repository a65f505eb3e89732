/** The calls of docs/protocol.md, typed. Everything that goes wrong becomes a Problem with a code. */

import { newPromise, witness } from "./nonces";
import { settings } from "./settings.svelte";
import { t } from "./texts";
import type {
  AnswerJudged,
  Choice,
  Daily,
  EngineLines,
  Entry,
  GamesAnswer,
  Lesson,
  PlayedGame,
  Positions,
  PreparationAnswer,
  Puzzle,
  PuzzleList,
  ReviewAnswer,
  SetupBody,
  SharingAnswer,
  StudyPosition,
  TableBody,
  TableInfo,
  TablesAnswer,
  Values,
} from "./types";

/** What went wrong, as a code to translate (`error.CODE`), and the server's own sentence for codes without a text. */
export class Problem extends Error {
  readonly code: string;
  readonly status: number;

  readonly values: Values; // of the sentence with this code

  constructor(code: string, text = "", status = 0, values: Values = {}) {
    super(text || code);
    this.code = code;
    this.status = status;
    this.values = values;
  }
}

/** An error body may name its code in one of several places, because not every error comes from our server. */
function problemOf(status: number, body: unknown): Problem {
  let found = body as Record<string, unknown> | null;
  if (found && typeof found["error"] === "object") found = found["error"] as typeof found;
  if (found && typeof found["detail"] === "object") found = found["detail"] as typeof found;
  const code = typeof found?.["code"] === "string" ? found["code"] : null;
  const text = typeof found?.["text"] === "string" ? found["text"] : "";
  if (code) return new Problem(code, text, status, (found?.["values"] ?? {}) as Values);
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

/** Does something that only a guest may do, after sending the name chosen last. */
async function withName<T>(action: () => Promise<T>): Promise<T> {
  await becomeGuest(settings.name);
  return action();
}

/** Makes a guest of this name, or gives the guest a new name. */
export async function becomeGuest(name: string): Promise<void> {
  await call("POST", "/guest", { name: name.trim() || t("you.guest") });
}

export const api = {
  preparation: () => call<PreparationAnswer>("GET", "/preparation"),
  games: () => call<GamesAnswer>("GET", "/games"),
  open: async (table: TableBody) => {
    const promise = newPromise();
    const opened = await withName(() => call<TableInfo>("POST", "/tables", { ...table, promise }));
    witness(opened);
    return opened;
  },
  tables: () => call<TablesAnswer>("GET", "/tables"),
  table: (id: string) => call<TableInfo & { yours: number[] }>("GET", `/tables/${id}`),
  join: (id: string) => withName(() => call<{ seat: number }>("POST", `/tables/${id}/join`, { promise: newPromise() })),
  leave: (id: string) => call<unknown>("POST", `/tables/${id}/leave`),
  arrange: (id: string, seat: number, kind: "bot" | "open", level = "") =>
    call<TableInfo>("POST", `/tables/${id}/seats/${seat}`, { kind, level }),
  change: (id: string, setup: SetupBody) => call<TableInfo>("POST", `/tables/${id}/setup`, setup),
  start: (id: string, openSeats: "bots" | "remove") =>
    call<TableInfo>("POST", `/tables/${id}/start`, { open_seats: openSeats }),
  rematch: (id: string) => call<TableInfo>("POST", `/tables/${id}/rematch`),
  match: async (id: string) => (await ask("GET", `/tables/${id}/match`)).text(),
  positions: (id: string, first: number, last: number, seat: number) =>
    call<Positions>("GET", `/tables/${id}/positions?first=${first}&last=${last}&seat=${seat}`),
  log: async (id: string) => (await call<{ log: Entry[] }>("GET", `/tables/${id}/log`)).log,
  movesAt: async (id: string, ply: number) =>
    (await call<{ moves: Choice[] }>("GET", `/tables/${id}/moves?ply=${ply}`)).moves,
  beginReview: (id: string) => withName(() => call<unknown>("POST", `/tables/${id}/review`)),
  review: (id: string) => call<ReviewAnswer>("GET", `/tables/${id}/review`),
  guest: () => becomeGuest(settings.name),
  /** Whether finished games may be given away without names. */
  sharing: async () => (await call<SharingAnswer>("GET", "/sharing")).shares,
  setSharing: (shares: boolean) => withName(() => call<SharingAnswer>("POST", "/sharing", { shares })),
  study: (text: string, moves: readonly string[], eyes: number) =>
    call<StudyPosition>("POST", "/study/position", { text, moves, eyes, language: settings.language }),
  engine: (text: string, milliseconds: number) =>
    call<Omit<EngineLines, "milliseconds">>("POST", "/study/engine", { text, milliseconds, lines: 60 }),
  answer: (text: string, move: string, best = "", instead = "") =>
    call<AnswerJudged>("POST", "/study/answer", { text, move, best, instead }),
  statistics: async () => (await call<{ games: PlayedGame[] }>("GET", "/statistics")).games,
  daily: (game: string, day = "") => call<Daily>("GET", `/daily/${game}${day ? `?day=${day}` : ""}`),
  playDaily: (game: string) => withName(() => call<TableInfo>("POST", `/daily/${game}`, {})),
  puzzles: (game: string) => call<PuzzleList>("GET", `/puzzles/${game}`),
  puzzle: (game: string, id: string) => call<Puzzle>("GET", `/puzzles/${game}/${id}`),
  /** A position of a finished match: all of it (eyes -2), or what a seat knew. */
  positionText: async (id: string, ply: number, eyes = -2) =>
    (await call<{ text: string }>("GET", `/tables/${id}/text?ply=${ply}&eyes=${eyes}`)).text,
  lessons: (game: string) => call<Lesson[]>("GET", `/tutorial/${game}`),
  store: (match: string) => withName(() => call<TableInfo>("POST", "/matches", match)),
};
