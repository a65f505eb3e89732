/** The words of Escape: values that are words themselves, and what every thing on the chart is called. */

import { t } from "../../lib/texts";
import { COLOURS, type Choice, type Colour, type Values } from "../../lib/types";
import type { Animal, EscapeView, Hex, Kind, SymbolName } from "./types";
import { isKey } from "../../lib/words";
import { ANIMALS } from "./pieces";

export const symbolWord = (symbol: SymbolName) =>
  symbol === "boat" || symbol === "whirlpool" ? t(`escape.symbol.${symbol}`) : t(`escape.animal.${symbol}`);
export const kindWord = (kind: Kind) => t(`escape.kind.${kind}`);
export const colourWord = (colour: Colour) => t(`escape.colour.${colour}`);

/** A word of the rules in the chosen language, or the text itself if it is none. */
function wordOf(group: "symbol" | "animal" | "kind" | "colour", text: string): string {
  const key = `escape.${group}.${text}`;
  return isKey(key) ? t(key) : text;
}

const isAnimal = (text: string) => ANIMALS.some((animal) => animal === text);
const numberWord = (number: string) => (number === "T" ? t("escape.dive") : number);

/** What the spinner shows, such as "shark 2", in words. */
export function spunWord(spun: string): string {
  const [animal = "", number = ""] = spun.split(" ");
  return t("escape.spun", { animal: wordOf("animal", animal), number: numberWord(number) });
}

/** Values of a saying, a log entry or a refusal, ready to be put into a sentence. */
export function spoken(values: Values): Values {
  const said: Values = { ...values };
  for (const [name, value] of Object.entries(values)) {
    const text = String(value);
    if (name === "animal") said[name] = wordOf("animal", text);
    else if (name === "symbol") said[name] = wordOf(isAnimal(text) ? "animal" : "symbol", text);
    else if (name === "kind") said[name] = wordOf("kind", text);
    else if (name === "colour") said[name] = wordOf("colour", text);
    else if (name === "number") said[name] = numberWord(text);
    else if (name === "spin" || name === "spun") said[name] = spunWord(text);
  }
  return said;
}

const colourOf = (view: EscapeView, seat: number) => view.seats[seat]?.colour ?? COLOURS[seat] ?? "blue";

/** Such as "2 people in blue, 1 person in red". */
export function crowd(
  view: EscapeView,
  counts: readonly number[] | undefined,
  sort: "people" | "swimmers" = "people",
): string[] {
  return (counts ?? []).flatMap((n, seat) =>
    n > 0 ? [t(`escape.here.${sort}`, { n, colour: colourWord(colourOf(view, seat)) })] : [],
  );
}

function contents(view: EscapeView, hex: Hex): string[] {
  const animals = ANIMALS.flatMap((animal: Animal) => {
    const n = hex.animals?.[animal] ?? 0;
    return n > 0 ? [t(`escape.here.${animal}`, { n })] : [];
  });
  const people = crowd(view, hex.people);
  const boat = hex.boat ? [people.length > 0 ? t("escape.here.boat") : t("escape.here.empty-boat")] : [];
  const swum = hex.swum ? [t("escape.here.swum", { n: hex.swum })] : [];
  const jumped = hex.jumped ? [t("escape.here.jumped", { n: hex.jumped })] : [];
  return [...animals, ...boat, ...people, ...crowd(view, hex.swimmers, "swimmers"), ...swum, ...jumped];
}

/** A hex and all that is on it, such as "e4, hill, 2 people in blue". */
export function described(view: EscapeView, hex: Hex): string {
  const ground = hex.land ? kindWord(hex.land) : hex.gate ? t("escape.kind.gate") : t("escape.kind.sea");
  const sinking = view.sinking === hex.hex ? [t("escape.here.sinking")] : [];
  return [hex.hex, ground, ...sinking, ...contents(view, hex)].join(", ");
}

/** Every hex with something on it, for those who hear the chart. */
export function inventory(view: EscapeView): string[] {
  return view.hexes
    .filter((hex) => hex.boat || hex.people || hex.swimmers || hex.animals)
    .map((hex) => described(view, hex));
}

export function summary(view: EscapeView): string {
  let animals = 0;
  for (const hex of view.hexes) for (const animal of ANIMALS) animals += hex.animals?.[animal] ?? 0;
  return t("escape.board.label", {
    land: view.hexes.filter((hex) => hex.land).length,
    boats: view.hexes.filter((hex) => hex.boat).length,
    animals,
  });
}

/** Who would be lost and saved by a move. */
export function consequences(view: EscapeView, choice: Choice | null | undefined): string[] {
  const lost = crowd(view, choice?.lost).join(", ");
  const saved = crowd(view, choice?.saved).join(", ");
  return [
    ...(lost ? [t("escape.pick.lost", { who: lost })] : []),
    ...(saved ? [t("escape.pick.saved", { who: saved })] : []),
  ];
}

/** What a thing that can be clicked is called in full. */
export function nameOf(view: EscapeView, id: string): string {
  const [sort = "", rest = ""] = id.split(":");
  if (sort === "coral") return t("escape.pick.coral", { place: rest });
  const hex = view.hexes.find((one) => one.hex === (sort === "evacuee" ? view.sinking : rest));
  const where = hex ? described(view, hex) : rest;
  switch (sort) {
    case "person":
    case "swimmer":
    case "boat":
    case "dolphin":
    case "animal":
      return t(`escape.pick.${sort}`, { where });
    case "evacuee":
      return t("escape.pick.evacuee", { colour: colourWord(rest as Colour), where });
    default:
      if (view.phase === "place") return t("escape.pick.place", { where });
      return view.phase === "sink" ? t("escape.pick.sink", { where }) : t("escape.pick.hex", { where });
  }
}

/** What it is called beside its neighbours on one hex. */
export function shortNameOf(view: EscapeView, id: string): string {
  const [sort = "", rest = ""] = id.split(":");
  const hex = view.hexes.find((one) => one.hex === rest);
  switch (sort) {
    case "person":
      return hex?.boat ? t("escape.short.aboard") : t("escape.short.person");
    case "swimmer":
    case "boat":
    case "dolphin":
    case "animal":
    case "coral":
      return t(`escape.short.${sort}`);
    case "evacuee":
      return t("escape.short.evacuee", { colour: colourWord(rest as Colour) });
    default:
      return hex?.boat ? t("escape.short.water") : t("escape.short.hex");
  }
}
