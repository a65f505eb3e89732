// Keeps this build, so that the page opens without a server. `BUILD` and `FILES` are written before this by worker.ts.
// Of the API it keeps only what never changes with a match: the list of games, lessons and texts. A board is never
// kept: it would be a stale one.
const NAME = "atlantis-";
const KEPT = NAME + BUILD;
const START = "/";
const LASTING = /^\/api\/(games|tutorial\/[\w-]+|games\/[\w-]+\/texts\/\w+)$/;
const PATIENCE = 5000; // milliseconds for a network that hangs, where something is kept

self.addEventListener("install", (event) => event.waitUntil(keepBuild()));

// Only now, when no tab uses the older build any more, or somebody has asked for the new one, is the older one removed.
self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => name.startsWith(NAME) && name !== KEPT))
      .then((old) => Promise.all(old.map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("message", (event) => {
  if (event.data === "take-over") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(newestOr(request, START));
  else if (LASTING.test(pathname)) event.respondWith(newestOr(request, pathname, true));
  else if (FILES.includes(pathname)) event.respondWith(kept(request, pathname));
});

/** Everything of this build, and what the API has to be kept. Without one file of the build it is not installed. */
async function keepBuild() {
  const cache = await caches.open(KEPT);
  await cache.addAll([START, ...FILES].map((file) => new Request(file, { cache: "no-cache" })));
  await keepLessons(cache).catch(() => {}); // the page opens without them
}

async function keepLessons(cache) {
  const answer = await fetch("/api/games");
  const { games } = await answer.clone().json();
  await cache.put("/api/games", answer);
  await Promise.all(games.map(({ name }) => cache.add(`/api/tutorial/${name}`).catch(() => {})));
}

function afterPatience() {
  return new Promise((_, reject) => setTimeout(() => reject(new Error("no answer")), PATIENCE));
}

/** The server's answer; without one, or after a long wait, what is kept under a name. */
async function newestOr(request, name, isRenewed = false) {
  const found = await caches.match(name, { cacheName: KEPT });
  const asked = fetch(request);
  try {
    const response = await (found ? Promise.race([asked, afterPatience()]) : asked);
    if (isRenewed && response.ok) await (await caches.open(KEPT)).put(name, response.clone());
    return response;
  } catch (error) {
    asked.catch(() => {}); // it may still fail after the wait
    if (found) return found;
    throw error;
  }
}

/** A file of this build, as it was kept. */
async function kept(request, name) {
  return (await caches.match(name, { cacheName: KEPT })) ?? fetch(request);
}
