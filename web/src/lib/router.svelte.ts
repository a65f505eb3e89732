/** Where this tab is, and how it goes elsewhere without loading the page again. */

import { routeOf, type Route } from "./routes";

function here(): Route {
  return routeOf(location.pathname, location.search, location.hash);
}

const REST = 150; // ms without a step, after which its address is noted: to do so takes longer than a step may

class Router {
  route = $state.raw<Route>(here());
  private noted: string | null = null; // an address that is not shown yet
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    const follow = () => {
      const next = here();
      // A closed sheet changes the history, not the address.
      if (JSON.stringify(next) === JSON.stringify(this.route)) return;
      this.noted = null; // it belonged to the page that was left
      this.route = next;
    };
    addEventListener("popstate", follow);
    addEventListener("hashchange", follow);
    addEventListener("click", (event) => this.followLink(event));
    addEventListener("pagehide", () => this.showNoted());
  }

  go(address: string): void {
    this.showNoted();
    history.pushState(null, "", address);
    this.route = here();
    scrollTo(0, 0);
  }

  /** The address changes, the screen does not: a step of a replay does not become a page to go back to. */
  note(address: string): void {
    this.noted = address;
    this.showNoted();
  }

  /** The same once the steps come to a rest; stops when the screen is left by going back. */
  noteSoon(address: string): () => void {
    this.noted = address;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.showNoted(), REST);
    return () => clearTimeout(this.timer);
  }

  private showNoted(): void {
    clearTimeout(this.timer);
    if (this.noted !== null) history.replaceState(null, "", this.noted);
    this.noted = null;
  }

  /** Links inside the page are followed here; with a modifier key the browser does what it does. */
  private followLink(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.target || link.hasAttribute("download")) return;
    const address = new URL(link.href, location.href);
    if (address.origin !== location.origin || address.pathname.startsWith("/api/")) return;
    const isJump = address.pathname === location.pathname && address.hash !== "";
    if (isJump) return;
    event.preventDefault();
    this.go(address.pathname + address.search + address.hash);
  }
}

export const router = new Router();
