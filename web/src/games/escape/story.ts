/** What happens in Escape as it is told: in the log, turn by turn, and in banners. */

import type { Cast, Moment } from "../../lib/game";
import { entryText } from "../../lib/texts";
import type { Entry, Values } from "../../lib/types";
import { text } from "./texts";
import type { EscapeOutcome } from "./types";

const GAME = "escape";
const MOVES = new Set(["go", "swim", "sail", "ride", "jump", "climb", "go-coral", "swim-coral"]);
const BEATS: Record<string, Moment["beat"]> = { jump: "splash", swim: "splash", sink: "splash", relocate: "move", to: "animal" };

const outcomeOf = (entry: Entry) => (entry.outcome ?? {}) as EscapeOutcome;
const sum = (counts: readonly number[] = []) => counts.reduce((total, n) => total + n, 0);

/** A picked animal by its name, with where it goes as one entry; a symbol as an exclamation. */
export function readable(turn: readonly Entry[]): Entry[] {
  const found: Entry[] = [];
  let spun: Values = {};
  for (const entry of turn) {
    if (entry.code === "spin") spun = entry.values;
    const last = found.at(-1);
    if (entry.code === "to" && last?.code.startsWith("picked")) {
      const code = last.code.replace("picked", "animal");
      const animal = spun["animal"] ?? "";
      const values = { ...last.values, ...entry.values, animal, the: animal };
      found.splice(-1, 1, { ...entry, code, values });
    } else if (["pick", "pick-rider"].includes(entry.code) && spun["animal"]) {
      const values = { ...entry.values, the: spun["animal"] };
      found.push({ ...entry, code: entry.code.replace("pick", "picked"), values });
    } else if (entry.code === "symbol") {
      found.push({ ...entry, code: "reveal", values: { reveal: entry.values["symbol"] ?? "" } });
    } else found.push(entry);
  }
  return found;
}

/** Who took somebody's people: an animal that a player moved, what was revealed, or nobody in particular. */
function causeOf(entry: Entry, victim: number, { names, own }: Cast): { code: string; values: Values } {
  const { animal, reveal } = entry.values;
  if (animal && entry.actor >= 0 && entry.actor !== victim) {
    const code = own.includes(entry.actor) ? "taken-by-you" : "taken";
    return { code, values: { animal, beast: animal, by: names[entry.actor] ?? "" } };
  }
  return reveal ? { code: "swallowed", values: { cause: reveal } } : { code: "lost", values: {} };
}

/** A line of the log for each player who lost people by an entry. */
export function consequences(entry: Entry, cast: Cast): Entry[] {
  const { lost = [] } = outcomeOf(entry);
  return lost.flatMap((n, actor) => {
    if (n === 0) return [];
    const { code, values } = causeOf(entry, actor, cast);
    const isOwn = cast.own.includes(actor) && code !== "taken-by-you";
    return [{ actor, move: "", seen: true, code: isOwn ? `${code}-you` : code, values: { ...values, n } }];
  });
}

/** A sentence without its subject, to follow another about the same player. */
function continued(sentence: string): string {
  const rest = sentence.trim();
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

export function turnText(turn: readonly Entry[], who: string, cast: Cast): string {
  const parts: string[] = [];
  const subject = () => (parts.length === 0 ? who : "");
  const add = (sentence: string) => parts.push(continued(sentence));
  const moves = turn.filter((entry) => MOVES.has(entry.code));
  const [first] = moves;
  const saved = sum(moves.map((entry) => sum(outcomeOf(entry).saved)));
  if (first && moves.length === 1 && !saved) add(entryText(GAME, first, subject()));
  if (moves.length > 1) add(text("turn.moves", { n: moves.length, who: subject() }));
  if (saved) add(text("turn.saves", { n: saved, who: subject() }));
  const symbol = turn.find((entry) => entry.code === "reveal")?.values["reveal"];
  for (const entry of turn) {
    if (entry.code === "sink" && symbol) {
      add(text("turn.sinks", { to: entry.values["to"] ?? "", reveal: symbol, who: subject() }));
    } else if (["place", "sink", "animal", "animal-rider"].includes(entry.code)) {
      add(entryText(GAME, entry, subject()));
    } else if (parts.length === 0 && entry.code.startsWith("picked")) add(entryText(GAME, entry, subject()));
  }
  if (parts.length === 0 && turn[0]) add(entryText(GAME, turn[0], who));
  const losses = turn.flatMap((entry) => consequences(entry, cast));
  return [...parts, ...losses.map((one) => entryText(GAME, one, cast.names[one.actor] ?? ""))].join(" ");
}

/** A turn ends with what the animals do; while people are placed, each placing is a turn. */
export function endsTurn({ code }: Entry): boolean {
  return ["to", "stay", "place"].includes(code);
}

/** The entry as it is read after what came before it in its turn. */
function asRead(entry: Entry, before: readonly Entry[]): Entry {
  const start = Math.max(0, before.findLastIndex(({ code }) => code === "spin"));
  return readable([...before.slice(start), entry]).at(-1) ?? entry;
}

/** What is heard, and what is said in a banner: symbols, spins, people lost and saved. */
export function moments(entry: Entry, before: readonly Entry[], cast: Cast): Moment[] {
  const found: Moment[] = [];
  if (entry.code === "symbol") {
    const reveal = entry.values["symbol"] ?? "";
    found.push({ beat: reveal === "whirlpool" ? "whirlpool" : "animal", text: text("log.reveal", { reveal }) });
  } else if (entry.code === "spin") found.push({ beat: "spin", text: text("banner.spin", entry.values) });
  else if (entry.actor >= 0) found.push({ beat: BEATS[entry.code] ?? "move" });
  const { saved = [], lost = [] } = outcomeOf(entry);
  saved.forEach((n, seat) => {
    const key = cast.own.includes(seat) ? "banner.saved-you" : "banner.saved";
    if (n > 0) found.push({ beat: "saved", text: text(key, { n, who: cast.names[seat] ?? "" }), seat });
  });
  if (sum(lost) > 0) {
    for (const one of consequences(asRead(entry, before), cast)) {
      found.push({ beat: "lost", text: entryText(GAME, one, cast.names[one.actor] ?? ""), seat: one.actor });
    }
  }
  return found;
}
