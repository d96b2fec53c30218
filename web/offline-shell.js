// Opens the dashboard without network: the shell of one build, whole. FILES and VERSION are written above this by web/shell.ts.
/* global FILES, VERSION */
const PREFIX = 'folio-shell-';
const PATIENCE_MS = 4000;
const CACHE = PREFIX + VERSION;

self.addEventListener('install', (event) => {
  self.skipWaiting();
  const fresh = FILES.map((file) => new Request(file, { cache: /-[\w-]{8}\.\w+$/.test(file) ? 'default' : 'reload' }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)));
});

self.addEventListener('activate', (event) => {
  const tidy = async () => {
    const shells = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
    // Pages of the build before may still be open, and load their parts when they are wanted.
    await Promise.all(shells.slice(0, -2).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (/^\/assets\/.*-[\w-]{8}\.(js|css)$/.test(pathname)) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  } else if (pathname.startsWith('/assets/')) {
    event.respondWith(freshOrKept(request, request));
  } else if (request.mode === 'navigate' && !/^\/(docs|documents|export|files|graphql|session)(\/|$)/.test(pathname)) {
    event.respondWith(freshOrKept(request, '/'));
  }
});

/** The service goes first, so no old build stays; nothing that it answers is kept here. */
async function freshOrKept(request, key) {
  const fresh = fetch(request);
  const late = new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error('no answer yet')), PATIENCE_MS);
  });
  try {
    return await Promise.race([fresh, late]);
  } catch {
    fresh.catch(() => undefined);
    const kept = await caches.open(CACHE).then((cache) => cache.match(key));
    return kept ?? fresh;
  }
}
