/** The lessons as the server sends them, and which of them have been done in this browser. */

import { remember, remembered } from "../lib/settings.svelte";
import type { Choice, Entry, GameName, View } from "../lib/types";
import type { Language } from "../lib/words";

/** Something that happens without the learner: the position after it, and what it was. */
export interface Frame {
  view: View;
  log: Entry[];
}

export interface LessonStep extends Frame {
  say: string; // the end of its key
  decline: string | null; // what is answered to any other move
  moves: Choice[];
  expect: string[]; // empty: the step only tells something
  between: Frame[]; // what happens before it
  scores: number[] | null; // at the end of a game
}

export interface Lesson {
  name: string;
  rule: string;
  steps: LessonStep[];
}

export async function lessonsOf(game: GameName): Promise<Lesson[]> {
  const response = await fetch(`/api/tutorial/${game}`);
  if (!response.ok) throw new Error(String(response.status));
  return (await response.json()) as Lesson[];
}

/** What the lessons say, by the key GAME.LESSON.SAY; only a learner needs it, so it is fetched then. */
export type Sentences = Record<string, string>;

const FILES = import.meta.glob<string>("../words/learn/lessons/*.json", { query: "?url", import: "default", eager: true });

export async function sentencesIn(language: Language): Promise<Sentences> {
  const response = await fetch(FILES[`../words/learn/lessons/${language}.json`] ?? "");
  if (!response.ok) throw new Error(String(response.status));
  return (await response.json()) as Sentences;
}

/** The names of the lessons that were played to their end. */
export function doneLessons(game: GameName): string[] {
  return (remembered(`lessons.${game}`) ?? "").split(" ").filter(Boolean);
}

export function markDone(game: GameName, lesson: string): void {
  remember(`lessons.${game}`, [...new Set([...doneLessons(game), lesson])].join(" "));
}
