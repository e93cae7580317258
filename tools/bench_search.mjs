// What a query costs on a built site: bench_search.mjs SITE QUERY... For each: milliseconds with nothing read yet (files come
// from disk), milliseconds again (computing alone), files and bytes as brotli -q 11 that a browser would fetch.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const [site, ...queries] = process.argv.slice(2);
const packed = new Map();
let read = [];
globalThis.fetch = async (url) => {
  const bytes = readFileSync(join(site, url));
  read.push(url);
  packed.set(url, bytes);
  return { ok: true, json: async () => JSON.parse(bytes), text: async () => bytes.toString(), arrayBuffer: async () => bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) };
};
const sizeOf = (url) => brotliCompressSync(packed.get(url), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
const { openIndex } = await import('../web/js/search_index.js');
const { excerpt } = await import('../web/js/search_marks.js');

const top = 8;
async function ask(index, query) {
  const found = await index.search(query, top);
  await Promise.all(found.hits.map(({ document }) => index.record(document)));
  return found;
}

const manifest = '/zh/search/index.json';
const first = await openIndex(manifest);
console.log(`manifest ${sizeOf(manifest)} B brotli, ${first.manifest.documents} pages`);
console.log('query                        cold ms  warm ms  files  brotli B  hits');
let worst = 0, heaviest = 0;
for (const query of queries) {
  const again = new URL(`../web/js/search_index.js?${encodeURIComponent(query)}`, import.meta.url);
  const index = await (await import(again.href)).openIndex(manifest); // A module of its own has read nothing.
  read = [];
  let start = performance.now();
  const { hits, total } = await ask(index, query);
  const texts = await Promise.all(hits.map(({ document }) => index.text(document)));
  for (const text of texts) excerpt(text, query, 64);
  const cold = performance.now() - start;
  let warm = Infinity;
  for (let i = 0; i < 5; i++) {
    start = performance.now();
    await ask(index, query);
    warm = Math.min(warm, performance.now() - start);
  }
  const bytes = [...new Set(read)].reduce((sum, url) => sum + sizeOf(url), 0);
  worst = Math.max(worst, warm);
  heaviest = Math.max(heaviest, bytes);
  console.log(`${query.padEnd(26)} ${cold.toFixed(1).padStart(8)} ${warm.toFixed(1).padStart(8)} ${String(new Set(read).size).padStart(6)} ${String(bytes).padStart(9)} ${String(total).padStart(5)}`);
}
const against = (name, value, limit) => console.log(`${name.padEnd(28)} ${value.toFixed(1).padStart(10)}  limit ${String(limit).padStart(8)}  ratio ${(value / limit).toFixed(2)}`);
against('slowest query, ms', worst, 20);
against('heaviest query, B', heaviest + sizeOf(manifest), 100000);
