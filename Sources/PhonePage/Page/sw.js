// Keeps the page, so that it opens without the network. Scores are kept by the page itself (store.js);
// nothing under /api or /live is ever kept here.
const version = "PAGE-HASH";
const kept = `hyzer-${version}`;
const files = "PAGE-FILES".split(" ").map((name) => `/a/${version}/${name}`);
const fixed = ["/manifest.webmanifest", "/icon.svg"];

async function install() {
  await (await caches.open(kept)).addAll(["/", ...fixed, ...files]);
  await skipWaiting();
}

async function activate() {
  for (const name of await caches.keys()) if (name !== kept) await caches.delete(name);
  await clients.claim();
}

oninstall = (event) => event.waitUntil(install());
onactivate = (event) => event.waitUntil(activate());

/** The page as the host has it now; as it was kept, where the host does not answer soon. */
async function view(request) {
  const late = new Promise((resolve) => setTimeout(resolve, 1500));
  const answer = await Promise.race([fetch(request), late]).catch(() => null);
  return answer?.ok ? answer : (await caches.match("/")) ?? Response.error();
}

onfetch = (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" && ["/", "/watch", "/join"].includes(pathname)) event.respondWith(view(request));
  else if (pathname.startsWith("/a/") || fixed.includes(pathname))
    event.respondWith(caches.match(pathname).then((found) => found ?? fetch(request)));
};
