// Comparisons in the browser: the picker with and without JavaScript, accessible, whole on a phone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { desktop, open, phone, stage } from './support.mjs';

const here = stage();

async function pick(url, a, b, options = {}) {
  const page = await open(here.browser, here.server.origin + url, { ...desktop, ...options });
  try {
    await page.selectOption('form.picker [name=a]', a);
    await page.selectOption('form.picker [name=b]', b);
    await Promise.all([page.waitForNavigation(), page.click('form.picker button')]);
    await page.waitForLoadState('load');
    return { path: new URL(page.url()).pathname, hash: new URL(page.url()).hash, title: await page.title(), problems: page.problems };
  } finally {
    await page.context().close();
  }
}

test('the picker leads to the page of the pair, whatever the order', async () => {
  for (const [a, b] of [['mi300x', 'h100-sxm'], ['h100-sxm', 'mi300x']]) {
    const { path, problems } = await pick('/zh/compare/', a, b);
    assert.equal(path, '/zh/compare/h100-sxm-vs-mi300x/');
    assert.deepEqual(problems, []);
  }
});

test('a pair that an author wrote about opens under its own address', async () => {
  const page = await open(here.browser, here.server.origin + '/en/compare/?a=h200-sxm&b=h100-sxm');
  await page.waitForURL('**/en/compare/h100-vs-h200/');
  await page.context().close();
});

test('without JavaScript the picker leads to the list of all GPUs, and from there to every pair', async () => {
  const { path, hash } = await pick('/zh/compare/', 'b200', 'a10', { javaScriptEnabled: false });
  assert.deepEqual([path, hash], ['/zh/compare/', '#one']);
  const context = await here.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(here.server.origin + '/zh/compare/#one');
  await page.click('dl.vendors a[href="/zh/gpus/b200/#compare"]');
  await page.click('dl.vendors a[href="/zh/compare/a10-vs-b200/"]');
  assert.match(await page.title(), /A10 对比 B200/);
  assert.ok(await page.locator('table.compared tbody tr').count() > 10);
  await context.close();
});

test('a picker on a GPU page begins with that GPU', async () => {
  const page = await open(here.browser, here.server.origin + '/en/gpus/mi355x/');
  assert.equal(await page.inputValue('form.picker [name=a]'), 'mi355x');
  assert.notEqual(await page.inputValue('form.picker [name=b]'), 'mi355x');
  await page.context().close();
});

test('on a phone nothing sticks out of the page', async () => {
  for (const url of ['/zh/compare/h100-vs-h200/', '/en/compare/h100-sxm-vs-mi300x/', '/zh/compare/nvlink-vs-pcie/', '/zh/compare/']) {
    const page = await open(here.browser, here.server.origin + url, phone);
    const [content, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
    await page.context().close();
    assert.ok(content <= screen, `${url} is ${content} px wide on a screen of ${screen} px`);
  }
});
