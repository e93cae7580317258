// What a reader takes away from a calculator, and the presets.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { desktop, phone, size, stage } from './support.mjs';

const here = stage();

const on = (path, body, options = desktop) => here.visit(path, body, { ...options, permissions: ['clipboard-read', 'clipboard-write'] });
/** Presses a tool's button; what the clipboard holds then. */
async function take(page, tool) {
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await page.locator(`[data-tool="${tool}"]`).click();
  await page.waitForFunction(async () => (await navigator.clipboard.readText()) !== '');
  return page.evaluate(() => navigator.clipboard.readText());
}
const near = (got, expected) => (expected === null ? got === null : Math.abs(got - expected) <= 1e-12 * Math.abs(expected));

test('JSON has the numbers of the command line, with their ranges', async () => {
  await on('/en/calculators/throughput/?model=llama-3.1-8b&gpus=1&concurrency=16', async (page) => {
    const taken = JSON.parse(await take(page, 'json')), { output, range } = size('throughput', { model: 'llama-3.1-8b', gpus: 1, concurrency: 16 });
    assert.equal(taken.calculator, 'throughput');
    assert.deepEqual([taken.input.model, taken.input.gpu, taken.input.concurrency], ['llama-3.1-8b', 'h100-sxm', 16]);
    for (const figure of ['ttft_s', 'tpot_s', 'output_tokens_per_s', 'cost_per_million_output_tokens_usd']) assert.ok(near(taken.output[figure], output[figure]), figure);
    assert.equal(taken.output.bound, output.bound);
    assert.ok(range.tpot_s && range.tpot_s.every((end, i) => near(taken.range.tpot_s[i], end)));
    assert.match(taken.url, /concurrency=16/);
  });
});
test('Markdown and CSV hold what the page shows', async () => {
  await on('/zh/calculators/inference-memory/?gpus=4&context=16k', async (page) => {
    const shown = await page.locator('details[data-steps="total_bytes"] > summary output').textContent();
    const label = (await page.locator('details[data-steps="total_bytes"] > summary .name').textContent()).trim();
    const markdown = await take(page, 'markdown'), csv = await take(page, 'csv');
    assert.match(markdown, /^\[[^\]]+\]\(http[^)]+context=16k[^)]*\)\n/);
    assert.ok(markdown.includes(`| ${label} | ${shown} |`), markdown);
    assert.ok(markdown.includes('16k'));
    assert.ok(csv.split('\r\n').some((line) => line.startsWith(label + ',') && line.includes(shown)), csv);
    assert.equal(await take(page, 'link'), page.url());
    // What is typed is in the link at once, though the address follows after a pause.
    await page.locator('#context').fill('20k');
    await page.evaluate(() => {
      window.taken = new Promise((resolve) => (navigator.clipboard.writeText = async (text) => resolve(text)));
      document.querySelector('#context').value = '24k';
      document.querySelector('#context').dispatchEvent(new Event('input', { bubbles: true }));
      document.querySelector('[data-tool=link]').click();
    });
    assert.match(await page.evaluate(() => taken), /\?gpus=4&context=24k$/);
  });
});
test('the vllm command has the scenario\'s flags', async () => {
  await on('/en/calculators/throughput/?gpus=4&tensor_parallel=4&input_tokens=8192&output_tokens=8192&concurrency=48&kv_cache=fp8&batch_tokens=4096', async (page) => {
    const command = await take(page, 'vllm');
    for (const flag of ['--tensor-parallel-size 4', '--max-model-len 16384', '--max-num-seqs 48', '--kv-cache-dtype fp8', '--max-num-batched-tokens 4096']) assert.ok(command.includes(flag), `${flag} in\n${command}`);
    assert.ok(!command.includes('pipeline'));
  });
});
test('the planner gives its table and its options', async () => {
  await on('/en/calculators/plan/?gpus_allowed=h100-sxm,b200&prices=h100-sxm:3', async (page) => {
    await page.waitForFunction(() => document.querySelector('gloss-calculator').plan);
    const { options } = size('plan', { gpus_allowed: 'h100-sxm,b200', prices: 'h100-sxm:3' });
    const taken = JSON.parse(await take(page, 'json'));
    assert.deepEqual(taken.options.map(({ gpu, gpus, weights }) => [gpu, gpus, weights]), options.map(({ gpu, gpus, weights }) => [gpu, gpus, weights]));
    assert.equal((await take(page, 'csv')).trim().split('\r\n').length, 1 + Math.min(10, options.length));
  });
});
test('a refused clipboard shows the text instead', async () => {
  await on('/en/calculators/billing/', async (page) => {
    await page.evaluate(() => { navigator.clipboard.writeText = () => Promise.reject(new Error('refused')); });
    await page.locator('[data-tool="json"]').click();
    const area = page.locator('[data-taken]');
    await area.waitFor({ state: 'visible' });
    assert.equal(JSON.parse(await area.inputValue()).calculator, 'billing');
  });
});
test('a preset fills the form; without JavaScript it is a link still, and the tools are not shown', async () => {
  await on('/zh/calculators/training-memory/', async (page) => {
    await page.locator('.presets a').first().tap();
    await page.waitForURL('**/?*qlora*');
    await page.waitForFunction(() => document.querySelector('gloss-calculator')?.answer);
    assert.equal(await page.locator('#method').inputValue(), 'qlora');
    assert.equal(await page.locator('#recompute').inputValue(), 'full');
    assert.equal(await page.locator('[data-verdict]').getAttribute('data-verdict'), 'fits');
  }, phone);
  const context = await here.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(here.server.origin + '/zh/calculators/training-memory/');
  assert.ok((await page.locator('.presets a').count()) >= 3);
  assert.equal(await page.locator('.take').isVisible(), false);
  await context.close();
});
