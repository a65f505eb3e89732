import { mount } from "svelte";

import App from "./App.svelte";
import "./theme.css";
import "./parts/shell.css";

const target = document.getElementById("app");
if (target) mount(App, { target });

// The shell is kept for the next visit, so that the page opens even while the server is away.
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  addEventListener("load", () => void navigator.serviceWorker.register("/sw.js").catch(() => {}));
}
