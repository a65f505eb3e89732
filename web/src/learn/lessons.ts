/** The texts of a game's lessons, and which lessons have been done in this browser. */

import type { Language } from "../lib/catalogues.svelte";
import { remember, remembered } from "../lib/settings.svelte";

/** What the lessons say, by the key LESSON or LESSON.SENTENCE; only a learner needs it, so it is loaded then. */
export type LessonTexts = Record<string, string>;

const FILES = import.meta.glob<LessonTexts>("@package/games/*/locales/*/lessons.json", { import: "default" });

export async function loadLessonTexts(game: string, language: Language): Promise<LessonTexts> {
  const found = Object.entries(FILES).find(([path]) => path.endsWith(`/games/${game}/locales/${language}/lessons.json`));
  return found ? found[1]() : {};
}

/** The names of the lessons that were played to their end. */
export function doneLessons(game: string): string[] {
  return (remembered(`lessons.${game}`) ?? "").split(" ").filter(Boolean);
}

export function markDone(game: string, lesson: string): void {
  remember(`lessons.${game}`, [...new Set([...doneLessons(game), lesson])].join(" "));
}
