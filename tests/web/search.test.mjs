// Searching in Chromium: what is found and in which order, the box as one types, the results page, and without a network.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { desktop, gloss, launch, open, phone, root, serve } from './support.mjs';

let browser, server, cases, folder;

/** A site of these files, built and served. */
async function small(files) {
  folder = mkdtempSync(join(tmpdir(), 'gloss-search-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const assets = ['--assets', join(root, 'assets')];
  execFileSync(gloss, ['build', '--content', join(folder, 'content'), '--out', join(folder, 'dist'), ...assets], { cwd: root, stdio: 'pipe' });
  return serve(join(folder, 'dist'));
}

before(async () => {
  const all = JSON.parse(readFileSync(join(root, 'tests/site/fixtures/site_cases.json'), 'utf8'));
  const c23 = (all.cases ?? all).find(({ id }) => id === 'C23-search-substring-chinese');
  [browser, server, cases] = await Promise.all([launch(), serve(), small(c23.input_files)]);
});
after(async () => {
  await browser.close();
  server.close();
  cases.close();
  rmSync(folder, { recursive: true });
});

async function on(url, body, options = desktop, { quiet = true } = {}) {
  const page = await open(browser, url.startsWith('http') ? url : server.origin + url, options);
  try {
    await body(page);
    if (quiet) assert.deepEqual(page.problems, []);
  } finally {
    await page.context().close();
  }
}

/** [{ url, kind, score }] of one language's index, asked in the page without its box. */
const ask = (page, query, language = 'zh') => page.evaluate(async ([words, manifest]) => {
  const module = new URL('search_index.js', document.querySelector('script[src$="/main.js"]').src);
  const { openIndex } = await import(module.href);
  const index = await openIndex(manifest);
  const { hits } = await index.search(words, 20);
  return Promise.all(hits.map(async ({ document: number, score }) => {
    const [url, kind] = await index.record(number);
    return { url, kind, score };
  }));
}, [query, `/${language}/search/index.json`]);
const idsOf = (hits) => hits.map(({ url }) => url.split('/').at(-2));

describe('C23: parts of Chinese words', () => {
  test('are found, by the same pairs in pages and queries', async () => {
    await on(cases.origin + '/zh/search/', async (page) => {
      for (const query of ['显存带宽', '存带', '带宽', 'hbm带宽', 'HBM 带宽', '瓶颈']) {
        const ids = idsOf(await ask(page, query));
        assert.equal(ids[0], 'membw', query);
        assert.ok(!ids.includes('kv'), `${query}: ${ids}`);
      }
    });
  });
  test('with a wrong last character too, but lower', async () => {
    await on(cases.origin + '/zh/search/', async (page) => {
      const [right] = await ask(page, '显存带宽');
      const [wrong] = await ask(page, '显存带寛');
      assert.equal(wrong?.url, right.url);
      assert.ok(wrong.score < right.score, `${wrong.score} ${right.score}`);
    });
  });
  test('title and alias hits rank above body hits', async () => {
    await on(cases.origin + '/zh/search/', async (page) => {
      const score = async (query) => (await ask(page, query))[0].score;
      for (const name of ['显存带宽', 'HBM 带宽', '带宽']) assert.ok(await score(name) > await score('瓶颈'), name);
    });
  });
});

test('what was read once is found again without a network', async () => {
  await on('/zh/gpus/', async (page) => {
    await box(page).fill('nvlink');
    await options(page).first().waitFor();
    await page.goto(server.origin + '/zh/models/'); // A new page: nothing is left but the browser's cache.
    await page.context().setOffline(true);
    await box(page).fill('nvlink');
    await options(page).first().waitFor();
    assert.match(await options(page).first().innerText(), /NVLink/);
  }, desktop, { quiet: false });
});

describe('what is found in the real site', () => {
  test('by pinyin, initials, beginnings, other width, typing mistakes', async () => {
    await on('/zh/search/', async (page) => {
      for (const [query, id, among] of [['xianc', 'vram', 3], ['xc', 'vram', 3], ['显存', 'vram', 1], ['nvlink', 'nvlink', 1], ['NVLimk', 'nvlink', 3], ['ＮＶＬＩＮＫ', 'nvlink', 1],
        ['kv cache', 'kv-cache', 1], ['kvcache', 'kv-cache', 1], ['KV 缓', 'kv-cache', 1], ['h200', 'h200-sxm', 2], ['llama 3.3', 'llama-3.3-70b', 2], ['张量并行', 'tensor-parallelism', 2]]) {
        const ids = idsOf((await ask(page, query)).slice(0, among));
        assert.ok(ids.includes(id), `${query}: ${ids}`);
      }
    });
  });
  test('terms, GPUs, models, calculators', async () => {
    await on('/zh/search/', async (page) => {
      const kinds = new Set();
      for (const query of ['显存', 'H100', 'llama', '计算器', '吞吐']) for (const { kind } of await ask(page, query)) kinds.add(kind);
      for (const kind of ['term', 'gpu', 'model', 'calculator']) assert.ok(kinds.has(kind), `${kind} of ${[...kinds]}`);
    });
  });
});

const box = (page) => page.locator('.find input');
const options = (page) => page.locator('.found a[role=option]');

describe('the search box', () => {
  test('is reached with /, lists results as one types, leads there with arrow and Enter', async () => {
    await on('/zh/gpus/', async (page) => {
      await page.keyboard.press('/');
      assert.ok(await box(page).evaluate((element) => element === document.activeElement));
      assert.equal(await box(page).inputValue(), '');
      await page.keyboard.type('nvlink');
      await options(page).first().waitFor();
      assert.equal(await box(page).getAttribute('aria-expanded'), 'true');
      assert.equal(await box(page).getAttribute('aria-activedescendant'), null);
      await page.keyboard.press('ArrowDown');
      const active = await box(page).getAttribute('aria-activedescendant');
      assert.equal(await page.locator(`[id="${active}"]`).getAttribute('aria-selected'), 'true');
      assert.match(await options(page).first().innerText(), /术语[^]*NVLink/);
      await page.keyboard.press('Enter');
      await page.waitForURL('**/zh/glossary/nvlink/');
    });
  });
  test('Escape closes the list, then empties the box; Enter without a choice leads to the results page', async () => {
    await on('/zh/gpus/', async (page) => {
      await box(page).fill('带宽');
      await options(page).first().waitFor();
      await page.keyboard.press('Escape');
      assert.equal(await options(page).first().isVisible(), false);
      assert.equal(await box(page).getAttribute('aria-expanded'), 'false');
      assert.equal(await box(page).inputValue(), '带宽');
      await page.keyboard.press('Escape');
      assert.equal(await box(page).inputValue(), '');
      await box(page).fill('带宽');
      await options(page).first().waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.pathname === '/zh/search/' && url.searchParams.get('q') === '带宽');
      await page.locator('#results mark', { hasText: '带宽' }).first().waitFor();
      assert.equal(await box(page).inputValue(), '带宽');
    });
  });
  test('/ is a letter for those who type', async () => {
    await on('/zh/search/', async (page) => {
      await box(page).fill('');
      await page.keyboard.type('a/b');
      assert.equal(await box(page).inputValue(), 'a/b');
    });
  });
  test('works by touch on a phone, inside of the screen', async () => {
    await on('/zh/glossary/', async (page) => {
      await box(page).tap();
      await page.keyboard.type('xianc');
      await options(page).first().waitFor();
      const list = await page.locator('.found').boundingBox();
      assert.ok(list.x >= 0 && list.x + list.width <= 390 && list.width > 320, JSON.stringify(list));
      await options(page).first().tap();
      await page.waitForURL('**/zh/glossary/**');
    }, phone);
  });
  test('moves nothing on the page', async () => {
    await on('/zh/glossary/', async (page) => {
      const height = () => page.evaluate(() => document.documentElement.scrollHeight);
      const before = await height();
      await box(page).fill('带宽');
      await options(page).first().waitFor();
      assert.equal(await height(), before);
    });
  });
  test('says that nothing was found, and that the index cannot be fetched', async () => {
    await on('/zh/gpus/', async (page) => {
      await box(page).fill('龘龘龘龘');
      await page.locator('.found .hint').waitFor();
      assert.match(await page.locator('.found').innerText(), /没有找到/);
    });
    await on('/zh/gpus/', async (page) => {
      await page.route('**/search/index.json', (route) => route.abort());
      await box(page).fill('带宽');
      await page.locator('.found .hint', { hasText: '网络' }).waitFor();
    }, desktop, { quiet: false });
  });
  test('a page of another language is shown when the page\'s own has nothing, and said to be so', async () => {
    await on('/en/gpus/', async (page) => {
      await box(page).fill('张量并行');
      await page.locator('.found a[lang=zh]').first().waitFor();
    });
  });
});

describe('the results page', () => {
  test('without JavaScript leads to the lists', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(server.origin + '/zh/glossary/');
    await page.locator('.find input').fill('显存');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/zh/search/?q=*');
    assert.ok(await page.locator('.by-hand a[href="/zh/glossary/"]').isVisible());
    await context.close();
  });
  test('shows more when asked, each with its type', async () => {
    await on('/zh/search/?q=显存', async (page) => {
      await page.locator('#results a').first().waitFor();
      const first = await page.locator('#results li').count();
      assert.equal(first, 20);
      assert.equal(await page.locator('#results .badge').count(), first);
      await page.locator('.more').click();
      await page.waitForFunction((n) => document.querySelectorAll('#results li').length > n, first);
    });
  });
  test('a hit in the text shows the line that has it', async () => {
    await on(cases.origin + '/zh/search/?q=瓶颈', async (page) => {
      await page.locator('#results .line mark', { hasText: '瓶颈' }).waitFor();
    });
  });
});

test('a query of the real site reads less than 100 kB', async (t) => {
  await on('/zh/gpus/', async (page) => {
    const bodies = [];
    page.on('response', (response) => /\/search\//.test(response.url()) && bodies.push(response.body()));
    await box(page).fill('显存带宽');
    await options(page).first().waitFor();
    await page.waitForLoadState('networkidle');
    const bytes = (await Promise.all(bodies)).reduce((sum, body) => sum + body.length, 0);
    t.diagnostic(`${bytes} bytes, uncompressed`);
    assert.ok(bytes > 1000 && bytes < 100000, `${bytes}`);
  });
});
