// Reading pages in Chromium: the cards of terms, and the filter of the glossary index.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { open, pages, phone, read, stage, urlOf } from './support.mjs';

const here = stage();

const on = here.visit;

const linked = () => urlOf(pages().find((path) => path.startsWith('zh/glossary/') && /class="prose">[^]*data-term="/.test(read(path)) && /id="tip-/.test(read(path))));
const card = (page) => page.locator('.tip:popover-open');
const link = (page) => page.locator('.prose a[data-term]').first();

describe('the card of a term', () => {
  test('appears on hover, can be pointed at, goes with the pointer', async () => {
    await on(linked(), async (page) => {
      await link(page).hover();
      await card(page).waitFor();
      assert.equal(await link(page).getAttribute('aria-describedby'), await card(page).getAttribute('id'));
      const at = await card(page).boundingBox(), of = await link(page).boundingBox();
      assert.ok(at.x >= 0 && at.x + at.width <= 1280, 'inside of the window');
      assert.ok(Math.min(Math.abs(at.y - of.y - of.height), Math.abs(at.y + at.height - of.y)) < 20, `beside the link: ${JSON.stringify([at, of])}`);
      await card(page).hover();
      // A timer of the page that ends after those that hide a card.
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
      assert.equal(await card(page).count(), 1);
      await page.mouse.move(5, 5);
      await card(page).waitFor({ state: 'detached' });
    });
  });
  test('appears on focus, Escape closes it without moving the focus', async () => {
    await on(linked(), async (page) => {
      await page.keyboard.press('Tab');
      for (let i = 0; i < 80 && !(await page.evaluate(() => document.activeElement.matches('.prose a[data-term]'))); i++) await page.keyboard.press('Tab');
      await card(page).waitFor();
      await page.keyboard.press('Escape');
      assert.equal(await card(page).count(), 0);
      assert.ok(await page.evaluate(() => document.activeElement.matches('a[data-term]')));
    });
  });
  test('on touch the first tap shows it, the second follows the link', async () => {
    await on(linked(), async (page) => {
      const start = page.url();
      await link(page).tap();
      await card(page).waitFor();
      assert.equal(page.url(), start);
      await link(page).tap();
      await page.waitForURL((url) => url.href !== start);
    }, phone);
  });
});

describe('the glossary index', () => {
  const visible = (page) => page.locator('.entry:visible').count();
  test('filters as one types, in both scripts', async () => {
    await on('/zh/glossary/', async (page) => {
      const all = await visible(page);
      assert.ok(all > 10, `${all} entries`);
      await page.locator('#filter').fill('kv');
      const some = await visible(page);
      assert.ok(some >= 1 && some < all, `${some} of ${all}`);
      await page.locator('#filter').fill('ＫＶ'); // Full width, as an input method may leave it.
      assert.equal(await visible(page), some);
      await page.locator('#filter').fill('显存');
      assert.ok((await visible(page)) >= 1);
      await page.locator('#filter').fill('没有这个词');
      assert.equal(await visible(page), 0);
      assert.ok(await page.locator('.nothing').isVisible());
      await page.locator('#filter').fill('');
      assert.equal(await visible(page), all);
    });
  });
  test('the words stand in the address', async () => {
    await on('/zh/glossary/?q=nvlink', async (page) => {
      assert.equal(await page.locator('#filter').inputValue(), 'nvlink');
      assert.ok((await visible(page)) < 20);
    });
  });
  test('a letter without entries hides', async () => {
    await on('/zh/glossary/?q=nvlink', async (page) => {
      const empty = await page.locator('.letter:visible').evaluateAll((all) => all.filter((letter) => !letter.querySelector('.entry:not([hidden])')).length);
      assert.equal(empty, 0);
    });
  });
});
