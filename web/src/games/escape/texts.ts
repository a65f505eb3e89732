/** Escape's sentences: what everything on the chart is called, and what a move would do. */

import type board from "@package/games/escape/locales/en/board.json";
import type game from "@package/games/escape/locales/en/game.json";
import type log from "@package/games/escape/locales/en/log.json";
import { kindOf, nameOf } from "../../board/clicks";
import { gameTexts } from "../../lib/texts";
import { COLOURS, type Choice, type Values } from "../../lib/types";
import { ANIMALS, spinOf, type EscapeChoice, type EscapeView, type Hex } from "./types";

export const text = gameTexts<keyof typeof board | keyof typeof game | keyof typeof log>("escape");

/** What the spinner shows, such as "shark, 2". */
export const spinText = (spun: string) => text("spun", spinOf(spun));

/** The animal and the distance that the spinner allows, for the prompt. */
export function promptValues({ spun }: EscapeView): Values {
  if (!spun) return {};
  const { animal, number } = spinOf(spun);
  return { one: animal, reach: number };
}

const colourOf = (view: EscapeView, seat: number) => view.seats[seat]?.colour ?? COLOURS[seat] ?? "blue";

/** Such as "2 people in blue", "1 person in red". */
function peopleTexts(view: EscapeView, key: "here.people" | "here.swimmers", counts: readonly number[] = []): string[] {
  return counts.flatMap((n, seat) => (n > 0 ? [text(key, { n, colour: colourOf(view, seat) })] : []));
}

function contents(view: EscapeView, hex: Hex): string[] {
  const animals = ANIMALS.flatMap((animal) => {
    const n = hex.animals?.[animal] ?? 0;
    return n > 0 ? [text(`here.${animal}`, { n })] : [];
  });
  const people = peopleTexts(view, "here.people", hex.people);
  const boat = hex.boat ? [people.length > 0 ? text("here.boat") : text("here.empty-boat")] : [];
  const swum = hex.swum ? [text("here.swum", { n: hex.swum })] : [];
  const jumped = hex.jumped ? [text("here.jumped", { n: hex.jumped })] : [];
  return [...animals, ...boat, ...people, ...peopleTexts(view, "here.swimmers", hex.swimmers), ...swum, ...jumped];
}

/** A hex and all that is on it, such as "e4, hill, 2 people in blue". */
export function hexLabel(view: EscapeView, hex: Hex): string {
  const ground = hex.land ? text(`kind.${hex.land}`) : hex.gate ? text("kind.gate") : text("kind.sea");
  const sinking = view.sinking === hex.hex ? [text("here.sinking")] : [];
  const guarded = hex.guarded ? [text("here.guarded")] : [];
  return [hex.hex, ground, ...sinking, ...contents(view, hex), ...guarded].join(", ");
}

/** A coral island and who has been saved there. */
export function coralLabel(view: EscapeView, gate: string, saved: readonly number[] = []): string {
  return [text("pick.coral", { place: gate }), ...peopleTexts(view, "here.people", saved)].join(", ");
}

/** Every hex with something on it and every coral island, for screen readers. */
export function chartList(view: EscapeView, saved: ReadonlyMap<string, readonly number[]>): string[] {
  const hexes = view.hexes.filter((hex) => hex.boat || hex.people || hex.swimmers || hex.animals);
  const corals = [...saved].map(([gate, counts]) => coralLabel(view, gate, counts));
  return [...hexes.map((hex) => hexLabel(view, hex)), ...corals];
}

export function chartLabel(view: EscapeView): string {
  let animals = 0;
  for (const hex of view.hexes) for (const animal of ANIMALS) animals += hex.animals?.[animal] ?? 0;
  return text("board.label", {
    land: view.hexes.filter((hex) => hex.land).length,
    boats: view.hexes.filter((hex) => hex.boat).length,
    animals,
  });
}

/** Who would be lost and saved by a move. */
export function previewText(choice: Choice, _view: EscapeView, names: readonly string[]): string {
  const { lost = [], saved = [] } = choice as EscapeChoice;
  const sentences = (key: "preview.lost" | "preview.saved", counts: number[]) =>
    counts.flatMap((n, seat) => (n > 0 ? [text(key, { n, name: names[seat] ?? "" })] : []));
  return [...sentences("preview.lost", lost), ...sentences("preview.saved", saved)].join(" ");
}

/** What a target is called in full. */
export function targetLabel(view: EscapeView, id: string): string {
  const [kind, name] = [kindOf(id), nameOf(id)];
  if (kind === "coral") return text("pick.coral", { place: name });
  const hex = view.hexes.find((one) => one.hex === (kind === "evacuee" ? view.sinking : name));
  const where = hex ? hexLabel(view, hex) : name;
  switch (kind) {
    case "person":
    case "swimmer":
    case "boat":
    case "dolphin":
    case "animal":
      return text(`pick.${kind}`, { where });
    case "evacuee":
      return text("pick.evacuee", { colour: name, where });
    default:
      if (view.phase === "place") return text("pick.place", { where });
      return view.phase === "sink" ? text("pick.sink", { where }) : text("pick.hex", { where });
  }
}

/** What a target is called beside others on the same hex. */
export function shortTargetLabel(view: EscapeView, id: string): string {
  const [kind, name] = [kindOf(id), nameOf(id)];
  const hex = view.hexes.find((one) => one.hex === name);
  switch (kind) {
    case "person":
      return hex?.boat ? text("short.aboard") : text("short.person");
    case "swimmer":
    case "boat":
    case "dolphin":
    case "animal":
    case "coral":
      return text(`short.${kind}`);
    case "evacuee":
      return text("short.evacuee", { colour: name });
    default:
      return hex?.boat ? text("short.water") : text("short.hex");
  }
}

/** What the game is about, while the player's people are placed. */
export function aimText(view: EscapeView): string {
  return (view.seats[view.seat]?.to_place ?? 0) > 0 ? text("aim") : "";
}
