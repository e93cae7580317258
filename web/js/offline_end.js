// /sw.js of a site that keeps nothing (`offline: false`), and of `gloss serve`: ends the worker that was there before it.
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const key of await caches.keys()) if (key.startsWith('gloss-')) await caches.delete(key);
  await registration.unregister();
})()));
