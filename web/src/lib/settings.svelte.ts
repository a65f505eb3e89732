/** What this browser remembers: language, theme, name and the set-ups chosen last. */

import { LANGUAGES, loadLanguage, type Language } from "./catalogues.svelte";

export function remembered(name: string): string | null {
  try {
    return localStorage.getItem(`atlantis.${name}`);
  } catch {
    return null; // storage is switched off
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(`atlantis.${name}`, value);
  } catch {
    // the choice holds until the tab is closed
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

/** How long each beat of what others and chance do stays on screen. */
export const SPEEDS = ["slow", "normal", "fast", "instant"] as const;
export type Speed = (typeof SPEEDS)[number];

/** Who wants no motion gets everything at once, until another speed is chosen. */
function firstSpeed(): Speed {
  const kept = SPEEDS.find((speed) => speed === remembered("speed"));
  return kept ?? (matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "normal");
}

class Settings {
  language = $state<Language>(firstLanguage());
  theme = $state<Theme>(firstTheme());
  name = $state(remembered("name") ?? "");
  speed = $state<Speed>(firstSpeed());
  confirmMoves = $state(remembered("confirm-moves") !== "no"); // a finger's tap asks before what cannot be undone

  /** The page changes when the texts are loaded; if they cannot be, it stays as it is. */
  async setLanguage(language: Language): Promise<void> {
    await loadLanguage(language).then(
      () => (this.language = language),
      () => {},
    );
    remember("language", language);
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    remember("theme", theme);
  }

  setSpeed(speed: Speed): void {
    this.speed = speed;
    remember("speed", speed);
  }

  setConfirmMoves(wanted: boolean): void {
    this.confirmMoves = wanted;
    remember("confirm-moves", wanted ? "yes" : "no");
  }

  setName(name: string): void {
    this.name = name;
    remember("name", name);
  }
}

export const settings = new Settings();

// A module that imports the settings can ask for sentences at once. If the texts cannot be loaded, keys are shown.
// The home page names every game, so their texts come together with the page's own.
await loadLanguage(settings.language, globalThis.location?.pathname === "/").catch(() => {});
