// The files of the site without a browser: links lead somewhere, the HTML is valid, nothing is heavier than promised.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { brotliCompressSync, constants } from 'node:zlib';
import { files, isRedirect, pages, read, root, site, urlOf } from './support.mjs';

const brotli = (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
const attribute = (html, names) => [...html.matchAll(new RegExp(`\\s(?:${names})="([^"]*)"`, 'g'))].map((match) => match[1].replaceAll('&amp;', '&'));

test('every link and every file that a page names exists, anchors too', () => {
  const idsOf = new Map();
  const ids = (path) => idsOf.get(path) ?? idsOf.set(path, new Set(attribute(read(path), 'id'))).get(path);
  const dead = [];
  let checked = 0;
  for (const page of pages()) {
    const html = read(page).replace(/<script[^>]*>.*?<\/script>/gs, '');
    for (const target of attribute(html, 'href|src|action')) {
      const url = new URL(target, 'https://site.invalid' + urlOf(page));
      if (url.host !== 'site.invalid') continue;
      checked++;
      let path = decodeURIComponent(url.pathname).slice(1);
      if (path === '' || path.endsWith('/')) path += 'index.html';
      if (!existsSync(join(site, path)) || !statSync(join(site, path)).isFile()) dead.push(`${page}: ${target}`);
      else if (url.hash.length > 1 && path.endsWith('.html') && !ids(path).has(decodeURIComponent(url.hash.slice(1)))) dead.push(`${page}: ${target} (no such anchor)`);
    }
  }
  assert.ok(checked > 100, `only ${checked} links`);
  assert.deepEqual(dead.slice(0, 30), [], `${dead.length} of ${checked}`);
});

test('no page repeats an id', () => {
  const repeated = pages().flatMap((page) => {
    const all = attribute(read(page), 'id');
    return [...new Set(all.filter((id, i) => all.indexOf(id) !== i))].map((id) => `${page}: ${id}`);
  });
  assert.deepEqual(repeated.slice(0, 20), []);
});

test('no inline script, style or handler (strict Content-Security-Policy)', () => {
  const found = pages().flatMap((page) => [...read(page).matchAll(/<script(?![^>]*\b(?:src=|type="application\/(?:ld\+)?json"))[^>]*>|<style\b|\sstyle="|\son[a-z]+="/g)].map((match) => `${page}: ${match[0]}`));
  assert.deepEqual(found.slice(0, 10), []);
});

test('the HTML is valid (Nu HTML checker)', () => {
  const jar = join(root, 'node_modules/vnu-jar/build/dist/vnu.jar');
  const generated = (page) => page.includes('/compare/') && read(page).includes('content="noindex"'); // Alike by the thousand: every 40th.
  const list = pages().filter((page, i) => !isRedirect(read(page)) && (i % 40 === 0 || !generated(page))).map((page) => join(site, page));
  const run = spawnSync('java', ['-Xss4m', '-jar', jar, '--errors-only', '--format', 'json', '--exit-zero-always', ...list], { encoding: 'utf8', maxBuffer: 1 << 28 });
  assert.equal(run.error, undefined);
  const { messages } = JSON.parse(run.stderr || run.stdout);
  const errors = messages.filter(({ type }) => type !== 'info').map(({ url, lastLine, message }) => `${url.slice(url.indexOf(site) + site.length)}:${lastLine}: ${message}`);
  const kinds = Map.groupBy ? [...Map.groupBy(errors, (e) => e.replace(/^[^ ]+ /, '')).values()].map((same) => `${same[0]} (${same.length} times)`) : errors;
  assert.deepEqual(kinds.slice(0, 20), [], `${errors.length} errors`);
});

test('a term page is at most 30 kB of HTML and CSS, brotli, and needs no JavaScript', (t) => {
  const heavy = pages().filter((page) => /^[a-z]+\/glossary\/[^/]+\/index\.html$/.test(page) && !isRedirect(read(page))).map((page) => {
    const html = read(page);
    const css = attribute(html, 'href').filter((href) => href.endsWith('.css'));
    const total = brotli(html) + css.reduce((sum, href) => sum + brotli(readFileSync(join(site, href))), 0);
    return [page, total];
  }).sort((a, b) => b[1] - a[1]);
  assert.ok(heavy.length > 0);
  t.diagnostic(`heaviest term page: ${heavy[0][0]} ${(heavy[0][1] / 1000).toFixed(1)} kB`);
  assert.ok(heavy[0][1] <= 30000, `${heavy[0]}`);
});

test('the calculator page: calculators.wasm at most 40 kB, its JavaScript at most 8 kB, brotli', (t) => {
  const all = files();
  const wasm = all.filter((path) => /(^|\/)calculators[^/]*\.wasm$/.test(path));
  assert.equal(wasm.length, 1, `${wasm}`);
  const wasmSize = brotli(readFileSync(join(site, wasm[0])));
  const scripts = all.filter((path) => path.endsWith('.js'));
  // Each file as the browser gets it: compressed by itself. What is fetched only when a reader asks for it does not count:
  // a model in the address, a model file, the search, an opened derivation, what more.js brings at the first touch.
  const loaded = new Set();
  const follow = (path) => {
    if (loaded.has(path)) return;
    loaded.add(path);
    for (const [, from] of read(path).matchAll(/(?:from\s*|import\s*\(?\s*)['`](\.[^'`]+)['`]/g)) {
      const next = new URL(from, 'https://x/' + path).pathname.slice(1);
      if (!/(inline_model|model_file|search_box|more|derivation|converter)\.js$|\$/.test(next)) follow(next);
    }
  };
  follow(scripts.find((path) => path.endsWith('/main.js')));
  // The heaviest of the field tables stands for the one that a page loads.
  const tables = scripts.filter((path) => /\/fields\/(?!common|specs|converters)/.test(path));
  assert.ok(tables.length > 0);
  follow(tables.sort((a, b) => brotli(read(b)) - brotli(read(a)))[0]);
  assert.ok([...loaded].some((path) => path.endsWith('elements/calculator.js')), [...loaded].join());
  const sizes = [...loaded].map((path) => [path.split('/').slice(2).join('/'), brotli(readFileSync(join(site, path)))]);
  const total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
  t.diagnostic(`calculators.wasm ${wasmSize} B; JavaScript ${total} B: ${sizes.map(([path, bytes]) => `${path} ${bytes}`).join(', ')}`);
  assert.ok(wasmSize <= 40000, `${wasmSize} B of WebAssembly`);
  assert.ok(total <= 8000, `${total} B of JavaScript`);
});
