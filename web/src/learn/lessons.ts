/** The texts of a game's lessons, and which lessons have been done in this browser. */

import type { Language } from "../lib/catalogues.svelte";
import { remember, remembered } from "../lib/settings.svelte";

/** What the lessons say, by the key LESSON or LESSON.SENTENCE; only a learner needs it, so it is loaded then. */
export type LessonTexts = Record<string, string>;

const FILES = import.meta.glob<string>("@package/games/*/locales/*/lessons.json", {
  query: "?url",
  import: "default",
  eager: true,
});

export async function loadLessonTexts(game: string, language: Language): Promise<LessonTexts> {
  const found = Object.entries(FILES).find(([path]) => path.endsWith(`/games/${game}/locales/${language}/lessons.json`));
  if (!found) return {};
  const response = await fetch(found[1]);
  if (!response.ok) throw new Error(`lessons of ${game}: ${response.status}`);
  return (await response.json()) as LessonTexts;
}

/** The names of the lessons that were played to their end. */
export function doneLessons(game: string): string[] {
  return (remembered(`lessons.${game}`) ?? "").split(" ").filter(Boolean);
}

export function markDone(game: string, lesson: string): void {
  remember(`lessons.${game}`, [...new Set([...doneLessons(game), lesson])].join(" "));
}
