// The planner's page: the search in the worker answers what the command line answers, the server drew the same.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { desktop, phone, read, size, stage } from './support.mjs';

const path = '/zh/calculators/plan/';
const here = stage();

const on = (query, body, options = desktop, url = path) => here.visit(url + query, body, options);
const planned = (page) => page.waitForFunction(() => document.querySelector('gloss-calculator').plan);
/** Runs `act` and waits for the search that follows. */
const searched = async (page, act) => {
  await page.evaluate(() => { window.answered = new Promise((resolve) => document.querySelector('gloss-calculator').addEventListener('planned', () => resolve(), { once: true })); });
  await act();
  await page.evaluate(() => Promise.race([window.answered, new Promise((_, reject) => setTimeout(reject, 10000, new Error('no search was answered')))]));
};
const options = (page) => page.evaluate(() => {
  const { plan } = document.querySelector('gloss-calculator');
  return {
    options: plan.options.map((option) => ({ ...option, gpu: plan.candidates[option.candidate].gpu.id, weights: plan.pairs[option.format][0], kv_cache: plan.pairs[option.format][1] })),
    rejected: plan.rejected.map(({ candidate, reason, value }) => ({ gpu: plan.candidates[candidate].gpu.id, reason, value })),
    milliseconds: plan.milliseconds,
  };
});
const text = (page) => page.locator('section.answer').innerText();

const names = ['gpu', 'weights', 'kv_cache', 'gpus', 'tensor_parallel', 'pipeline_parallel', 'expert_parallel', 'replicas'];
const figures = ['ttft_s', 'tpot_s', 'e2e_s', 'output_tokens_per_s', 'cost_per_million_output_tokens_usd', 'energy_per_million_output_tokens_kwh'];
const near = (got, expected) => (expected === null ? Number.isNaN(got) : Math.abs(got - expected) <= 1e-9 * Math.abs(expected));
const same = (got, expected) => names.every((name) => got[name] === expected[name]) && !!got.pareto === expected.pareto && figures.every((figure) => near(got[figure], expected[figure]));

describe('the search in the page', () => {
  const scenarios = [
    { model: 'deepseek-v3', gpus_allowed: 'h100-sxm,h200-sxm,b200', prices: 'h100-sxm:3,b200:5.5', max_gpus: 32 },
    { model: 'llama-3.1-8b', gpus_allowed: 'rtx-4090,l40s,apple-m4-max', concurrency: 4, objective: 'latency' },
    { model: 'qwen3-32b', gpus_allowed: 'h100-sxm,a100-80-sxm', weights: 'bf16', kv_cache: 'fp8', requests_per_s: 2.5, max_ttft_s: 1, objective: 'gpus' },
    { model: 'gpt-oss-120b', gpus_allowed: 'h100-sxm,mi300x,rtx-5090', max_tpot_s: 0.02, prices: 'h100-sxm:3,mi300x:2.2,rtx-5090:0.6' },
  ];
  for (const scenario of scenarios) {
    test(`answers what the command line answers: ${Object.values(scenario).join(' ')}`, async () => {
      const expected = size('plan', scenario);
      await on('?' + new URLSearchParams(scenario), async (page) => {
        await planned(page);
        const got = await options(page);
        assert.ok(expected.options.length > 0 && expected.options.length < 128, `${expected.options.length} options`);
        assert.equal(got.options.length, expected.options.length);
        got.options.forEach((option, i) => assert.ok(same(option, expected.options[i]), `option ${i + 1}: ${JSON.stringify([option, expected.options[i]])}`));
        assert.deepEqual(got.rejected.map(({ gpu, reason }) => [gpu, reason]), expected.rejected.map(({ gpu, reason }) => [gpu, reason]));
        assert.deepEqual(await page.locator('[data-plan="rejections"] span').allTextContents(), expected.rejected.map(({ message }) => message));
      });
    });
  }
  test('the whole catalog takes at most 100 ms, off the main thread, and keeps the order of the command line', async (t) => {
    const expected = size('plan', { concurrency: 33 }).options;
    await on('?concurrency=33', async (page) => {
      await planned(page);
      const times = [(await options(page)).milliseconds];
      for (const concurrency of [34, 35, 33]) {
        await searched(page, () => page.locator('#concurrency').fill(String(concurrency)));
        times.push((await options(page)).milliseconds);
      }
      t.diagnostic(`search of the whole catalog: ${times.map((time) => time.toFixed(1)).join(', ')} ms`);
      assert.ok(Math.min(...times) <= 100, `${times}`);
      const got = (await options(page)).options;
      assert.equal(got.length, 128);
      let at = 0;
      for (const option of got) {
        while (at < expected.length && !same(option, expected[at])) at++;
        assert.ok(at++ < expected.length, `${JSON.stringify(option)} is not an option of the command line, or not in its order`);
      }
    });
  });
  test('redraws just what the server drew, pictures too', async () => {
    await on('', async (page) => {
      const drawn = async () => ({ text: await text(page), picture: await page.locator('[data-plan="picture"]').innerHTML(), chart: await page.locator('[data-plan="chart"]').innerHTML(), links: await page.locator('[data-cell="gpu"]').evaluateAll((all) => all.map(({ href }) => href)) });
      const server = await drawn();
      await searched(page, () => page.locator('#max_gpus').fill('31'));
      assert.notDeepEqual(await drawn(), server);
      await searched(page, () => page.locator('#max_gpus').fill('32'));
      assert.deepEqual(await drawn(), server);
    });
  });
});

describe('the page', () => {
  test('is complete without JavaScript, and its form can be sent', async () => {
    const context = await here.browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(here.server.origin + path);
    const [best] = size('plan', {}).options;
    assert.match(await page.locator('[data-plan="how"]').textContent(), new RegExp(`^TP${best.tensor_parallel}`));
    assert.equal(await page.locator('[data-rows="best"] tr').count(), 10);
    assert.equal(await page.locator('[data-draw]').first().isVisible(), false);
    await page.locator('[data-list="gpus_allowed"] summary').click();
    for (const id of ['h100-sxm', 'b200']) await page.locator(`[type="checkbox"][value="${id}"]`).check();
    await page.locator('[data-list="prices"] summary').click();
    await page.locator('[name="prices.b200"]').fill('5');
    await page.evaluate(() => document.querySelector('form.inputs').submit());
    await page.waitForURL('**/plan/?*');
    const sent = new URL(page.url()).searchParams;
    assert.deepEqual(sent.getAll('gpus_allowed').filter(Boolean).sort(), ['b200', 'h100-sxm']);
    assert.equal(sent.get('prices.b200'), '5');
    const query = new URL(page.url()).search;
    await context.close();
    // The address that such a form makes is understood.
    await on(query, async (live) => {
      await planned(live);
      const got = await options(live);
      assert.deepEqual([...new Set(got.options.map(({ gpu }) => gpu))].sort(), ['b200', 'h100-sxm']);
      assert.equal(await live.locator('#prices').inputValue(), 'b200:5');
    });
  });
  test('checkboxes and prices are in the address, and come back from it', async () => {
    let search;
    await on('', async (page) => {
      await page.locator('[data-list="gpus_allowed"] summary').click();
      await searched(page, () => page.locator('[type="checkbox"][value="h200-sxm"]').check());
      await page.locator('[data-list="prices"] summary').click();
      await searched(page, () => page.locator('[name="prices.h200-sxm"]').fill('3.5'));
      await page.waitForFunction(() => new URLSearchParams(location.search).get('prices') === 'h200-sxm:3.5');
      search = await page.evaluate(() => location.search);
      assert.equal(new URLSearchParams(search).get('gpus_allowed'), 'h200-sxm');
      const got = await options(page);
      assert.ok(got.options.every(({ gpu, cost_per_million_output_tokens_usd: cost }) => gpu === 'h200-sxm' && cost > 0));
    });
    await on(search, async (page) => {
      await planned(page);
      assert.ok(await page.locator('[type="checkbox"][value="h200-sxm"]').isChecked());
      assert.equal(await page.locator('[name="prices.h200-sxm"]').inputValue(), '3.5');
      assert.match(await page.locator('[data-list="gpus_allowed"] [data-count]').textContent(), /1/);
    });
  });
  test('a wrong price and an unknown id are told', async () => {
    await on('?gpus_allowed=h100-sxm,h9000', async (page) => {
      await planned(page);
      assert.match(await page.locator('[data-warnings]').innerText(), /h9000/);
      await page.locator('[data-list="prices"] summary').click();
      await page.locator('[name="prices.h100-sxm"]').fill('cheap');
      const error = page.locator('#prices-error');
      assert.ok(await error.isVisible());
      assert.match(await error.textContent(), /cheap/);
    });
  });
  test('an option leads to the throughput calculator, which says the same', async () => {
    await on('?model=deepseek-v3&gpus_allowed=h100-sxm&prices=h100-sxm:3&max_gpus=64&concurrency=64', async (page) => {
      await planned(page);
      const [best] = (await options(page)).options;
      await page.locator('[data-rows="best"] [data-cell="gpu"]').first().click();
      await page.waitForURL('**/calculators/throughput/**');
      await page.waitForFunction(() => document.querySelector('gloss-calculator')?.answer);
      const outputs = await page.evaluate(() => document.querySelector('gloss-calculator').answer.outputs);
      for (const figure of figures) assert.ok(near(outputs[figure], best[figure]), `${figure}: ${outputs[figure]}, plan ${best[figure]}`);
    });
  });
  test('draws the layout of the option that is asked for, with words', async () => {
    await on('?model=llama-3.1-405b&weights=bf16&gpus_allowed=a100-80-sxm&max_gpus=64', async (page) => {
      await planned(page);
      const { options: all } = await options(page);
      const { tensor_parallel: tensor, pipeline_parallel: pipeline } = all[0];
      assert.ok(pipeline > 1, 'a model over several servers');
      assert.equal(await page.locator('.layout .gpu').count(), tensor * pipeline);
      assert.equal(await page.locator('.layout .server').count(), pipeline);
      const words = await page.locator('.layout-figure figcaption').textContent();
      assert.match(words, /NVLink/);
      assert.match(words, /InfiniBand/);
      assert.equal(await page.locator('svg.layout').getAttribute('aria-label'), words);
      const other = all.findIndex((option, i) => i > 0 && i < 10 && (option.tensor_parallel !== tensor || option.pipeline_parallel !== pipeline || option.replicas !== all[0].replicas));
      if (other < 0) return;
      await page.locator('[data-draw]').nth(other).click();
      assert.equal(await page.locator('.layout .gpu').count(), all[other].tensor_parallel * all[other].pipeline_parallel);
    });
  });
  test('the first press of a button is not lost while its module loads', async () => {
    await on('', async (page) => {
      const { options: all } = size('plan', {});
      await page.locator('[data-draw]').nth(8).click();
      await planned(page);
      await page.waitForFunction((words) => document.querySelector('.layout-figure figcaption').textContent.includes(words), (await page.locator('[data-cell="gpu"]').nth(8).textContent()).split(' × ')[1]);
      assert.ok(all.length > 8);
    });
  });
  test('a search that takes long is told and can be cancelled; the next one runs again', async () => {
    await on('', async (page) => {
      // The worker's answer never comes.
      await page.evaluate(() => (window.Worker = class extends Worker {
        postMessage(message) { if (!window.slow) super.postMessage(message); }
      }));
      await page.evaluate(() => (window.slow = true));
      await page.locator('#concurrency').fill('50');
      await page.locator('[data-busy]').waitFor({ state: 'visible' });
      await page.locator('[data-cancel]').click();
      await page.locator('[data-busy]').waitFor({ state: 'hidden' });
      assert.ok(await page.locator('section.answer[data-stale]').count());
      await page.evaluate(() => (window.slow = false));
      await searched(page, () => page.locator('#concurrency').fill('51'));
      assert.equal(await page.locator('section.answer[data-stale]').count(), 0);
    });
  });
  test('nothing that meets the limits: says so, with every reason', async () => {
    await on('?max_tpot_s=0.0001', async (page) => {
      await planned(page);
      assert.ok(await page.locator('[data-plan="none"]').isVisible());
      assert.ok((await page.locator('[data-plan="rejections"] li').count()) > 30);
    });
  });
  test('works on a phone', async () => {
    await on('', async (page) => {
      await page.locator('#concurrency').tap();
      await searched(page, () => page.locator('#concurrency').fill('64'));
      const box = await page.locator('.results').boundingBox();
      assert.ok(box.y < 844, 'the answer is on the screen');
    }, phone);
  });
  test('the default answer costs no search', () => assert.ok(!read('zh/calculators/plan/index.html').includes('plan_worker')));
});
