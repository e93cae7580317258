// The search index of one language, read piece by piece: the manifest, then only the stretches of the dictionary that a
// query touches. How the files are laid out is told in site/search/search_files.h.
//
//   const index = await openIndex('/zh/search/index.json');
//   const { hits, total } = await index.search('显存带宽', 8);   // hits: [{ document, score }], best first
//   const [url, kind, title, english, short] = await index.record(hits[0].document);
import { isHan, nameKey, runsOf, termsOfRun } from './search_terms.js';

// What a rank is worth: TermRank and NameRank of site/search/document_terms.h, in their order.
const termWorth = [1, 1.4, 1.8, 2.5, 4, 6, 8, 10];
const nameWorth = [0.5, 0.45, 0.7, 0.75, 0.85, 0.9, 0.95, 1];

// A whole name beats its beginning, which beats words most times (they come to 10 at most).
const wholeName = (worth) => 60 + 40 * worth;
const nameBeginning = (worth, share) => 4 + 20 * worth * share;

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
  for (const entry of entries) entry.postings = () => (entry.decoded ??= decode(bytes, at + entry.offset, entry.count));
  return { keys, entries };
}

/** Documents in order, and their ranks. Bit operations: no number of a posting reaches 2^31. */
function decode(bytes, at, count) {
  const documents = new Uint32Array(count), ranks = new Uint8Array(count);
  for (let i = 0, document = 0; i < count; i++) {
    let value = bytes[at++];
    if (value > 127) {
      value &= 127;
      for (let shift = 7, byte = 128; byte > 127; shift += 7) value |= ((byte = bytes[at++]) & 127) << shift;
    }
    documents[i] = document += value >> 3;
    ranks[i] = value & 7;
  }
  return { documents, ranks };
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
  #firstOfText;

  constructor(manifest) {
    this.manifest = manifest;
    this.#starts = manifest.starts.map(bytesOf);
    let first = 0;
    this.#firstOfText = manifest.text_counts.map((count) => (first += count) - count);
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

  /** The dictionary's entries for a key, or for all keys that begin with it: [{ whole, share of the key, count, postings() }]. */
  async #entries(text, whole) {
    const key = cut(bytesOf(text), this.manifest.longest_key);
    const result = [];
    const first = Math.max(0, lastNotAfter(this.#starts, key));
    for (let i = first; i < this.#starts.length && i < first + mostStretches; i++) {
      const { keys, entries } = await this.#stretch(i);
      let at = lastNotAfter(keys, key);
      if (keys[at] !== key) at++;
      for (; at < keys.length && (whole ? keys[at] === key : keys[at].startsWith(key)); at++) {
        const { key: found, count, postings } = entries[at];
        result.push({ whole: found === key, share: key.length / found.length, count, postings });
      }
      if (at < keys.length) break;
    }
    return result;
  }

  #rarity = (count) => Math.max(0.15, Math.log(1 + this.manifest.documents / count) / Math.log(1 + this.manifest.documents));

  /** Of each page, what its names are worth: one is the query, or begins with it. */
  async #names(query) {
    const scores = new Float32Array(this.manifest.documents);
    const key = nameKey(query);
    let any = false;
    for (const { whole, share, postings } of key ? await this.#entries('=' + key, false) : []) {
      const { documents, ranks } = postings();
      const worth = nameWorth.map((rank) => (whole ? wholeName(rank) : nameBeginning(rank, share)));
      documents.forEach((document, i) => (scores[document] = Math.max(scores[document], worth[ranks[i]])));
      any = true;
    }
    return { scores, any };
  }

  /** The terms of one run, each with its entries; their weights come to the rarity of the run. */
  async #run(run) {
    const pairs = isHan(run) && [...run].length > 1 ? [...new Set(termsOfRun(run).slice(0, -1))] : [];
    const terms = pairs.length ? await Promise.all(pairs.map((pair) => this.#entries(pair, true))) : [await this.#entries(run, false)];
    const rarities = terms.map((entries) => this.#rarity(Math.max(1, ...entries.map(({ count }) => count))));
    const sum = rarities.reduce((a, b) => a + b, 0);
    return { terms, weights: rarities.map((rarity) => rarity / sum), rarity: sum / rarities.length };
  }

  /** Of each page, what a run is worth (10 at most), and which share of its terms the page has. */
  #scores({ terms, weights }) {
    const size = this.manifest.documents;
    const scores = new Float32Array(size), shares = new Float32Array(size);
    terms.forEach((entries, term) => {
      const best = new Float32Array(entries.length > 1 ? size : 0);
      for (const { whole, share, postings } of entries) {
        const { documents, ranks } = postings();
        const worth = termWorth.map((rank) => rank * weights[term] * (whole ? 1 : 0.4 + 0.4 * share));
        for (let i = 0; i < documents.length; i++) {
          const document = documents[i], score = worth[ranks[i]];
          const before = best.length ? best[document] : 0;
          if (score <= before) continue;
          if (before === 0) shares[document] += 1 / terms.length;
          scores[document] += score - before;
          if (best.length) best[document] = score;
        }
      }
    });
    return { scores, shares, any: terms.some((entries) => entries.length) };
  }

  /** Of each page, what it is worth for the query; which words no page has. */
  async #ranked(query) {
    const words = [...new Set(runsOf(query))].slice(0, 12);
    const [names, ...runs] = await Promise.all([this.#names(query), ...words.map((run) => this.#run(run))]);
    const rarity = runs.reduce((sum, run) => sum + run.rarity, 0);
    const size = this.manifest.documents;
    const sums = new Float32Array(size), shares = new Float32Array(size);
    const missed = [];
    let best = 0;
    runs.forEach((run, r) => {
      const found = this.#scores(run);
      if (!found.any && !names.any && !isHan(words[r]) && words[r].length > 3) missed.push(words[r]);
      for (let i = 0; i < size; i++) {
        if (found.shares[i] < leastPairs) continue;
        sums[i] += (found.scores[i] * run.rarity) / rarity;
        shares[i] += found.shares[i] / runs.length;
        if (shares[i] > best) best = shares[i];
      }
    });
    const scores = names.scores;
    for (let i = 0; i < size; i++) if (shares[i] > 0 && (scores[i] > 0 || shares[i] >= best * leastShare)) scores[i] += sums[i] * shares[i];
    return { scores, missed };
  }

  /** Words of the index that may be meant by `typed`, the most similar first. */
  async #corrections(typed) {
    const words = (await this.#file(`w${this.manifest.corrections}.txt`, 'text')).split('\n');
    return words.filter((word) => isOneSlipFrom(typed, word)).sort((a, b) => Math.abs(a.length - typed.length) - Math.abs(b.length - typed.length)).slice(0, 3);
  }

  /**
   * { hits: the best first, at most `limit`, total: how many there are, corrected? }. `corrected`: the word that was looked
   * for in place of one that nothing has, and the query with it.
   */
  async search(query, limit) {
    const { scores, missed } = await this.#ranked(query);
    let corrected;
    for (const typed of missed.slice(0, 1)) {
      for (const word of await this.#corrections(typed)) {
        const instead = runsOf(query).map((run) => (run === typed ? word : run)).join(' ');
        corrected ??= { typed, word, query: instead };
        (await this.#ranked(instead)).scores.forEach((score, i) => (scores[i] = Math.max(scores[i], score / 2)));
      }
    }
    const hits = [];
    let total = 0;
    scores.forEach((score, document) => {
      if (!score) return;
      total++;
      if (hits.length === limit && score <= hits[limit - 1].score) return;
      let at = hits.length;
      while (at > 0 && hits[at - 1].score < score) at--;
      hits.splice(at, 0, { document, score });
      hits.length = Math.min(hits.length, limit);
    });
    return { hits, total, corrected };
  }

  /** [url, kind, title, English name, short text] */
  async record(document) {
    const size = this.manifest.records_per_file;
    return (await this.#file(`r${this.manifest.records[Math.floor(document / size)]}.json`, 'json'))[document % size];
  }

  /** The page's plain text, a block a line. */
  async text(document) {
    const i = lastNotAfter(this.#firstOfText, document);
    return (await this.#file(`x${this.manifest.texts[i]}.json`, 'json'))[document - this.#firstOfText[i]];
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
