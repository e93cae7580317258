// What pages and feeds say to machines: JSON-LD, Open Graph, canonical addresses, languages, the sitemap, Atom feeds, Markdown
// twins, each by its own rules, on every page.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isRedirect, pages, read, site, stage } from './support.mjs';

const decode = (text) => text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
const tags = (head, name) => [...head.matchAll(new RegExp(`<${name}\\s([^>]*)>`, 'g'))].map(([, text]) =>
  Object.fromEntries([...text.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)].map(([, key, value]) => [key, decode(value ?? '')])));

/** Every page that is no redirect, with what its head says. */
const documents = pages().map((path) => ({ path, html: read(path) })).filter(({ html }) => !isRedirect(html)).map(({ path, html }) => {
  const head = html.slice(0, html.indexOf('</head>'));
  const links = tags(head, 'link');
  const metas = tags(head, 'meta');
  return {
    path, html, links,
    of: (key) => metas.filter((meta) => meta.property === key || meta.name === key).map((meta) => meta.content),
    canonical: links.filter(({ rel }) => rel === 'canonical').map(({ href }) => href),
    alternates: links.filter(({ rel, hreflang }) => rel === 'alternate' && hreflang),
    data: [...head.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, text]) => JSON.parse(text)),
    indexed: !metas.some((meta) => meta.name === 'robots' && /noindex/.test(meta.content)),
  };
});
const origin = new URL(documents.find(({ path }) => path === 'index.html').canonical[0]).origin;
const fileOf = (address) => {
  const { pathname } = new URL(address);
  return decodeURIComponent(pathname).slice(1) + (pathname.endsWith('/') ? 'index.html' : '');
};
const own = (path) => `${origin}/${path.replace(/(^|\/)index\.html$/, '$1')}`;
const isOurs = (address) => typeof address === 'string' && address.startsWith(`${origin}/`) && existsSync(join(site, fileOf(address)));

/** Collects what is wrong, so that one run shows all of it. */
function findings(look) {
  const wrong = [];
  for (const page of documents) look(page, (what) => wrong.push(`${page.path}: ${what}`));
  assert.deepEqual(wrong.slice(0, 20), [], `${wrong.length} in all`);
}

test('each page has one canonical address: its own, or of the page it is a copy of', () => {
  assert.ok(documents.length > 200);
  const copies = { 'index.html': 1, '404.html': 1 };
  findings(({ path, canonical }, say) => {
    if (canonical.length !== 1) say(`${canonical.length} canonical links`);
    else if (!canonical[0].startsWith(`${origin}/`)) say(`${canonical[0]} is not of this site`);
    else if (canonical[0] !== own(path) && !copies[path] && !path.startsWith('embed/')) say(`canonical is ${canonical[0]}`);
  });
});

test('languages name each other, themselves and one default, and only what exists', () => {
  const by = new Map(documents.map((page) => [own(page.path), page]));
  findings(({ path, alternates }, say) => {
    if (alternates.length === 0 || path === 'index.html' || path === '404.html') return;
    const languages = alternates.filter(({ hreflang }) => hreflang !== 'x-default');
    if (!languages.some(({ href }) => href === own(path))) say('does not name itself');
    if (alternates.length - languages.length !== 1) say('has no x-default, or several');
    if (new Set(languages.map(({ hreflang }) => hreflang)).size !== languages.length) say('names a language twice');
    for (const { href, hreflang } of alternates) {
      const other = by.get(href);
      if (!other) say(`${href} is not there`);
      else if (!other.alternates.some((back) => back.href === own(path))) say(`${href} does not lead back`);
      else if (hreflang !== 'x-default' && !other.html.match(/<html lang="([^"]*)"/)[1].startsWith(hreflang)) say(`${href} is not ${hreflang}`);
    }
  });
});

test('Open Graph: title, type, address, picture, and what more is said is right', () => {
  findings(({ path, of, canonical, html }, say) => {
    if (path.startsWith('embed/')) return;
    for (const key of ['og:title', 'og:type', 'og:url', 'og:image', 'og:site_name', 'og:locale']) if (of(key).length !== 1 || !of(key)[0]) say(`${key}: ${of(key)}`);
    if (of('og:url')[0] !== canonical[0]) say(`og:url is ${of('og:url')[0]}`);
    if (!['article', 'website'].includes(of('og:type')[0])) say(`og:type is ${of('og:type')[0]}`);
    if (!/^[a-z]{2}(_[A-Z]{2})?$/.test(of('og:locale')[0])) say(`og:locale is ${of('og:locale')[0]}`);
    if (of('og:locale:alternate').includes(of('og:locale')[0])) say('is an alternate of itself');
    if (!isOurs(of('og:image')[0]) || !/\.(png|jpg|jpeg|webp)$/.test(of('og:image')[0])) say(`og:image is ${of('og:image')[0]}`);
    const title = decode(html.match(/<title>([^<]*)<\/title>/)[1]);
    if (!title.startsWith(of('og:title')[0].split(' (')[0])) say(`og:title ${of('og:title')[0]} of the page ${title}`);
    if (of('description').length > 1 || of('description')[0] === '') say('description is empty or there twice');
  });
});

const required = {
  WebSite: ['name', 'url', 'inLanguage', 'potentialAction'],
  DefinedTermSet: ['@id', 'name', 'inLanguage'],
  DefinedTerm: ['@id', 'name', 'description', 'url', 'inLanguage', 'inDefinedTermSet'],
  BreadcrumbList: ['itemListElement'],
  WebApplication: ['name', 'description', 'url', 'applicationCategory', 'operatingSystem'],
  TechArticle: ['headline', 'inLanguage'],
};

test('JSON-LD: known types with what they need; crumbs as the page shows them', () => {
  const seen = new Set();
  findings(({ path, html, data, canonical }, say) => {
    for (const object of data) {
      if (object['@context'] !== 'https://schema.org') say(`@context ${object['@context']}`);
      const needs = required[object['@type']];
      if (!needs) { say(`type ${object['@type']}`); continue; }
      seen.add(object['@type']);
      for (const key of needs) if (object[key] === undefined || object[key] === '') say(`${object['@type']} without ${key}`);
      if (object.url && object.url !== canonical[0]) say(`url is ${object.url}`);
      if (object.dateModified && !/^\d{4}-\d\d-\d\d$/.test(object.dateModified)) say(`dateModified is ${object.dateModified}`);
      if (object['@type'] === 'DefinedTerm') {
        const set = object.inDefinedTermSet['@id'] ?? object.inDefinedTermSet;
        if (!isOurs(set)) say(`its set is ${set}`);
      }
      if (object['@type'] === 'BreadcrumbList') {
        const items = object.itemListElement;
        if (items.length < 2 || items.some((item, i) => item.position !== i + 1 || !item.name || !isOurs(item.item))) say('crumbs are not in order');
        if (items.at(-1).item !== canonical[0]) say(`the last crumb is ${items.at(-1).item}`);
        const shown = [...(html.match(/<nav class="crumbs".*?<\/nav>/s)?.[0] ?? '').matchAll(/<(?:a|span)[^>]*>([^<]*)<\/(?:a|span)>/g)].map(([, text]) => decode(text));
        if (shown.join('>') !== items.map(({ name }) => name).join('>')) say(`crumbs ${items.map(({ name }) => name)} but shown ${shown}`);
      }
    }
    if (html.includes('<nav class="crumbs"') && !data.some((object) => object['@type'] === 'BreadcrumbList')) say('shows crumbs without BreadcrumbList');
    if (/^[a-z-]+\/glossary\/[^/]+\/index\.html$/.test(path) && !/\/pinyin\//.test(path) && !data.some((object) => object['@type'] === 'DefinedTerm')) say('no DefinedTerm');
  });
  for (const type of ['WebSite', 'DefinedTermSet', 'DefinedTerm', 'BreadcrumbList', 'WebApplication']) assert.ok(seen.has(type), type);
});

const here = stage();

/** A file as an XML parser reads it: [name, attributes, text] of each element. */
async function xml(path) {
  const page = await here.browser.newPage();
  try {
    return await page.evaluate((text) => {
      const parsed = new DOMParser().parseFromString(text, 'application/xml');
      const error = parsed.querySelector('parsererror');
      if (error) throw new Error(error.textContent);
      const tree = (element) => ({
        name: element.localName, namespace: element.namespaceURI, text: element.children.length ? '' : element.textContent,
        attributes: Object.fromEntries([...element.attributes].map((a) => [a.name, a.value])), children: [...element.children].map(tree),
      });
      return tree(parsed.documentElement);
    }, read(path));
  } finally {
    await page.close();
  }
}
const children = (element, name) => element.children.filter((child) => child.name === name);
const text = (element, name) => children(element, name)[0]?.text;

test('the sitemap lists every page that may be indexed, once, and nothing else', async () => {
  const urlset = await xml('sitemap.xml');
  assert.equal(urlset.namespace, 'http://www.sitemaps.org/schemas/sitemap/0.9');
  assert.ok(urlset.children.length <= 50000);
  const listed = urlset.children.map((url) => text(url, 'loc'));
  const indexed = documents.filter(({ path, indexed, canonical }) => indexed && canonical[0] === own(path)).map(({ path }) => own(path));
  assert.deepEqual(listed.toSorted(), indexed.toSorted());
  for (const url of urlset.children) {
    const lastmod = text(url, 'lastmod');
    assert.ok(lastmod === undefined || /^\d{4}-\d\d-\d\d$/.test(lastmod), `${text(url, 'loc')} ${lastmod}`);
    const others = children(url, 'link');
    if (others.length === 0) continue;
    assert.ok(others.some(({ attributes }) => attributes.href === text(url, 'loc')), `${text(url, 'loc')} does not name itself`);
    for (const { attributes, namespace } of others) {
      assert.equal(namespace, 'http://www.w3.org/1999/xhtml');
      assert.equal(attributes.rel, 'alternate');
      assert.ok(listed.includes(attributes.href), attributes.href);
    }
  }
  assert.match(read('robots.txt'), new RegExp(`^Sitemap: ${origin}/sitemap.xml$`, 'm'));
});

for (const language of ['zh', 'en'])
  test(`the Atom feed of ${language} keeps RFC 4287`, async () => {
    const feed = await xml(`${language}/feed.xml`);
    assert.equal(feed.name, 'feed');
    assert.equal(feed.namespace, 'http://www.w3.org/2005/Atom');
    const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
    for (const name of ['id', 'title', 'updated']) assert.equal(children(feed, name).length, 1, name);
    assert.ok(text(children(feed, 'author')[0], 'name'));
    assert.equal(children(feed, 'link').find(({ attributes }) => attributes.rel === 'self').attributes.href, `${origin}/${language}/feed.xml`);
    const entries = children(feed, 'entry');
    assert.ok(entries.length > 0);
    assert.equal(new Set(entries.map((entry) => text(entry, 'id'))).size, entries.length, 'an id twice');
    for (const entry of entries) {
      for (const name of ['id', 'title', 'updated']) assert.equal(children(entry, name).length, 1, name);
      assert.match(text(entry, 'updated'), instant);
      assert.ok(isOurs(text(entry, 'id')), text(entry, 'id'));
      assert.ok(children(entry, 'link').some(({ attributes }) => isOurs(attributes.href)));
    }
    assert.equal(text(feed, 'updated'), entries.map((entry) => text(entry, 'updated')).sort().at(-1));
  });

test('Markdown twins: every link of theirs leads somewhere, every footnote is there', () => {
  const wrong = [];
  let checked = 0;
  for (const { path, links } of documents) {
    const twin = links.find(({ type }) => type === 'text/markdown')?.href;
    if (!twin) continue;
    const markdown = read(twin.slice(1)).replace(/^---\n.*?\n---\n/s, '').replace(/(`{3,})[^\n]*\n.*?\n\1/gs, '').replace(/(`+)[^`].*?\1/g, '');
    for (const [, target] of markdown.matchAll(/\]\((\/[^)\s]*)\)/g)) {
      checked++;
      if (!existsSync(join(site, fileOf(origin + target)))) wrong.push(`${path}: ${target}`);
    }
    const noted = new Set([...markdown.matchAll(/^\[\^([^\]]+)\]: /gm)].map(([, id]) => id));
    for (const [, id] of markdown.matchAll(/(?<!\\)\[\^([^\]]+)\](?!:)/g)) if (!noted.has(id)) wrong.push(`${path}: no footnote ${id}`);
  }
  assert.ok(checked > 1000, `${checked} links`);
  assert.deepEqual(wrong.slice(0, 20), [], `${wrong.length} in all`);
});
