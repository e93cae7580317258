// What search box and search page share: a query -> the pages to show, and one of them as an element.
import { openIndex } from './search_index.js';
import { excerpt, pieces } from './search_marks.js';

// With fewer hits than this, the pages of the other languages are shown too.
const few = 3;
const excerptSize = { zh: 64, en: 130 };

const addressOf = (form) => new URL('index.json', form.action).pathname;
const tail = (url) => url.replace(/^\/[^/]+\//, '');

/** { index, items, total, corrected }: items are { index, document, record, foreign }, of this language first, at most `limit`. */
export async function find(form, query, limit) {
  const index = await openIndex(addressOf(form));
  const { hits, total, corrected } = await index.search(query, limit);
  const items = await Promise.all(hits.map(async ({ document }) => ({ index, document, record: await index.record(document) })));
  if (items.length < few && query.trim())
    for (const address of index.others) {
      const other = await openIndex(address);
      const seen = new Set(items.map(({ record }) => tail(record[0])));
      for (const { document } of (await other.search(query, limit - items.length)).hits) {
        const record = await other.record(document);
        if (!seen.has(tail(record[0]))) items.push({ index: other, document, record, foreign: address.split('/')[1] });
      }
    }
  return { index, items, corrected, total: Math.max(total, items.length) };
}

export function element(tag, className, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

const marked = (text, query) => pieces(text, query).map((piece, i) => (i % 2 ? element('mark', '', piece) : piece));

/** Fills `link` with an item: its type, its title, the line that was hit. */
export async function fill(link, { index, document: number, record: [url, kind, title, english, short], foreign }, query) {
  link.href = url;
  if (foreign) link.lang = link.hreflang = foreign;
  const name = element('strong', '', ...marked(title, query));
  const also = english && element('span', 'also', ...marked(english, query));
  if (also) also.lang = 'en';
  const line = element('span', 'line', short);
  link.replaceChildren(element('span', 'badge', index.say('kind.' + kind)), ' ', name, ...(also ? [' ', also] : []), line);
  let text = short;
  if (pieces(short, query).length === 1 && pieces(title, query).length === 1) {
    const language = foreign ?? document.documentElement.lang.slice(0, 2);
    text = excerpt(await index.text(number), query, excerptSize[language] ?? excerptSize.en) || short;
  }
  line.replaceChildren(...marked(text, query));
}
