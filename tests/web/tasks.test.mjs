// Tasks of newcomers, from the home page as they would go, each with the command line's number at its end and in few clicks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { desktop, phone, size, stage } from './support.mjs';

const here = stage();
const from = (language, body, options) => here.visit(`/${language}/`, body, { ...desktop, ...options });
const answered = (page) => page.waitForFunction(() => document.querySelector('gloss-calculator')?.answer);
const shown = (page, field) => page.locator(`details[data-steps="${field}"] > summary output`).textContent();

test('"I have two 4090s: in which format do they run a 70B, and how fast?"', async () => {
  await from('zh', async (page) => {
    await page.locator('.presets a', { hasText: '4090' }).first().click();
    await page.waitForFunction(() => document.querySelector('gloss-calculator')?.plan);
    const [best] = size('plan', { gpus_allowed: 'rtx-4090', max_gpus: 2, concurrency: 1 }).options;
    assert.match(await page.locator('[data-plan="gpu"]').textContent(), /RTX 4090/);
    assert.ok((await page.locator('[data-plan="how"]').textContent()).includes(best.weights));
    assert.ok((await page.locator('.headline output[data-field="stream_tokens_per_s"]').textContent()).startsWith(String(Number(best.stream_tokens_per_s.toPrecision(3)))));
  }, phone);
});

test('"What does a million tokens of DeepSeek-V3 cost at my US$2.10 an H100-hour?", without the ready-made question', async () => {
  await from('en', async (page) => {
    await page.locator('nav.sections a', { hasText: 'Calculators' }).click();
    await page.locator('.doors a', { hasText: 'Inference speed' }).click();
    await answered(page);
    await page.locator('#model').selectOption({ label: 'DeepSeek-V3' });
    // It does not fit on the two GPUs of the default: the way out is offered.
    await page.locator('[data-suggestions] a[data-set="gpus"]').click();
    await page.locator('#gpu_hour_usd').fill('2.10');
    const gpus = await page.locator('#gpus').inputValue(), { output } = size('throughput', { model: 'deepseek-v3', gpus, gpu_hour_usd: 2.1 });
    assert.equal(output.fits, true);
    assert.equal(await page.evaluate(() => document.querySelector('gloss-calculator').answer.outputs.cost_per_million_output_tokens_usd), output.cost_per_million_output_tokens_usd);
    assert.match(await page.locator('.facts output[data-field="cost_per_million_output_tokens_usd"]').textContent(), /^US\$\d/);
  });
});

test('"Chat for 100 users on Qwen3-32B: which GPU is cheapest?": the planner asks for prices and ranks by them', async () => {
  await from('en', async (page) => {
    await page.locator('.presets a', { hasText: '100 users' }).click();
    await page.waitForFunction(() => document.querySelector('gloss-calculator')?.plan);
    await page.locator('[data-prices]').click();
    assert.match(await page.evaluate(() => document.activeElement.name), /^prices\./);
    await page.locator('[name="prices.h100-sxm"]').fill('2.1');
    await page.locator('[name="prices.l40s"]').fill('0.9');
    const expected = size('plan', { model: 'qwen3-32b', input_tokens: 512, output_tokens: 256, concurrency: 100, prices: 'h100-sxm:2.1,l40s:0.9' }).options[0];
    await page.waitForFunction((id) => {
      const { plan } = document.querySelector('gloss-calculator');
      return plan.candidates[plan.options[0].candidate].gpu.id === id && plan.options[0].cost_per_million_output_tokens_usd > 0;
    }, expected.gpu);
    assert.equal(await page.locator('[data-prices]').count(), 0);
  });
});

test('"Does 128K of context still fit on two H100s for Llama 3.3 70B?": on the home page itself', async () => {
  await from('en', async (page) => {
    await answered(page);
    await page.locator('#home-context').fill('128k');
    const verdict = () => page.locator('[data-verdict]').getAttribute('data-verdict');
    assert.equal(await verdict(), 'misses');
    const links = page.locator('[data-suggestions] a');
    assert.ok((await links.count()) >= 2);
    await page.locator('[data-suggestions] a[data-set="concurrency"]').click();
    assert.equal(await verdict(), 'fits');
    assert.equal(await page.locator('#home-concurrency').inputValue(), String(size('inference-memory', { context: '128k', concurrency: 'max' }).output.fitting_sequences));
  }, phone);
});

test('"Fine-tune an 8B with QLoRA: does it fit on a 4090?"', async () => {
  await from('zh', async (page) => {
    await page.locator('.presets a', { hasText: 'QLoRA' }).click();
    await answered(page);
    assert.equal(await page.locator('[data-verdict]').getAttribute('data-verdict'), 'fits');
    assert.ok((await shown(page, 'total_bytes')).endsWith('GB'));
  });
});
