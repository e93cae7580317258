// Every type of page: accessible, quiet, whole on a phone and a desktop, and looked at (build/screenshots).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { desktop, newContext, openIn, pageTypes, phone, root, screenshots, stage } from './support.mjs';

const axe = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');
const here = stage();

async function violations(page) {
  const cdp = await page.context().newCDPSession(page); // Outside of the page's Content-Security-Policy.
  const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', {
    expression: `if (!window.axe) {${axe}};axe.run({resultTypes:['violations'],runOnly:['wcag2a','wcag2aa','wcag21a','wcag21aa','wcag22aa','best-practice']})
      .then((r) => r.violations.map((v) => v.id + ': ' + v.help + '\\n    ' + v.nodes.slice(0, 4).map((n) => n.target + ' ' + n.html.slice(0, 160)).join('\\n    ')))`,
    awaitPromise: true, returnByValue: true,
  });
  assert.equal(exceptionDetails, undefined, exceptionDetails?.text);
  return result.value;
}

async function isWhole(page) {
  const [content, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  assert.ok(content <= screen, `the page is ${content} px wide on a screen of ${screen} px`);
}

/** Controls that are too low to be touched. */
const small = (page) => page.evaluate(() =>
  [...document.querySelectorAll('button, select, input:not([type=radio]):not([type=checkbox]), summary, .button, nav.letters a, nav.sections a')]
    .filter((e) => e.checkVisibility()).map((e) => [e.outerHTML.slice(0, 90), e.getBoundingClientRect().height]).filter(([, height]) => height < 43.5));

for (const [device, options] of Object.entries({ phone, desktop }))
  describe(device, () => {
    // One context for all: what pages share is fetched once.
    let context;
    before(async () => (context = await newContext(here.browser, options)));
    after(() => context.close());
    for (const language of ['zh', 'en'])
      for (const [type, url] of Object.entries(pageTypes(language))) {
        if (language !== 'zh' && type === 'missing') continue;
        test(`${language} ${type} page ${url}: axe finds nothing, nothing fails, nothing overflows, light and dark`, async () => {
          const page = await openIn(context, here.server.origin + url);
          try {
            const { width } = options.viewport;
            if (device === 'phone') assert.deepEqual(await small(page), [], 'a touch target of a control is 44 px high on a phone');
            // Of a phone what its screen shows first, in both colours, before the screen is made as high as the page.
            for (const colorScheme of ['light', 'dark']) {
              await page.emulateMedia({ colorScheme });
              await page.screenshot({ path: join(screenshots, `${language}-${type}-${device}-${colorScheme}.png`), fullPage: device === 'desktop' });
            }
            // The whole page on the screen: a control that the sticky answer half covers is not a small one, it scrolls.
            await page.setViewportSize({ width, height: await page.evaluate(() => document.documentElement.scrollHeight) });
            for (const colorScheme of ['dark', 'light']) {
              await page.emulateMedia({ colorScheme });
              assert.deepEqual(await violations(page), [], colorScheme);
              await isWhole(page);
            }
            if (device === 'desktop') {
              await page.setViewportSize({ width: 320, height: 256 });
              await isWhole(page); // at 400 % zoom
            }
            assert.deepEqual(page.problems, []);
          } finally {
            await page.close();
          }
        });
      }
  });
