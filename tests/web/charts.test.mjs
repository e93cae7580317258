// The charts of the calculators: what they draw is what the engine answers, in the page as on the server.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { open, phone, size, stage } from './support.mjs';

const here = stage();

const on = (calculator, query, body, options) => here.visit(`/en/calculators/${calculator}/${query}`, body, options);
const charted = async (page, act) => {
  await page.evaluate(() => { window.charted = new Promise((resolve) => document.querySelector('gloss-calculator').addEventListener('charted', () => resolve(), { once: true })); });
  await act();
  await page.evaluate(() => Promise.race([window.charted, new Promise((_, reject) => setTimeout(reject, 8000, new Error('nothing was drawn')))]));
};
const rows = (page) => page.locator('.chart tbody tr').evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
const drawn = (page) => page.locator('.panel').evaluateAll((all) => all.map((panel) => [panel.hidden, panel.querySelector('.drawing').innerHTML]));

// calculator: a scenario of the form, and one more input that is changed by hand and back.
const charts = {
  throughput: { x: 'concurrency', ys: ['output_tokens_per_s', 'stream_tokens_per_s'], field: 'output_tokens', value: '200', scenario: { model: 'llama-3.1-8b', gpu: 'l40s', gpus: 1 } },
  collective: { x: 'bytes', ys: ['busbw_bytes_per_s', 'time_s'], field: 'nodes', value: '4', scenario: { gpu: 'mi300x', collective: 'all_gather' } },
  'training-time': { x: 'gpus', ys: ['tokens_per_s', 'mfu'], field: 'micro_batch', value: '2', scenario: { model: 'llama-3.1-8b', gpu: 'h200-sxm' } },
  billing: { x: 'utilization', ys: ['useful_gpu_hour_usd', 'cost_per_million_tokens_usd'], field: 'monthly_usd', value: '3000', scenario: { monthly_usd: 1500, tokens_per_s: 2000 } },
};

for (const [calculator, { x, ys, field, value, scenario }] of Object.entries(charts)) {
  describe(calculator, () => {
    test('the redrawn charts are those that the server drew', async () => {
      await on(calculator, '', async (page) => {
        const before = [await drawn(page), await rows(page)];
        assert.ok(before[1].length > 5);
        const control = page.locator('#' + field);
        await control.evaluate((element) => { for (let up = element; (up = up.closest('details:not([open])')); ) up.open = true; });
        const initial = await control.inputValue();
        await charted(page, () => control.fill(value));
        assert.notDeepEqual(await drawn(page), before[0]);
        await charted(page, () => control.fill(initial));
        assert.deepEqual([await drawn(page), await rows(page)], before);
      });
    });
    test('the numbers are the engine\'s, the marks stand where they say', async () => {
      await on(calculator, '?' + new URLSearchParams(scenario), async (page) => {
        await page.waitForFunction(() => document.querySelector('.panel:not([hidden]) .plot'));
        await charted(page, () => page.evaluate(() => document.querySelector('gloss-calculator').update()));
        const points = (await page.locator('.chart').getAttribute('data-points')).split(' ');
        const table = await rows(page);
        for (const at of [2, 7]) {
          const { output } = size(calculator, { ...scenario, [x]: points[at] });
          const shown = await page.evaluate(([numbers, ids]) => {
            const element = document.querySelector('gloss-calculator');
            return ids.map((id, i) => element.text(numbers[i] ?? NaN, element.table.outputs.find((field) => field.id === id).unit));
          }, [ys.map((y) => output[y]), ys]);
          assert.ok(table.some((row) => JSON.stringify(row.slice(1)) === JSON.stringify(shown)), `${points[at]}: ${shown} in ${JSON.stringify(table)}`);
        }
        // One vertex of the line for each row that has a number, growing along x.
        for (const [i, y] of ys.entries()) {
          const panel = page.locator(`[data-y="${y}"]`);
          if (await panel.isHidden()) continue;
          const places = (await panel.locator('.curve').getAttribute('points')).split(' ').map((place) => place.split(',').map(Number));
          assert.equal(places.length, table.filter((row) => row[1 + i] !== '–').length);
          assert.ok(places.every(([at], n) => n === 0 || at > places[n - 1][0]));
          assert.equal(await panel.locator('circle.here').count(), 1);
          assert.ok((await panel.locator('svg.plot').getAttribute('aria-label')).length > 20);
        }
      });
    });
  });
}

test('charts are there without JavaScript, fit a phone, and open their table', async () => {
  const context = await here.browser.newContext({ javaScriptEnabled: false, ...phone });
  const page = await context.newPage();
  await page.goto(here.server.origin + '/zh/calculators/throughput/');
  assert.equal(await page.locator('.plot[role="img"]').count(), 2);
  const { width } = await page.locator('.plot').first().boundingBox();
  assert.ok(width > 300 && width <= 390, `${width}`);
  await page.locator('.chart summary').click();
  assert.ok(await page.locator('.chart tbody tr').first().isVisible());
  await context.close();
});
