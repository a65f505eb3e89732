import { mount } from "svelte";

import App from "./App.svelte";
import { onBeat } from "./lib/beats";
import { playSound, soundAfterFirstClick } from "./lib/sound";
import { version } from "./lib/version.svelte";
import "./theme.css";
import "./parts/shell.css";

const target = document.getElementById("app");
if (target) mount(App, { target });

soundAfterFirstClick();
onBeat(playSound);

// What a first visit needs comes first; then everything is kept for a visit without a server.
if (import.meta.env.PROD) {
  const keep = () => void version.keep().catch(() => {});
  if (document.readyState === "complete") keep();
  else addEventListener("load", keep, { once: true });
}
