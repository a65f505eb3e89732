/** What happens in Causeway as it is told: in the log, turn by turn, and by beats. */

import type { Moment } from "../../lib/game";
import { entryText } from "../../lib/texts";
import type { Entry } from "../../lib/types";
import { MAINLAND } from "./layout";
import { text } from "./texts";
import type { CausewayOutcome } from "./types";

const GAME = "causeway";
const outcomeOf = (entry: Entry) => (entry.outcome ?? {}) as CausewayOutcome;
const isRun = ({ code }: Entry) => code === "move" || code === "then";

/** A sentence without its subject, to follow another about the same player. */
function continued(sentence: string): string {
  const rest = sentence.trim();
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** Such as "a ring, a crown and a ring". */
function cardsText(runs: readonly Entry[]): string {
  const names = runs.map(({ values }) => text("turn.card", { one: values["item"] ?? "" }));
  const last = names.pop() ?? "";
  return names.length === 0 ? last : text("turn.and", { first: names.join(", "), last });
}

/** The run of a turn: with which cards, which figure, how far, and what it takes. */
function runText(turn: readonly Entry[], who: string): string {
  const runs = turn.filter(isRun);
  const figure = runs[0]?.values["figure"] ?? "";
  const isHome = runs.some((entry) => outcomeOf(entry).lands === MAINLAND);
  const takes = turn.map((entry) => outcomeOf(entry).takes).find(Boolean);
  const values = { who, figure, cards: cardsText(runs) };
  if (takes) return text(isHome ? "turn.home-takes" : "turn.takes", { ...values, the: takes.item, value: takes.value });
  return text(isHome ? "turn.home" : "turn.runs", values);
}

/** How many cards a trade brought: those drawn until the next decision. */
function cardsBought(turn: readonly Entry[], trade: Entry): number {
  const after = turn.slice(turn.indexOf(trade) + 1);
  const end = after.findIndex((entry) => entry.actor >= 0);
  return (end < 0 ? after : after.slice(0, end)).length;
}

function paid(turn: readonly Entry[]): number {
  const worth = ({ code, values }: Entry) => (code === "pay-tile" ? Number(values["value"]) : code === "pay-card" ? 1 : 0);
  return turn.reduce((total, entry) => total + worth(entry), 0);
}

export function turnText(turn: readonly Entry[], who: string): string {
  const parts: string[] = [];
  const add = (sentence: (who: string) => string) => parts.push(continued(sentence(parts.length === 0 ? who : "")));
  let isTold = false; // the run, which may take several cards
  for (const entry of turn) {
    const { value = "" } = entry.values;
    if (entry.code === "buy") add((who) => text("turn.trades", { who, value, n: cardsBought(turn, entry) }));
    else if (isRun(entry) && !isTold) {
      isTold = true;
      add((who) => runText(turn, who));
    } else if (entry.code === "bridge") add((who) => text("turn.bridge", { who }));
    else if (entry.code === "pass") add((who) => entryText(GAME, entry, who));
  }
  const price = paid(turn);
  if (price) add((who) => text("turn.pays", { who, n: price }));
  if (parts.length === 0 && turn[0]) add((who) => entryText(GAME, turn[0] as Entry, who));
  return parts.join(" ");
}

/** Every card is heard, and what is dealt; nothing here needs a banner but somebody's last way home. */
export function moments(entry: Entry): Moment[] {
  if (isRun(entry)) return [{ beat: outcomeOf(entry).lands === MAINLAND ? "saved" : "move" }];
  return entry.actor >= 0 || entry.code === "draw" ? [{ beat: "card" }] : [];
}
