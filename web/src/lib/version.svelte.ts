/** Whether this tab is older than what the server now serves, and how the new build is taken up. */

/** The script that this tab runs: a new build has another one. */
function ownScript(): string {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return script?.getAttribute("src") ?? "";
}

class Version {
  isOld = $state(false);
  private waiting: ServiceWorker | null = null; // keeps the new build, and waits for its turn

  async check(): Promise<void> {
    try {
      const response = await fetch("/", { cache: "no-store", headers: { Accept: "text/html" } });
      const text = await response.text();
      if (response.ok && text.includes("<script") && !text.includes(ownScript())) this.isOld = true;
    } catch {
      // no answer says nothing about versions
    }
  }

  /** Keeps the page for a visit without a server. Others' builds are never mixed: a new one waits until it is asked for. */
  async keep(): Promise<void> {
    if (!("serviceWorker" in navigator)) return;
    const registration = await navigator.serviceWorker.register("/sw.js");
    this.wait(registration);
    registration.addEventListener("updatefound", () => {
      registration.installing?.addEventListener("statechange", () => this.wait(registration));
    });
  }

  /** Loads the page again, with the new build where one is kept already. */
  take(): void {
    if (!this.waiting) return location.reload();
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    this.waiting.postMessage("take-over");
  }

  private wait(registration: ServiceWorkerRegistration): void {
    if (!registration.waiting || !navigator.serviceWorker.controller) return;
    this.waiting = registration.waiting;
    void this.check(); // a reload may have brought the new page already
  }
}

export const version = new Version();
// A part of an older build is asked for that the server no longer has.
addEventListener("vite:preloadError", () => (version.isOld = true));
