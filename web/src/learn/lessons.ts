/** The lessons as the server sends them, and which of them have been done in this browser. */

import { remember, remembered, t } from "../lib/settings.svelte";
import type { Choice, Entry, GameName, View } from "../lib/types";
import { isKey } from "../lib/words";

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

export function titleOf(game: GameName, lesson: string): string {
  const key = `learn.${game}.${lesson}`;
  return isKey(key) ? t(key) : lesson;
}

/** A sentence of a lesson in the chosen language. */
export function said(game: GameName, lesson: string, code: string | null): string {
  const key = `learn.${game}.${lesson}.${code}`;
  return isKey(key) ? t(key) : t("learn.decline");
}

/** The names of the lessons that were played to their end. */
export function doneLessons(game: GameName): string[] {
  return (remembered(`lessons.${game}`) ?? "").split(" ").filter(Boolean);
}

export function markDone(game: GameName, lesson: string): void {
  remember(`lessons.${game}`, [...new Set([...doneLessons(game), lesson])].join(" "));
}
