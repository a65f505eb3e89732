/** What this browser remembers: language, theme, name and how somebody likes to play. */

import { LANGUAGES, learnLanguage, sentence, type Key, type Language } from "./words";
import type { Values } from "./types";

export function remembered(name: string): string | null {
  try {
    return localStorage.getItem(`atlantis.${name}`);
  } catch {
    return null; // a browser that keeps nothing
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(`atlantis.${name}`, value);
  } catch {
    // nothing to be done: the choice holds until the tab is closed
  }
}

function firstLanguage(): Language {
  const wanted = [remembered("language"), ...navigator.languages];
  for (const tag of wanted) {
    const short = tag?.slice(0, 2);
    if (short && short in LANGUAGES) return short as Language;
  }
  return "en";
}

export type Theme = "light" | "dark";

function firstTheme(): Theme {
  const kept = remembered("theme");
  if (kept === "light" || kept === "dark") return kept;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

class Settings {
  language = $state<Language>(firstLanguage());
  theme = $state<Theme>(firstTheme());
  name = $state(remembered("name") ?? "");

  /** The page changes over when the words are here; without them it stays as it is. */
  async setLanguage(language: Language): Promise<void> {
    await learnLanguage(language).then(
      () => (this.language = language),
      () => {},
    );
    remember("language", language);
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    remember("theme", theme);
  }

  setName(name: string): void {
    this.name = name;
    remember("name", name);
  }
}

export const settings = new Settings();

// Whoever can ask for a sentence has the words for it. If they do not come, keys are shown: names
// that a host can look up.
await learnLanguage(settings.language).catch(() => {});

/** The sentence with this key in the chosen language. Reactive: read it in markup or $derived. */
export function t(key: Key, values: Values = {}): string {
  return sentence(settings.language, key, values);
}
