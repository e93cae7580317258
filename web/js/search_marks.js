// Where a query stands in a text: what to mark, and which part of a long text to show.
import { folded, isHan, runsOf } from './search_terms.js';

/** The text folded character by character, and for each folded character the one it comes from. */
function foldedWithPlaces(text) {
  let plain = '';
  const places = [];
  let at = 0;
  for (const character of text) {
    const part = folded(character);
    for (let i = 0; i < part.length; i++) places.push(at);
    plain += part;
    at += character.length;
  }
  return { plain, places };
}

const isLetter = (character) => character !== undefined && /[\p{L}\p{N}]/u.test(character) && !isHan(character);

/** Parts of a folded text that the query has: [begin, end] in order, none touching another. */
function hitsIn(plain, query) {
  const marked = new Uint8Array(plain.length);
  for (const run of runsOf(query)) {
    const pairs = isHan(run) && run.length > 2 ? [...run].slice(1).map((_, i) => run.slice(i, i + 2)) : [run];
    for (const part of pairs)
      for (let at = plain.indexOf(part); at >= 0; at = plain.indexOf(part, at + 1))
        if (isHan(part) || !isLetter(plain[at - 1])) marked.fill(1, at, at + part.length);
  }
  const hits = [];
  for (let i = 0; i < plain.length; i++) {
    if (!marked[i]) continue;
    const begin = i;
    while (marked[i + 1]) i++;
    hits.push([begin, i + 1]);
  }
  return hits;
}

/** The text in pieces, every second one a hit: ["显存", "带宽", ""]. One piece: nothing is hit. */
export function pieces(text, query) {
  const { plain, places } = foldedWithPlaces(text);
  const place = (i) => places[i] ?? text.length;
  const result = [];
  let at = 0;
  for (const [begin, end] of hitsIn(plain, query)) {
    result.push(text.slice(at, place(begin)), text.slice(place(begin), place(end)));
    at = place(end);
  }
  return [...result, text.slice(at)];
}

/** About `size` characters of the line that has most of the query, cut where the reader sees it (…). */
export function excerpt(text, query, size) {
  let best = '', bestHits = [], most = 0;
  for (const line of text.split('\n')) {
    const hits = hitsIn(folded(line), query);
    const length = hits.reduce((sum, [begin, end]) => sum + end - begin, 0);
    if (length > most) [best, bestHits, most] = [line, hits, length];
  }
  if (best.length <= size) return best;
  const hit = foldedWithPlaces(best).places[bestHits[0][0]];
  const begin = Math.max(0, Math.min(hit - Math.floor(size / 4), best.length - size));
  return (begin > 0 ? '…' : '') + best.slice(begin, begin + size).trim() + (begin + size < best.length ? '…' : '');
}
