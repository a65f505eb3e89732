// Keeps the shell of the page, so that it opens while the server is away. Never anything of the API:
// a stored board would be a stale one.
const SHELL = "atlantis-shell-1";
const START = "/";

self.addEventListener("install", (event) => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (address.pathname.startsWith("/assets/")) event.respondWith(asset(request));
});

/** The page and the files it names, as they are now. */
async function keepShell() {
  const cache = await caches.open(SHELL);
  const response = await fetch(START, { cache: "no-store" });
  if (!response.ok) return;
  const text = await response.clone().text();
  const files = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((found) => found[1]);
  await cache.put(START, response);
  await Promise.all(files.map((file) => cache.add(file).catch(() => {})));
}

/** The newest page, or the kept one without a server. A new build throws the old files away. */
async function page(request) {
  const cache = await caches.open(SHELL);
  try {
    const response = await fetch(request);
    const isPage = response.ok && (response.headers.get("content-type") ?? "").includes("text/html");
    if (isPage) void refresh(cache, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(START);
    if (kept) return kept;
    throw error;
  }
}

async function refresh(cache, response) {
  const kept = await cache.match(START);
  if (kept && (await kept.text()) === (await response.text())) return;
  for (const request of await cache.keys()) await cache.delete(request);
  await keepShell();
}

/** A built file never changes its content without changing its name. */
async function asset(request) {
  const cache = await caches.open(SHELL);
  const kept = await cache.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}
