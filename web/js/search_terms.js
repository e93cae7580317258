// Text -> the terms it is found by: what site/search/search_terms.cpp does when the index is made, rule for rule. Both are
// tested on tests/site/fixtures/search_terms.json.

const han = '\\u3005-\\u3007\\u3041-\\u30fa\\u30fc-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3\\uf900-\\ufaff\\u{20000}-\\u{3ffff}';
const letter = `(?![${han}])[\\p{L}\\p{N}]`;
const runs = new RegExp(`[${han}]+|${letter}(?:${letter}|(?<=[0-9])\\.(?=[0-9]))*`, 'gu');
const hanStart = new RegExp(`^[${han}]`, 'u');
const notKey = new RegExp(`[^${han}\\p{L}\\p{N}]`, 'gu');

const alreadyFolded = /^[\u4e00-\u9fff\x00-\x40\x5b-\x7f]*$/;

/** As both sides compare texts. ℠ and ™ separate; NFKC would spell them out. */
export const folded = (text) => alreadyFolded.test(text) ? text
  : text.replace(/[\u2120\u2122]/g, ' ').normalize('NFKC').toLowerCase().normalize('NFD').replace(/\p{Mn}/gu, '').normalize('NFC');

export const isHan = (text) => hanStart.test(text);

/** The runs of a text that hold terms: "HBM 带宽" -> ["hbm", "带宽"]. */
export const runsOf = (text) => folded(text).match(runs) ?? [];

/** Overlapping pairs of a run of Han, and its last character; any other run is one term. */
export function termsOfRun(run) {
  if (!isHan(run)) return [run];
  const all = [...run];
  return all.map((character, i) => character + (all[i + 1] ?? ''));
}

export const termsOf = (text) => runsOf(text).flatMap(termsOfRun);

/** A name as one key: its letters and digits. */
export const nameKey = (name) => folded(name).replace(notKey, '');
