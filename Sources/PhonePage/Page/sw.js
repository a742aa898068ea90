// Keeps a page, so that it opens without the network. What it shows is kept by the page itself (store.js);
// nothing under /api or /live is ever kept here. Pages of one host have a worker and a cache each.
const kept = "PAGE-NAME-PAGE-HASH";
const files = "PAGE-FILES".split(" ");
const views = "PAGE-VIEWS".split(" ");

async function install() {
  await (await caches.open(kept)).addAll([views[0], ...files]);
  await skipWaiting();
}

async function activate() {
  for (const name of await caches.keys()) if (name.startsWith("PAGE-NAME-") && name !== kept) await caches.delete(name);
  await clients.claim();
}

oninstall = (event) => event.waitUntil(install());
onactivate = (event) => event.waitUntil(activate());

/** The page as the host has it now; as it was kept, where the host does not answer soon. */
async function view(request) {
  const late = new Promise((resolve) => setTimeout(resolve, 1500));
  const answer = await Promise.race([fetch(request), late]).catch(() => null);
  return answer?.ok ? answer : (await caches.match(views[0])) ?? Response.error();
}

onfetch = (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" && views.includes(pathname)) event.respondWith(view(request));
  else if (files.includes(pathname))
    event.respondWith(caches.match(pathname).then((found) => found ?? fetch(request)));
};
