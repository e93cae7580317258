// The overviews of GPUs, models, formats and links: sorted and filtered in place, whole without JavaScript.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { read, root, stage } from './support.mjs';

const here = stage();

const on = (url, body) => here.visit(url, async (page) => {
  await page.locator('.sift').waitFor();
  await body(page);
});

const tables = { gpus: 'accelerators', models: 'models', formats: 'formats', links: 'links' };
const rowsOf = (table) => JSON.parse(readFileSync(join(root, 'content/data', table + '.json'), 'utf8'))[table];
const names = (page) => page.locator('.overview tbody tr:not(.group):visible th').allInnerTexts();
const heading = (page, column) => page.locator(`.overview th[data-column=${column}]`);
/** The visible figures of a column, by the place of its heading's text in the first data row. */
const column = (page, index) => page.locator(`.overview tbody tr:not(.group):visible td:nth-of-type(${index})`).allInnerTexts();
const address = (page) => page.evaluate(() => location.search);
const number = (text) => parseFloat(text.replaceAll(',', ''));

for (const language of ['zh', 'en'])
  for (const [section, table] of Object.entries(tables))
    test(`${language} ${section}: every row of the catalog, each with a source, without JavaScript`, () => {
      const html = read(`${language}/${section}/index.html`);
      const body = html.slice(html.indexOf('<tbody'), html.lastIndexOf('</tbody>'));
      const rows = body.split('<tr id="').slice(1);
      assert.deepEqual(rows.map((row) => row.slice(0, row.indexOf('"'))).sort(), rowsOf(table).map(({ id }) => id).sort());
      for (const row of rows) assert.match(row, /<td class="cite"><a href="#source-/, row.slice(0, 60));
      for (const [, anchor] of body.matchAll(/href="#([^"]+)"/g)) assert.ok(html.includes(`id="${anchor}"`), anchor);
    });

describe('sorting', () => {
  test('by a figure: the largest first, then the smallest, then the groups again; what is absent stands last', async () => {
    await on('/zh/gpus/', async (page) => {
      const before = await names(page);
      const button = heading(page, 'bandwidth').locator('button');
      await button.click();
      assert.equal(await heading(page, 'bandwidth').getAttribute('aria-sort'), 'descending');
      const down = await column(page, 3);
      const figures = down.map(number).filter((value) => !Number.isNaN(value));
      assert.deepEqual(figures, [...figures].sort((a, b) => b - a));
      assert.ok(figures.length > 40 && down.slice(figures.length).every((text) => text === '–'), `${down}`);
      assert.equal(await page.locator('.overview .group:visible').count(), 0);
      assert.match(await address(page), /sort=-bandwidth/);
      await button.click();
      assert.equal(await heading(page, 'bandwidth').getAttribute('aria-sort'), 'ascending');
      const up = (await column(page, 3)).map(number).filter((value) => !Number.isNaN(value));
      assert.deepEqual(up, [...up].sort((a, b) => a - b));
      await button.click();
      assert.deepEqual(await names(page), before);
      assert.equal(await heading(page, 'bandwidth').getAttribute('aria-sort'), null);
      assert.ok(!(await address(page)).includes('sort'));
    });
  });
  test('a column of the second heading row sorts its own figures', async () => {
    await on('/en/gpus/?sort=-both_directions', async (page) => {
      const place = await page.evaluate(() => [...document.querySelectorAll('.overview #h100-sxm td')].map((cell) => cell.textContent));
      assert.ok(place.includes('900'), `${place}`);
      const figures = (await column(page, place.indexOf('900') + 1)).map(number).filter((value) => !Number.isNaN(value));
      assert.deepEqual(figures, [...figures].sort((a, b) => b - a));
      assert.ok(figures[0] >= 1800);
    });
  });
  test('by name, with the numbers in it as numbers', async () => {
    await on('/en/links/', async (page) => {
      await heading(page, 'name').locator('button').click();
      const all = await names(page);
      assert.deepEqual(all, [...all].sort(new Intl.Collator('en', { numeric: true }).compare));
    });
  });
});

describe('filtering', () => {
  test('by words, also of aliases, and by group; says how many are left; is in the address', async () => {
    await on('/zh/gpus/', async (page) => {
      const all = (await names(page)).length;
      await page.locator('#filter').fill('ｈ100');
      const some = await names(page);
      assert.ok(some.length >= 3 && some.length < 10, `${some}`);
      assert.match(await page.locator('.sift [role=status]').innerText(), new RegExp(`${some.length}.*${all}`));
      assert.match(await address(page), /q=/);
      await page.locator('#filter').fill('');
      await page.locator('#group').selectOption('AMD');
      const amd = await names(page);
      assert.ok(amd.length > 3 && amd.every((name) => /MI|Radeon/.test(name)), `${amd}`);
      assert.equal(await page.locator('.overview .group:visible').count(), 1);
    });
    await on('/zh/models/?q=llama&sort=parameters', async (page) => {
      assert.equal(await page.locator('#filter').inputValue(), 'llama');
      const shown = await names(page);
      assert.ok(shown.length > 3 && shown.every((name) => /llama/i.test(name)), `${shown}`);
    });
  });
});

test('lines of a table begin where the text above it does', async () => {
  await on('/zh/gpus/', async (page) => {
    const [text, line] = await page.evaluate(() => [document.querySelector('h1'), document.querySelector('.overview')].map((element) => element.getBoundingClientRect().left));
    assert.equal(text, line);
  });
});

test('a GPU page folds the models that few ask for, and keeps them all', async () => {
  const html = read('zh/gpus/h100-sxm/index.html');
  const [shown, folded] = html.split('<details class="more-fits">');
  const count = (text) => (text.match(/<th scope="row"><a href="\/zh\/models\//g) ?? []).length;
  assert.equal(count(shown) + count(folded), rowsOf('models').length);
  assert.ok(count(shown) <= 12, `${count(shown)}`);
});
