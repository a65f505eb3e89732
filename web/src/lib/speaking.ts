/** Codes of the server as sentences in the chosen language. */

import { spoken as spokenCauseway } from "../games/causeway/words";
import { MAINLAND } from "../games/causeway/layout";
import { spoken as spokenEscape } from "../games/escape/words";
import type { Notice } from "./table.svelte";
import { t } from "./settings.svelte";
import { COLOURS, type Choice, type Entry, type GameName, type Seat, type State, type Values, type View } from "./types";
import { isKey } from "./words";

const SPOKEN = { causeway: spokenCauseway, escape: spokenEscape };

/** The first of these keys that exists, as a sentence; else the text that the server sent. */
function firstOf(keys: string[], values: Values, otherwise: string): string {
  for (const key of keys) if (isKey(key)) return t(key, values);
  return otherwise;
}

function spoken(game: GameName, values: Values | undefined): Values {
  return SPOKEN[game](values ?? {});
}

export function colourName(seat: number): string {
  return firstOf([`colour.${COLOURS[seat]}`], {}, "");
}

export function levelName(level: string | undefined): string {
  return firstOf([`level.${level}`], {}, level ?? "");
}

/** A level of bots and what it means, where there is a word for it. */
export function levelText(level: string): string {
  return [levelName(level), firstOf([`level.${level}.help`], {}, "")].filter(Boolean).join(": ");
}

type Named = Pick<Seat, "kind" | "name" | "level">;

/** What everybody is called where a colour or shape stands beside the name. */
export function shortNames(seats: readonly Named[]): string[] {
  return seats.map((seat, number) => {
    if (seat.kind === "bot") return levelName(seat.level);
    return seat.kind === "open" ? t("seat.open") : seat.name || colourName(number);
  });
}

/** What everybody is called: people by their names, bots by their levels, two alike by colour. */
export function seatNames(seats: readonly Named[]): string[] {
  const plain = shortNames(seats);
  return plain.map((name, number) => {
    const isAlone = plain.filter((other) => other === name).length === 1;
    return isAlone ? name : t("seat.like", { name, colour: colourName(number) });
  });
}

/** A move as it is written, and what to say it by. */
type Made = Pick<Entry, "move" | "code" | "values" | "deed">;

/** What happened, and what came of it. Chance acts for whoever moved last. */
export function entryText(game: GameName, entry: Made, who: string): string {
  const values = { who, ...spoken(game, entry.values) };
  const parts = [firstOf([`${game}.log.${entry.code}`, `log.${entry.code}`], values, `${who} ${entry.move}`.trim())];
  const { lands, takes } = entry.deed ?? {};
  if (lands !== undefined) parts.push(lands === MAINLAND ? t("causeway.log.home") : t("causeway.log.lands", { space: lands }));
  if (takes) parts.push(t("causeway.log.takes", spokenCauseway({ ...takes })));
  return parts.join(" ");
}

/** The animal and the way that the spinner allows. */
function spunValues(view: View): Values {
  if (view.game !== "escape" || !view.spun) return {};
  const [animal, number] = view.spun.split(" ");
  const reach = number === "T" ? t("escape.reach.dive") : t("escape.reach", { n: Number(number) });
  return { one: firstOf([`escape.one.${animal}`], {}, ""), reach };
}

/** What is to be done now, or next after what is chosen. */
export function sayText(state: State, names: readonly string[], chosen: ReadonlySet<string> = new Set()): string {
  const { view, say, table } = state;
  if (table.state === "waiting" || !view) return t("say.waiting");
  if (table.state === "over") return t("say.over");
  if (view.actor < 0) return t("say.chance");
  if (!state.seats.includes(view.actor) || (state.seat !== view.actor && state.moves.length === 0)) {
    return t("say.other", { name: names[view.actor] ?? "" });
  }
  const values = { ...spoken(table.game, say.values), ...spunValues(view) };
  const [sort] = ([...chosen].at(-1) ?? "").replace("button:", "").split(":");
  return firstOf([`${table.game}.chosen.${sort}`, `${table.game}.say.${say.code}`], values, t("say.yours"));
}

export function noticeText(game: GameName, notice: Notice): string {
  const values = spoken(game, notice.values);
  const keys = notice.isRefusal ? [`${game}.refusal.${notice.code}`] : [];
  return firstOf([...keys, `error.${notice.code}`], values, notice.text || t("error.unknown"));
}

export function problemText(code: string, text = ""): string {
  return firstOf([`error.${code}`], {}, text || t("error.unknown"));
}

/** A move in a few words, such as "figure A with olive". */
export function moveText(game: GameName, { code, values, move }: Made): string {
  return firstOf([`${game}.move.${code}`], spoken(game, values), move);
}

/** What a move would do, said before it is done. */
export function previewText(choice: Choice, view: View, names: readonly string[]): string {
  const parts: string[] = [];
  if (view.game === "causeway" && choice.lands !== undefined) {
    parts.push(choice.lands === MAINLAND ? t("preview.mainland") : t("preview.lands", { space: choice.lands }));
    if (choice.chain) parts.push(t("preview.chain"));
    const taken = choice.takes === undefined ? undefined : view.path[choice.takes - 1];
    if (taken?.item) parts.push(t("preview.takes", spoken("causeway", { item: taken.item, value: taken.value ?? 0 })));
    parts.push(choice.price ? t("preview.price", { price: choice.price }) : t("preview.free"));
  }
  if (choice.owed !== undefined) parts.push(choice.owed > 0 ? t("preview.owed", { owed: choice.owed }) : t("preview.paid"));
  if (choice.cards !== undefined) parts.push(t("preview.cards", { n: choice.cards }));
  if (choice.saves) parts.push(t("preview.saves", { n: choice.saves }));
  const people = [["preview.lost", choice.lost], ["preview.saved", choice.saved]] as const;
  for (const [key, counts] of people) {
    counts?.forEach((n, seat) => {
      if (n > 0) parts.push(t(key, { n, name: names[seat] ?? "" }));
    });
  }
  return parts.join(" · ");
}

export function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

/** An option's name, what one of its values is called, or what it is about (`help`). */
export function optionText(game: GameName, option: string, value = ""): string {
  const name = `${game}.option.${option}`;
  if (!value) return firstOf([name], {}, option.replaceAll("_", " "));
  return firstOf([`${name}.${value}`, `option.${value}`], {}, value === "help" ? "" : value);
}

export function buttonText(game: GameName, name: string): string {
  return firstOf([`button.${game}.${name}`], {}, name);
}

/** One line of the settlement. */
export function lineText(game: GameName, code: string): string {
  return firstOf([`${game}.line.${code}`, `line.${code}`], {}, code);
}
