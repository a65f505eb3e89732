/** Sentences in the chosen language: the page's own, a game's, and those for codes of the server. */

import type errors from "@package/locales/en/errors.json";
import type learn from "@package/locales/en/learn.json";
import type page from "@package/locales/en/page.json";
import type play from "@package/locales/en/play.json";
import { loadGame, sentence, textOf } from "./catalogues.svelte";
import type { GamePage } from "./game";
import { settings } from "./settings.svelte";
import { COLOURS, type Choice, type Entry, type Refusal, type Seat, type SentenceCode, type State, type Values } from "./types";

/** A key of the page's own texts. */
export type Key = keyof typeof page | keyof typeof play | keyof typeof learn | `error.${keyof typeof errors}`;

/** The page's sentence with this key. Reactive: read it in markup or $derived. */
export function t(key: Key, values: Values = {}): string {
  return sentence(settings.language, key, values);
}

/** A game's own texts: `text(key, values)`, and whether there is one. Reactive like `t`. */
export interface GameTexts<K extends string = string> {
  (key: K, values?: Values): string;
  has(key: string): key is K;
}

/** The texts of a game by their keys in its files, such as `gameTexts("NAME")("title")`. */
export function gameTexts<K extends string = string>(game: string): GameTexts<K> {
  const text = (key: K, values: Values = {}) => sentence(settings.language, key, values, game);
  const has = (key: string): key is K => textOf(settings.language, `${game}.${key}`) !== undefined;
  return Object.assign(text, { has });
}

/** Waits until a game's sentences can be shown. */
export function loadTexts(game: string): Promise<void> {
  return loadGame(game, settings.language);
}

/** The first of these keys that is a text of the game, else of the page, filled; else what `otherwise` says. */
function firstOf(game: string, keys: string[], values: Values, otherwise: string): string {
  for (const key of keys) {
    if (game && textOf(settings.language, `${game}.${key}`) !== undefined) {
      return sentence(settings.language, key, values, game);
    }
    if (textOf(settings.language, key) !== undefined) return sentence(settings.language, key, values);
  }
  return otherwise;
}

export function gameTitle(game: string): string {
  return firstOf(game, ["title"], {}, game);
}

/** The sentence about a game on its card; empty if it brings none. */
export function cardText(game: string): string {
  return firstOf(game, ["card"], {}, "");
}

/** What players of a game try to do; empty if it does not say. */
export function aimText(game: string): string {
  return firstOf(game, ["help.aim"], {}, "");
}

/** Who made the game; empty if it says nothing about that. */
export function creditsText(game: string): string {
  return firstOf(game, ["credits"], {}, "");
}

export function colourName(seat: number): string {
  return firstOf("", [`colour.${COLOURS[seat]}`], {}, "");
}

/** What a level is called: by its game, else by the page, which knows the usual ones. */
export function levelName(level: string | undefined, game = ""): string {
  return firstOf(game, [`level.${level}`], {}, level ?? "");
}

/** A level of bots with its explanation, where there is one. */
export function levelText(level: string, game = ""): string {
  return [levelName(level, game), firstOf(game, [`level.${level}.help`], {}, "")].filter(Boolean).join(": ");
}

/** What the bots are called besides their level, by seat, so that two of one level are not mixed up. */
const BOT_NAMES = ["Ada", "Bo", "Cleo", "Dio"];

type Named = Pick<Seat, "kind" | "name" | "level">;

/** The players' names where a colour or shape stands beside them. */
export function shortNames(seats: readonly Named[], game = ""): string[] {
  return seats.map((seat, number) => {
    if (seat.kind === "bot") {
      return t("bot.named", { level: levelName(seat.level, game), name: BOT_NAMES[number] ?? "" }).trim();
    }
    return seat.kind === "open" ? t("seat.open") : seat.name || colourName(number);
  });
}

/** The players' names: people by name, bots by level and name, and equal ones told apart by colour. */
export function seatNames(seats: readonly Named[], game = ""): string[] {
  const plain = shortNames(seats, game);
  return plain.map((name, number) => {
    const isUnique = plain.filter((other) => other === name).length === 1;
    return isUnique ? name : t("seat.like", { name, colour: colourName(number) });
  });
}

/** A move or chance event: its notation, and the code and values of its sentence. */
type Made = Pick<Entry, "move" | "code" | "values">;

/** What happened; with the game's page also what came of it. Chance acts for the player who moved last. */
export function entryText(game: string, entry: Made & Partial<Entry>, who: string, page?: GamePage | null): string {
  const values = { who, ...entry.values };
  const parts = [firstOf(game, [`log.${entry.code}`], values, `${who} ${entry.move}`.trim())];
  if (entry.outcome && page?.outcomeText) parts.push(page.outcomeText(entry as Entry));
  return parts.filter(Boolean).join(" ");
}

/** What the player has to do now, or next after what is chosen. */
export function promptText(
  state: State,
  names: readonly string[],
  page?: GamePage | null,
  chosen: ReadonlySet<string> = new Set(),
  glow: ReadonlySet<string> = new Set(),
): string {
  const { view, prompt, table } = state;
  if (table.state === "waiting" || !view) return t("prompt.waiting");
  if (table.state === "over") return t("prompt.over");
  if (view.actor < 0) return t("prompt.chance");
  if (state.seats.includes(view.actor) && table.seats[view.actor]?.away) return t("prompt.away");
  if (!state.seats.includes(view.actor) || (state.seat !== view.actor && state.moves.length === 0)) {
    return t("prompt.other", { name: names[view.actor] ?? "" });
  }
  const values = { ...prompt.values, ...page?.promptValues?.(view) };
  const [kind] = ([...chosen].at(-1) ?? "").replace("button:", "").split(":");
  const next = [...new Set([...glow].map((id) => id.split(":")[0]))].filter((one) => one !== "button");
  const keys = [`chosen.${kind}.${next.length === 1 ? next[0] : ""}`, `chosen.${kind}`, `prompt.${prompt.code}`];
  return firstOf(table.game, keys, values, t("prompt.yours"));
}

/** Why a click leads nowhere (a reason of the game's rules), or what went wrong. */
export function noticeText(game: string, notice: Refusal & { isReason: boolean }): string {
  const keys = notice.isReason ? [`reason.${notice.code}`] : [];
  return firstOf(game, [...keys, `error.${notice.code}`], notice.values ?? {}, notice.text || t("error.unknown"));
}

export function problemText(code: string, text = "", values: Values = {}): string {
  return firstOf("", [`error.${code}`], values, text || t("error.unknown"));
}

/** A move in a few words, such as "figure A with olive"; its notation if the game has no text for it. */
export function moveText(game: string, { code, values, move }: Pick<Choice, "move" | "code" | "values">): string {
  // What chance does has a sentence of the log alone.
  return code ? firstOf(game, [`move.${code}`, `log.${code}`], values ?? {}, move).replace(/\.$/, "") : move;
}

/** Why a move is good, in sentences: a reason about another player names them. */
export function whyText(game: string, why: readonly SentenceCode[] | undefined, names: readonly string[]): string {
  const sentences = (why ?? []).map(({ code, values }) =>
    firstOf(game, [`why.${code}`], { ...values, who: names[Number(values["seat"] ?? -1)] ?? "" }, ""),
  );
  return sentences.filter(Boolean).join(" ");
}

/** What puzzles of a theme are called, or where to look (`hint`). */
export function themeText(game: string, theme: string, part = ""): string {
  return firstOf(game, [part ? `theme.${theme}.${part}` : `theme.${theme}`], {}, "");
}

export function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

/** The day of a time in seconds. */
export function dayText(seconds: number): string {
  return new Intl.DateTimeFormat(settings.language, { dateStyle: "medium" }).format(seconds * 1000);
}

/** An option's name, what one of its values is called, or its explanation (`help`). */
export function optionText(game: string, option: string, value = ""): string {
  const name = `option.${option}`;
  if (!value) return firstOf(game, [name], {}, option.replaceAll("_", " "));
  return firstOf(game, [`${name}.${value}`, `option.${value}`], {}, value === "help" ? "" : value);
}

/** A preset's name, or what it stands for (`help`). */
export function presetText(game: string, preset: string, part = ""): string {
  if (!part) return firstOf(game, [`preset.${preset}`], {}, preset);
  return firstOf(game, [`preset.${preset}.${part}`], {}, "");
}

/** A clock such as "total:600" in words. */
export function clockText(clock: string): string {
  const [kind, seconds] = clock.split(":");
  if (kind === "total") return t("setup.clock.total", { n: Number(seconds) / 60 });
  return kind === "move" ? t("setup.clock.move", { n: Number(seconds) }) : t("setup.clock.none");
}

export function buttonText(game: string, name: string): string {
  return firstOf(game, [`button.${name}`], {}, name);
}

/** Why the game ended, in a sentence; empty if the game says nothing about it. */
export function endingText(game: string, code: string): string {
  return firstOf(game, [`ending.${code}`], {}, "");
}

/** What a line of the settlement counts; empty if the game does not say. */
export function lineHelp(game: string, code: string): string {
  return firstOf(game, [`line.${code}.help`], {}, "");
}

/** One line of the settlement. */
export function lineText(game: string, code: string): string {
  return firstOf(game, [`line.${code}`], {}, code);
}
