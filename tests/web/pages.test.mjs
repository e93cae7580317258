// Every type of page: accessible, quiet, whole on a phone and a desktop, and looked at (build/screenshots).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { desktop, open, pageTypes, phone, root, screenshots, stage } from './support.mjs';

const axe = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');
const here = stage();

async function violations(page) {
  const cdp = await page.context().newCDPSession(page); // Outside of the page's Content-Security-Policy.
  const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', {
    expression: `${axe};axe.run({resultTypes:['violations'],runOnly:['wcag2a','wcag2aa','wcag21a','wcag21aa','wcag22aa','best-practice']})
      .then((r) => r.violations.map((v) => v.id + ': ' + v.help + '\\n    ' + v.nodes.slice(0, 4).map((n) => n.target + ' ' + n.html.slice(0, 160)).join('\\n    ')))`,
    awaitPromise: true, returnByValue: true,
  });
  assert.equal(exceptionDetails, undefined, exceptionDetails?.text);
  return result.value;
}

for (const language of ['zh', 'en']) {
  for (const [type, url] of Object.entries(pageTypes(language))) {
    if (language !== 'zh' && type === 'missing') continue;
    describe(`${language} ${type} page ${url}`, () => {
      for (const [device, options] of Object.entries({ phone, desktop })) {
        for (const colorScheme of ['light', 'dark']) {
          test(`${device}, ${colorScheme}: axe finds nothing, nothing fails, nothing overflows`, async () => {
            const page = await open(here.browser, here.server.origin + url, { ...options, colorScheme });
            try {
              await page.screenshot({ path: join(screenshots, `${language}-${type}-${device}-${colorScheme}.png`), fullPage: device === 'desktop' });
              // The whole page on the screen: a control that the sticky answer half covers is not a small one, it scrolls.
              await page.setViewportSize({ width: options.viewport.width, height: await page.evaluate(() => document.documentElement.scrollHeight) });
              assert.deepEqual(await violations(page), []);
              assert.deepEqual(page.problems, []);
              const [content, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
              assert.ok(content <= screen, `the page is ${content} px wide on a screen of ${screen} px`);
            } finally {
              await page.context().close();
            }
          });
        }
      }
      test('at 400 % zoom nothing is cut off', async () => {
        const page = await open(here.browser, here.server.origin + url, { viewport: { width: 320, height: 256 } });
        const [content, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
        await page.context().close();
        assert.ok(content <= screen, `the page is ${content} px wide on a screen of ${screen} px`);
      });
      test('a touch target of a control is 44 px high on a phone', async () => {
        const page = await open(here.browser, here.server.origin + url, phone);
        const small = await page.evaluate(() => [...document.querySelectorAll('button, select, input:not([type=radio]):not([type=checkbox]), summary, .button, nav.letters a, nav.sections a')]
          .filter((e) => e.checkVisibility()).map((e) => [e.outerHTML.slice(0, 90), e.getBoundingClientRect().height]).filter(([, height]) => height < 43.5));
        await page.context().close();
        assert.deepEqual(small, []);
      });
    });
  }
}
