// Keeps the page, so that it opens without the network. Scores are kept by the page itself (store.js);
// nothing under /api or /live is ever kept here.
const version = "PAGE-HASH";
const kept = `hyzer-${version}`;
const files = "PAGE-FILES".split(" ").map((name) => `/a/${version}/${name}`);
const views = ["/", "/watch", "/join"];
const patience = 1500;

addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(kept)
      .then((cache) => cache.addAll(["/", "/manifest.webmanifest", "/icon.svg", ...files]))
      .then(() => skipWaiting()),
  );
});

addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => name != kept).map((name) => caches.delete(name))),
      )
      .then(() => clients.claim()),
  );
});

/** The page as the host has it now; as it was kept, where the host does not answer soon. */
async function view(request) {
  const cut = new AbortController();
  const timer = setTimeout(() => cut.abort(), patience);
  try {
    const answer = await fetch(request, { signal: cut.signal });
    if (answer.ok) return answer;
  } catch {
    // No network: what was kept.
  } finally {
    clearTimeout(timer);
  }
  return (await caches.match("/")) ?? Response.error();
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method != "GET" || origin != location.origin) return;
  if (request.mode == "navigate" && views.includes(pathname)) event.respondWith(view(request));
  else if (pathname.startsWith("/a/") || ["/manifest.webmanifest", "/icon.svg"].includes(pathname))
    event.respondWith(caches.match(pathname).then((found) => found ?? fetch(request)));
});
