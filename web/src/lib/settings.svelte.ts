/** What this browser remembers: language, theme, sound, speed, colours, name, and the set-ups chosen last. */

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
export const THEMES = ["auto", "light", "dark"] as const;

/** `auto` follows the device. */
export type ThemeChoice = (typeof THEMES)[number];

/** The colours of seats and items: the usual ones, or a set that the colour-blind can tell apart. */
export const PALETTES = ["usual", "distinct"] as const;
export type Palette = (typeof PALETTES)[number];

/** One of some words that was chosen earlier, else the first of them. */
function chosenOf<T extends string>(name: string, words: readonly [T, ...T[]]): T {
  return words.find((word) => word === remembered(name)) ?? words[0];
}

const isOn = (name: string) => remembered(name) !== "no";

/** Follows a wish of the device, where the browser can tell that it changes. */
function watchDevice(query: string, changed: (matches: boolean) => void): void {
  const list = matchMedia(query);
  changed(list.matches);
  list.addEventListener?.("change", () => changed(list.matches));
}

/** How long each beat of what others and chance do stays on screen. */
export const SPEEDS = ["slow", "normal", "fast", "instant"] as const;
export type Speed = (typeof SPEEDS)[number];

/** Who wants no motion gets everything at once, until another speed is chosen. */
function firstSpeed(): Speed {
  const kept = SPEEDS.find((speed) => speed === remembered("speed"));
  return kept ?? (matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "normal");
}

const FULL_VOLUME = 100;
const FIRST_VOLUME = 60;

function firstVolume(): number {
  const kept = remembered("volume") ?? "";
  return /^\d{1,3}$/.test(kept) ? Math.min(Number(kept), FULL_VOLUME) : FIRST_VOLUME;
}

class Settings {
  language = $state<Language>(firstLanguage());
  themeChoice = $state<ThemeChoice>(chosenOf("theme", THEMES));
  name = $state(remembered("name") ?? "");
  speed = $state<Speed>(firstSpeed());
  confirmMoves = $state(remembered("confirm-moves") !== "no"); // a finger's tap asks before what cannot be undone
  volume = $state(firstVolume()); // from 0 to 100
  hasSound = $state(isOn("sound"));
  vibrates = $state(isOn("vibration"));
  animates = $state(isOn("animation"));
  palette = $state<Palette>(chosenOf("palette", PALETTES));
  notifies = $state(remembered("notification") === "yes"); // only after the browser was asked for leave
  private isDeviceDark = $state(false);
  private isDeviceStill = $state(false);

  constructor() {
    watchDevice("(prefers-color-scheme: dark)", (matches) => (this.isDeviceDark = matches));
    watchDevice("(prefers-reduced-motion: reduce)", (matches) => (this.isDeviceStill = matches));
  }

  /** The theme that is shown. */
  get theme(): Theme {
    if (this.themeChoice !== "auto") return this.themeChoice;
    return this.isDeviceDark ? "dark" : "light";
  }

  /** Whether nothing on the page shall move. */
  get isStill(): boolean {
    return !this.animates || this.isDeviceStill;
  }

  /** The page changes when the texts are loaded; if they cannot be, it stays as it is. */
  async setLanguage(language: Language): Promise<void> {
    await loadLanguage(language).then(
      () => (this.language = language),
      () => {},
    );
    remember("language", language);
  }

  setTheme(theme: ThemeChoice): void {
    this.themeChoice = theme;
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

  setVolume(volume: number): void {
    this.volume = volume;
    remember("volume", String(volume));
  }

  setSound(wanted: boolean): void {
    this.hasSound = wanted;
    remember("sound", wanted ? "yes" : "no");
  }

  setVibration(wanted: boolean): void {
    this.vibrates = wanted;
    remember("vibration", wanted ? "yes" : "no");
  }

  setAnimation(wanted: boolean): void {
    this.animates = wanted;
    remember("animation", wanted ? "yes" : "no");
  }

  setPalette(palette: Palette): void {
    this.palette = palette;
    remember("palette", palette);
  }

  setNotification(wanted: boolean): void {
    this.notifies = wanted;
    remember("notification", wanted ? "yes" : "no");
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
