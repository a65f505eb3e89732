/** Whether this tab is older than what the server now serves: a new build has another script. */

function ownScript(): string {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return script?.getAttribute("src") ?? "";
}

class Version {
  isOld = $state(false);

  async check(): Promise<void> {
    try {
      const response = await fetch("/", { cache: "no-store", headers: { Accept: "text/html" } });
      const text = await response.text();
      if (response.ok && text.includes("<script") && !text.includes(ownScript())) this.isOld = true;
    } catch {
      // no answer says nothing about versions
    }
  }
}

export const version = new Version();
// A part of an older build is asked for that the server no longer has.
addEventListener("vite:preloadError", () => (version.isOld = true));
