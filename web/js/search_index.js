// The search index of one language, read piece by piece: the manifest, then only the stretches of the dictionary that a
// query touches. How the files are laid out is told in site/search/search_files.h.
//
//   const index = await openIndex('/zh/search/index.json');
//   const { hits, corrected } = await index.search('显存带宽');   // hits: [{ document, score }], best first
//   const [url, kind, title, english, short] = await index.record(hits[0].document);
import { isHan, nameKey, runsOf, termsOfRun } from './search_terms.js';

// What a rank is worth: TermRank and NameRank of site/search/document_terms.h, in their order.
const termWorth = [1, 1.4, 1.8, 2.5, 4, 6, 8, 10];
const nameWorth = [0.5, 0.45, 0.7, 0.75, 0.85, 0.9, 0.95, 1];

// A whole name beats its beginning, which beats any sum of words (at most 10).
const wholeName = (worth) => 60 + 40 * worth;
const nameBeginning = (worth, share) => 12 + 18 * worth * share;

// A beginning may stand for many keys; of those, these many stretches are read.
const mostStretches = 3;
// Of the runs and pairs that the best page has, so much must be in every other one.
const leastShare = 0.6;
// A longer run of Han is still found by this share of its pairs.
const leastPairs = 0.34;

async function get(url, as) {
  let response;
  try {
    response = await fetch(url);
  } catch {
    response = await fetch(url, { cache: 'force-cache' }); // No network: an old copy is better than none.
  }
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response[as]();
}

// Keys compare as bytes, so they are kept as strings of one character a byte.
const encoder = new TextEncoder();
const bytesOf = (text) => String.fromCharCode(...encoder.encode(text));

/** Between characters, as site/search/document_terms.cpp cuts them. */
function cut(key, longest) {
  if (key.length <= longest) return key;
  let end = longest;
  while ((key.charCodeAt(end) & 0xc0) === 0x80) end--;
  return key.slice(0, end);
}

/** The last index whose value is not after `key`. */
function lastNotAfter(values, key) {
  let low = 0, high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] <= key) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function parseStretch(buffer) {
  const bytes = new Uint8Array(buffer);
  let at = 0;
  const number = () => {
    let value = 0, scale = 1;
    for (; bytes[at] >= 128; scale *= 128) value += (bytes[at++] - 128) * scale;
    return value + bytes[at++] * scale;
  };
  const keys = [], entries = [];
  let offset = 0;
  for (let left = number(), key = ''; left > 0; left--) {
    const shared = number(), length = number();
    key = key.slice(0, shared) + String.fromCharCode(...bytes.subarray(at, (at += length)));
    keys.push(key);
    entries.push({ key, count: number(), offset });
    offset += number();
  }
  const start = at;
  const postings = (entry, use) => {
    at = start + entry.offset;
    for (let i = 0, document = 0; i < entry.count; i++) {
      const value = number();
      document += Math.floor(value / 8);
      use(document, value % 8);
    }
  };
  return { keys, entries, postings };
}

/** Whether `word` begins with something that is `typed` but for one letter more, less, changed, or two swapped. */
export function isOneSlipFrom(typed, word) {
  let i = 0;
  while (i < typed.length && typed[i] === word[i]) i++;
  const tail = typed.slice(i);
  return [[1, 1], [1, 0], [0, 1]].some(([more, less]) => word.slice(i + less).startsWith(tail.slice(more)))
    || (tail.length > 1 && word.slice(i).startsWith(tail[1] + tail[0] + tail.slice(2)));
}

class SearchIndex {
  #loading = new Map();
  #starts;

  constructor(manifest) {
    this.manifest = manifest;
    this.#starts = manifest.starts.map(bytesOf);
  }

  get others() { return this.manifest.others; }
  say = (key, ...values) => (this.manifest.say[key] ?? key).replace(/\{(\d)\}/g, (_, i) => values[i] ?? '');

  #file(name, as, parse = (content) => content) {
    if (!this.#loading.has(name)) {
      const loading = get(this.manifest.folder + name, as).then(parse);
      loading.catch(() => this.#loading.delete(name)); // The next query tries again.
      this.#loading.set(name, loading);
    }
    return this.#loading.get(name);
  }

  #stretch = (i) => this.#file(`t${this.manifest.terms[i]}.bin`, 'arrayBuffer', parseStretch);

  /** The dictionary's entries for a key, or for all keys that begin with it: [{ key, count, each(use) }]. */
  async #entries(text, whole) {
    const key = cut(bytesOf(text), this.manifest.longest_key);
    const found = [];
    const first = Math.max(0, lastNotAfter(this.#starts, key));
    for (let i = first; i < this.#starts.length && i < first + mostStretches; i++) {
      const { keys, entries, postings } = await this.#stretch(i);
      let at = lastNotAfter(keys, key);
      if (keys[at] !== key) at++;
      for (; at < keys.length && (whole ? keys[at] === key : keys[at].startsWith(key)); at++) {
        const entry = entries[at];
        found.push({ key: entry.key, whole: entry.key === key, share: key.length / entry.key.length, count: entry.count, each: (use) => postings(entry, use) });
      }
      if (at < keys.length) break;
    }
    return found;
  }

  #rarity = (count) => Math.max(0.15, Math.log(1 + this.manifest.documents / count) / Math.log(1 + this.manifest.documents));

  /** Pages with a name that is the query, or begins with it. */
  async #names(query) {
    const scores = new Map();
    const key = nameKey(query);
    if (!key) return scores;
    for (const entry of await this.#entries('=' + key, false))
      entry.each((document, rank) => {
        const score = entry.whole ? wholeName(nameWorth[rank]) : nameBeginning(nameWorth[rank], entry.share);
        if (score > (scores.get(document) ?? 0)) scores.set(document, score);
      });
    return scores;
  }

  /** Of one run: document -> [score, share of it that the page has]. */
  async #run(run) {
    const found = new Map();
    if (isHan(run) && [...run].length > 1) {
      const pairs = [...new Set(termsOfRun(run).slice(0, -1))];
      for (const [entry] of await Promise.all(pairs.map((pair) => this.#entries(pair, true)))) {
        if (!entry) continue;
        const rarity = this.#rarity(entry.count);
        entry.each((document, rank) => {
          const [score, share] = found.get(document) ?? [0, 0];
          found.set(document, [score + (termWorth[rank] * rarity) / pairs.length, share + 1 / pairs.length]);
        });
      }
      for (const [document, [, share]] of found) if (share < leastPairs) found.delete(document);
      return found;
    }
    const entries = await this.#entries(run, false);
    const rarity = this.#rarity(Math.max(1, ...entries.map(({ count }) => count)));
    for (const { whole, share, each } of entries)
      each((document, rank) => {
        const score = termWorth[rank] * rarity * (whole ? 1 : 0.4 + 0.4 * share);
        if (score > (found.get(document)?.[0] ?? 0)) found.set(document, [score, 1]);
      });
    return found;
  }

  async #ranked(query) {
    const runs = [...new Set(runsOf(query))].slice(0, 12);
    const [names, ...found] = await Promise.all([this.#names(query), ...runs.map((run) => this.#run(run))]);
    const totals = new Map();
    for (const documents of found)
      for (const [document, [score, share]] of documents) {
        const [sum, shares] = totals.get(document) ?? [0, 0];
        totals.set(document, [sum + score / runs.length, shares + share / runs.length]);
      }
    const best = Math.max(0, ...[...totals.values()].map(([, shares]) => shares));
    const scores = new Map(names);
    for (const [document, [sum, shares]] of totals)
      if (names.has(document) || shares >= best * leastShare) scores.set(document, (names.get(document) ?? 0) + sum * shares);
    return { scores, missed: names.size ? [] : runs.filter((run, i) => !found[i].size && !isHan(run) && run.length > 3) };
  }

  /** Words of the index that may be meant by `typed`, the most similar first. */
  async #corrections(typed) {
    const words = (await this.#file(`w${this.manifest.corrections}.txt`, 'text')).split('\n');
    return words.filter((word) => isOneSlipFrom(typed, word)).sort((a, b) => Math.abs(a.length - typed.length) - Math.abs(b.length - typed.length)).slice(0, 3);
  }

  /** Best first. `corrected`: the word that was looked for in place of one that nothing has, and the query with it. */
  async search(query) {
    let { scores, missed } = await this.#ranked(query);
    let corrected;
    for (const typed of missed.slice(0, 1)) {
      for (const word of await this.#corrections(typed)) {
        const instead = runsOf(query).map((run) => (run === typed ? word : run)).join(' ');
        corrected ??= { typed, word, query: instead };
        const other = await this.#ranked(instead);
        for (const [document, score] of other.scores) scores.set(document, Math.max(scores.get(document) ?? 0, score / 2));
      }
    }
    const hits = [...scores].map(([document, score]) => ({ document, score }));
    hits.sort((a, b) => b.score - a.score || a.document - b.document);
    return { hits, corrected };
  }

  /** [url, kind, title, English name, short text] */
  async record(document) {
    const size = this.manifest.records_per_file;
    return (await this.#file(`r${this.manifest.records[Math.floor(document / size)]}.json`, 'json'))[document % size];
  }

  /** The page's plain text, a block a line. */
  async text(document) {
    const i = lastNotAfter(this.manifest.text_starts, document);
    return (await this.#file(`x${this.manifest.texts[i]}.json`, 'json'))[document - this.manifest.text_starts[i]];
  }
}

const opening = new Map();

/** The index whose manifest has this address; read once a page. */
export function openIndex(address) {
  if (!opening.has(address)) {
    const index = get(address, 'json').then((manifest) => new SearchIndex(manifest));
    index.catch(() => opening.delete(address));
    opening.set(address, index);
  }
  return opening.get(address);
}
