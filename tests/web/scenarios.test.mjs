// Sliders, scenarios side by side, what the browser remembers, paper, and the changes that help where something fails.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { desktop, phone, root, screenshots, size, stage } from './support.mjs';

const here = stage();
const axe = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');

const on = (url, body, options = desktop) => here.visit(url, body, { ...options, permissions: ['clipboard-read', 'clipboard-write'] });
const loaded = (page) => page.evaluate(() => document.querySelector('gloss-calculator').more().then(() => {}));
const answer = (page, read) => page.evaluate(`(${read})(document.querySelector('gloss-calculator'))`);
const devices = { phone, desktop };

async function violations(page) {
  const cdp = await page.context().newCDPSession(page); // Outside of the page's Content-Security-Policy.
  const { result } = await cdp.send('Runtime.evaluate', {
    expression: `${axe};axe.run({resultTypes:['violations'],runOnly:['wcag2a','wcag2aa','wcag21a','wcag21aa','wcag22aa','best-practice']}).then((r) => r.violations.map((v) => v.id + ' ' + v.nodes.map((n) => n.html.slice(0, 160)).join('\\n')))`,
    awaitPromise: true, returnByValue: true,
  });
  return result.value;
}

describe('sliders', () => {
  for (const [device, options] of Object.entries(devices))
    test(`${device}: dragging moves the field and the answer, one entry of history a drag, nothing shifts`, async () => {
      await on('/zh/calculators/inference-memory/', async (page) => {
        const slider = page.locator('[data-slides="context"]'), box = async () => (await page.locator('#concurrency').boundingBox()).y;
        await slider.scrollIntoViewIfNeeded();
        const at = await slider.boundingBox(), before = await box(), entries = await page.evaluate(() => history.length);
        const y = at.y + at.height / 2;
        await page.mouse.move(at.x + at.width * 0.4, y);
        await page.mouse.down();
        for (let share = 0.4; share <= 0.9; share += 0.05) {
          await page.mouse.move(at.x + at.width * share, y);
          await page.waitForTimeout(60);
        }
        await page.mouse.up();
        const context = Number(await page.locator('#context').inputValue());
        assert.ok(context > 65536 && Number.isInteger(Math.log2(context)), `stops are powers of two: ${context}`);
        await page.waitForURL(`**/?context=${context}`);
        assert.equal(await page.evaluate(() => history.length), entries + 1);
        assert.equal(await box(), before);
        assert.equal(await answer(page, (element) => element.answer.outputs.kv_cache_bytes), size('inference-memory', { context }).output.kv_cache_bytes);
        assert.match(await slider.getAttribute('aria-valuetext'), /^[\d,]+ ?token/);
        // A second drag is a step of its own, and back undoes it.
        await page.waitForTimeout(350);
        await page.mouse.move(at.x + at.width * 0.9, y);
        await page.mouse.down();
        await page.mouse.move(at.x + at.width * 0.2, y);
        await page.mouse.up();
        await page.waitForFunction((now) => !location.search.includes(`context=${now}`), context);
        await page.goBack();
        await page.waitForFunction((now) => document.querySelector('#context').value === String(now), context);
        assert.equal(await page.evaluate(() => document.querySelector('[data-slides="context"]').dataset.stops.split(' ')[document.querySelector('[data-slides="context"]').value]), String(context));
      }, options);
    });
  test('keyboard: arrows move it, typing in the field moves it too, `max` is its last stop', async () => {
    await on('/en/calculators/inference-memory/', async (page) => {
      const slider = page.locator('[data-slides="concurrency"]');
      await page.locator('#concurrency').focus();
      await loaded(page);
      await page.keyboard.press('Tab');
      assert.equal(await page.evaluate(() => document.activeElement.dataset.slides), 'concurrency');
      await page.keyboard.press('ArrowRight');
      assert.equal(await page.locator('#concurrency').inputValue(), '48');
      await page.keyboard.press('End');
      assert.equal(await page.locator('#concurrency').inputValue(), 'max');
      await page.locator('#concurrency').fill('100');
      assert.deepEqual(await slider.evaluate((each) => [each.dataset.stops.split(' ')[each.value], each.getAttribute('aria-valuetext')]), ['96', '100 sequences']);
    });
  });
  test('without JavaScript there is none', async () => {
    const context = await here.browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(here.server.origin + '/en/calculators/throughput/');
    assert.equal(await page.locator('[data-slides="gpus"]').isVisible(), false);
    assert.equal(await page.locator('#gpus').isVisible(), true);
    await context.close();
  });
});

describe('scenarios side by side', () => {
  const cells = (page) => page.locator('.compared').evaluate((table) => [...table.rows].map(({ cells: all }) => [...all].map((cell) => cell.querySelector('input')?.value ?? cell.innerText.trim())));
  for (const [language, device] of [['zh', 'phone'], ['en', 'desktop']])
    test(`${language}, ${device}: keep, change, rename, reload, load back, remove`, async () => {
      await on(`/${language}/calculators/throughput/`, async (page) => {
        const keep = page.locator('[data-scenario="keep"]');
        await keep.click();
        await page.locator('.compared').waitFor();
        await page.locator('#gpus').fill('4');
        await page.waitForURL('**gpus=4**');
        await keep.press('Enter');
        await page.locator('#concurrency').fill('128');
        await page.waitForURL('**concurrency=128**');
        const name = page.locator('[data-rename="1"]');
        await name.fill('four | GPUs');
        await name.press('Tab');
        // The names stay where one is: the next stop is the button beside.
        assert.equal(await page.evaluate(() => document.activeElement.dataset.scenario), 'load');
        await page.reload();
        await page.locator('.compared tbody td').first().waitFor();
        const shown = await cells(page);
        assert.deepEqual(shown[0].slice(1, 3), ['A', 'four / GPUs']);
        const row = (id) => page.locator('.compared tbody tr', { has: page.locator(`th:text-is("${id}")`) });
        const label = (id) => page.locator(`label[for="${id}"]`).evaluate((each) => each.firstChild.data.trim());
        assert.deepEqual(await row(await label('gpus')).locator('td').allInnerTexts(), ['2', '4', '4']);
        assert.deepEqual(await row(await label('concurrency')).locator('td').allInnerTexts(), ['32', '32', '128']);
        const rates = [{}, { gpus: 4 }, { gpus: 4, concurrency: 128 }].map((settings) => size('throughput', settings).output.output_tokens_per_s);
        const texts = await row(await page.locator('[data-steps="output_tokens_per_s"] .name').textContent()).locator('td').allInnerTexts();
        texts.forEach((text, i) => assert.equal(Number(text.replace(/,/g, '').match(/^[\d.]+/)[0]), Number(rates[i] >= 100 ? Math.round(rates[i]) : rates[i].toPrecision(3)), text));
        assert.match(texts[2].replace(/\s+/g, ' '), new RegExp(`${Number((rates[2] / rates[0]).toPrecision(3))}×`));
        assert.deepEqual(await violations(page), []);
        await page.locator('.scenarios').scrollIntoViewIfNeeded();
        await page.screenshot({ path: join(screenshots, `scenarios-${language}-${device}.png`) });
        const [content, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
        assert.ok(content <= screen);

        await page.locator('[data-scenario="load"]').first().click();
        await page.waitForFunction(() => document.querySelector('#gpus').value === '2');
        assert.match(page.url(), /keep=A%7C/);
        await page.locator('[data-scenario="drop"]').first().click();
        await page.waitForFunction(() => document.querySelectorAll('[data-rename]').length === 1);
        await page.locator('[data-scenario="drop"]').first().click();
        assert.equal(await page.locator('.scenarios').isVisible(), false);
        assert.doesNotMatch(page.url(), /keep/);
      }, devices[device]);
    });
  test('by keyboard alone; four at most; a preset keeps them; row heads stand while the table scrolls', async () => {
    await on('/zh/calculators/inference-memory/', async (page) => {
      await page.locator('[data-scenario="keep"]').focus();
      for (let count = 1; count <= 5; count++) {
        await page.keyboard.press('Enter');
        await page.waitForFunction((wanted) => document.querySelectorAll('[data-rename]').length === wanted, Math.min(count, 4));
      }
      assert.match(await page.locator('[data-told]').textContent(), /4/);
      const head = page.locator('.compared tbody th').first(), left = async () => (await head.boundingBox()).x;
      const before = await left();
      await page.locator('.scenarios .scroll').evaluate((box) => { box.scrollLeft = 200; });
      assert.equal(await left(), before);
      await page.locator('.presets a').first().click();
      await page.waitForFunction(() => document.querySelectorAll('[data-rename]').length === 4);
      assert.match(page.url(), /concurrency=100/);
    }, phone);
  });
  test('a link with models of one\'s own opens the same comparison; Markdown, CSV and JSON take it along', async () => {
    const model = 'model=llama-3.1-8b&model.layers=16';
    await on(`/en/calculators/inference-memory/?gpus=1&keep=${encodeURIComponent('half|' + model + '&gpus=1')}`, async (page) => {
      await page.locator('.compared tbody td').first().waitFor();
      const shown = await cells(page);
      assert.deepEqual(shown[0].slice(1), ['half', 'Now']);
      const weights = shown.find(([head]) => head === 'Weights').slice(1).map((text) => parseFloat(text));
      assert.ok(weights[0] > 0 && weights[0] < weights[1] / 5, `${weights}`);
      const take = async (tool) => {
        await page.evaluate(() => navigator.clipboard.writeText(''));
        await page.locator(`[data-tool="${tool}"]`).click();
        await page.waitForFunction(async () => (await navigator.clipboard.readText()) !== '');
        return page.evaluate(() => navigator.clipboard.readText());
      };
      assert.match(await take('markdown'), /\n\|  \| half \| Now \|\n\| --- \| --- \| --- \|\n/);
      assert.match(await take('csv'), /\r\n,half,Now\r\n/);
      assert.equal(JSON.parse(await take('json')).scenarios.length, 1);
    });
  });
});

describe('what the browser remembers', () => {
  test('GB or GiB, on every calculator and the home page', async () => {
    await on('/en/calculators/inference-memory/', async (page) => {
      const total = page.locator('details[data-steps="total_bytes"] > summary output'), bytes = size('inference-memory', {}).output.total_bytes;
      assert.equal(await total.textContent(), `${Number((bytes / 1e9).toPrecision(3))} GB`);
      await page.locator('[data-units="GiB"]').click();
      await page.waitForFunction(() => document.querySelector('[data-units="GiB"]').getAttribute('aria-pressed') === 'true');
      assert.equal(await total.textContent(), `${Number((bytes / 2 ** 30).toPrecision(3))} GiB`);
      assert.match(await page.locator('details[data-steps="kv_bytes_per_token"] > summary output').textContent(), /KiB\/token$/);
      for (const url of ['/zh/calculators/training-memory/', '/en/']) {
        await page.goto(here.server.origin + url);
        await page.waitForFunction(() => document.querySelector('gloss-calculator')?.answer);
        assert.match(await page.locator('output[data-field="total_bytes"]').first().textContent(), /GiB$/);
      }
      // An embed is its owner's.
      await page.goto(here.server.origin + '/embed/v1/en/inference-memory/');
      await page.waitForFunction(() => document.querySelector('gloss-calculator')?.answer);
      assert.match(await page.locator('output[data-field="total_bytes"]').first().textContent(), / GB$/);
    });
  });
  test('one\'s own price of an accelerator: default, told, in the link, forgotten', async () => {
    await on('/en/calculators/throughput/', async (page) => {
      const price = page.locator('#gpu_hour_usd'), note = page.locator('.own');
      await price.fill('2.10');
      await price.blur();
      await note.waitFor();
      assert.match(await note.textContent(), /H100/);
      await page.locator('#gpu').selectOption('h200-sxm');
      await page.waitForFunction(() => document.querySelector('#gpu_hour_usd').value === '');
      assert.equal(await note.isVisible(), false);
      await page.locator('#gpu').selectOption('h100-sxm');
      await page.waitForFunction(() => document.querySelector('#gpu_hour_usd').value === '2.10');
      // Another calculator, and its link for somebody who has no price.
      await page.goto(here.server.origin + '/zh/calculators/training-time/');
      await page.waitForURL('**gpu_hour_usd=2.10**');
      await note.waitFor();
      const cost = await answer(page, (element) => element.answer.outputs.cost_usd);
      assert.ok(Math.abs(cost / size('training-time', { gpu_hour_usd: 2.1 }).output.cost_usd - 1) < 1e-9);
      const url = page.url(), other = await here.browser.newContext(), elsewhere = await other.newPage();
      await elsewhere.goto(url);
      await elsewhere.waitForFunction(() => document.querySelector('gloss-calculator')?.answer);
      assert.equal(await answer(elsewhere, (element) => element.answer.outputs.cost_usd), cost);
      assert.equal(await elsewhere.locator('.own').isVisible(), false);
      await other.close();
      // The planner's map.
      await page.goto(here.server.origin + '/en/calculators/plan/');
      await page.waitForURL('**prices=h100-sxm%3A2.10**');
      await note.waitFor();
      await page.locator('[data-forget]').click();
      await page.waitForFunction(() => !location.search.includes('prices'));
      assert.equal(await page.evaluate(() => localStorage.gloss), '{}');
    });
  });
});

test('paper: inputs, answer, every derivation of the present scenario, and the address', async () => {
  await on('/en/calculators/inference-memory/?gpus=4&context=16384', async (page) => {
    await loaded(page);
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    for (const selector of ['#gpus', '#context', '[data-verdict]', '[data-address]', '[data-steps="kv_cache_bytes"] li']) assert.equal(await page.locator(selector).first().isVisible(), true, selector);
    for (const selector of ['.take', '.slider', '.top', '.model-file', '.presets']) assert.equal(await page.locator(selector).first().isVisible(), false, selector);
    assert.equal(await page.locator('[data-address]').textContent(), page.url());
    assert.match(await page.locator('[data-steps="kv_cache_bytes"] ol').innerText(), /16,384/);
    await page.screenshot({ path: join(screenshots, 'print-calculator.png'), fullPage: true });
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => { window.print = () => { window.printed = true; }; });
    await page.locator('[data-tool="print"]').click();
    await page.waitForFunction(() => window.printed);
  });
});

describe('what helps where it fails', () => {
  const cases = [
    ['training-memory', 'model=llama-3.1-8b&gpus=1', () => document.querySelector('gloss-calculator').answer.outputs.fits === 1],
    ['training-memory', 'model=llama-3.3-70b&gpus=8&sharding=zero1', () => document.querySelector('gloss-calculator').answer.outputs.fits === 1],
    ['training-time', 'model=llama-3.1-70b&gpus=16&sharding=ddp', () => document.querySelector('gloss-calculator').answer.outputs.fits === 1],
    ['throughput', 'weights=bf16&gpus=1', () => document.querySelector('gloss-calculator').answer.outputs.fits === 1],
    ['throughput', 'requests_per_s=50', () => !document.querySelector('gloss-calculator').answer.warnings.some(({ id }) => id === 'overloaded')],
    ['inference-memory', 'gpus=1&weights=bf16', () => document.querySelector('gloss-calculator').answer.outputs.fits === 1],
    ['plan', 'max_gpus=2&model=deepseek-v3&gpus_allowed=h100-sxm,h200-sxm', () => document.querySelector('gloss-calculator').plan.options.length > 0],
    ['plan', 'max_tpot_s=0.001&max_ttft_s=5&model=llama-3.1-8b', () => document.querySelector('gloss-calculator').plan.options.length > 0],
    ['plan', 'max_ttft_s=0.001&gpus_allowed=h100-sxm', () => document.querySelector('gloss-calculator').plan.options.length > 0],
  ];
  for (const [calculator, query, works] of cases)
    test(`${calculator}?${query}: each change that is offered makes it work`, async () => {
      await on(`/en/calculators/${calculator}/?${query}`, async (page) => {
        await loaded(page);
        const ready = () => page.waitForFunction(() => document.querySelectorAll('[data-suggestions] a').length > 0);
        await ready();
        const links = page.locator('[data-suggestions] a'), count = await links.count();
        assert.equal(await page.evaluate(works), false);
        for (let i = 0; i < count; i++) {
          const text = await links.nth(i).textContent();
          if (/Allow all/.test(text)) continue; // helps by choice, not for sure
          assert.doesNotMatch(text, /NaN|undefined|null/);
          await links.nth(i).click();
          await page.waitForFunction(works, null, { timeout: 5000 }).catch(() => assert.fail(`${text} does not help`));
          await page.waitForTimeout(350);
          await page.goBack();
          await ready();
        }
      });
    });
});
