// /sw.js: keeps the site for when the network cannot be reached. site/render/feeds/offline_worker.h puts before it what it
// keeps: `build`, `pages` ({address: integrity}), `assets` (addresses), `words` ({language: {kept, missing}}).
//
// Nothing is ever mixed of two versions: an asset's address holds a hash of its bytes, so a page says itself what belongs to
// it, and a page is kept only when all that it names is kept too. A new version is fetched whole, each page checked against
// the hash that this file has of it, and takes over when no page of the old one is open any more.
const name = 'gloss-' + build;
// More pages that were read than these are not fetched again for a new version.
const mostVisited = 60;
// Milliseconds: who waits longer is shown the page that was kept, if there is one.
const patience = 4000;
const languageOf = (url) => new URL(url, location).pathname.split('/')[1];
const isPage = (url) => new URL(url).pathname.endsWith('/') && !new URL(url).pathname.startsWith('/embed/');

async function fetchOf(url, options) {
  const response = await fetch(url, options);
  if (!response.ok || response.redirected) throw new Error(`${url}: ${response.status}`);
  return response;
}
/** Keeps a page that was read, if it belongs to this version. */
async function keep(cache, url, response) {
  const { pathname } = new URL(url);
  if (pathname in pages && await cache.match(pathname)) return; // The one that belongs to this version stays.
  const named = (await response.clone().text()).match(/(?<=(?:href|src|data-catalog)=")\/assets\/[^"]+/g) ?? [];
  if (named.every((asset) => assets.includes(asset))) await cache.put(pathname, response);
}

async function install() {
  const cache = await caches.open(name);
  const open = (await clients.matchAll({ type: 'window', includeUncontrolled: true })).map(({ url }) => url).filter(isPage);
  // The calculators in the languages that are read here; all where nobody says.
  const read = new Set(open.map(languageOf));
  const inRead = (url) => read.has(languageOf(url));
  const wanted = Object.keys(pages).filter(inRead);
  await Promise.all([
    ...assets.map(async (url) => cache.put(url, await fetchOf(url))),
    ...(wanted.length ? wanted : Object.keys(pages)).map(async (url) => cache.put(url, await fetchOf(url, { integrity: pages[url], cache: 'no-cache' }))),
  ]);
  // What is open, and what was read with the version before: a page that cannot be had now is not worth failing for.
  const before = await Promise.all((await caches.keys()).filter((key) => key !== name).map(async (key) => (await (await caches.open(key)).keys()).map(({ url }) => url).filter(isPage)));
  const visited = new Set([...before.flat().slice(-mostVisited), ...open].map((url) => new URL(url).pathname));
  await Promise.allSettled([...visited].map(async (path) => {
    const url = new URL(path, location).href;
    await keep(cache, url, await fetchOf(url, { cache: 'no-cache' }));
  }));
}

async function activate() {
  for (const key of await caches.keys()) if (key.startsWith('gloss-') && key !== name) await caches.delete(key);
  // The page that brought this worker works without a network from now on.
  await clients.claim();
}

/** A page that was kept, with words that say so. */
async function marked(response, language, which, status) {
  const text = (words[language] ?? Object.values(words)[0])[which];
  const html = (await response.text()).replace(/<main[^>]*>/, (main) => `${main}<p class="notice" role="status" data-offline>${text}</p>`);
  const headers = new Headers(response.headers);
  for (const header of ['content-encoding', 'content-length']) headers.delete(header);
  return new Response(html, { status, headers });
}

const tooLate = () => new Promise((_, reject) => setTimeout(reject, patience, new Error('late')));

async function page(event, url) {
  const cache = await caches.open(name), kept = await cache.match(url.pathname), language = languageOf(url);
  // Past the browser's own cache, which would answer for some minutes after an update, or without a network.
  const fetched = fetch(event.request, { cache: 'no-cache' });
  try {
    const response = await (kept ? Promise.race([fetched, tooLate()]) : fetched);
    if (response.status >= 500 && kept) throw new Error(response.status);
    if (response.ok && response.type === 'basic' && isPage(url)) event.waitUntil(keep(cache, url, response.clone()).catch(console.warn));
    return response;
  } catch (error) {
    if (kept) return marked(kept, language, 'kept', 200);
    const other = await cache.match(`/${language}/calculators/`);
    if (other) return marked(other, language, 'missing', 503);
    throw error;
  }
}

/** Its address holds a hash of it: what is kept is right. */
async function asset(event) {
  const cache = await caches.open(name), kept = await cache.match(event.request.url);
  if (kept) return kept;
  const response = await fetch(event.request);
  if (response.ok && response.type === 'basic') event.waitUntil(cache.put(event.request.url, response.clone()).catch(console.warn));
  return response;
}

/** Small files with stable names: the newest that can be had. */
async function newest(event) {
  const cache = await caches.open(name);
  try {
    const response = await fetch(event.request, { cache: 'no-cache' });
    if (response.ok) event.waitUntil(cache.put(event.request.url, response.clone()).catch(console.warn));
    return response;
  } catch (error) {
    const kept = await cache.match(event.request.url);
    if (kept) return kept;
    throw error;
  }
}

addEventListener('install', (event) => event.waitUntil(install()));
addEventListener('activate', (event) => event.waitUntil(activate()));
addEventListener('fetch', (event) => {
  const { request } = event, url = new URL(request.url), { pathname } = url;
  // Embeds are other sites' pages: on their readers' machines nothing is kept. /data/ is for programs.
  if (request.method !== 'GET' || url.origin !== location.origin || /^\/(embed|data)\//.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(page(event, url));
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(event));
  else if (/^\/icons\/|\/search\/index\.json$/.test(pathname)) event.respondWith(newest(event));
});
