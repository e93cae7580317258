// Calculators on another site's page: a frame under a strict policy, with and without the resize script; the element; oEmbed.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, open, phone, read, serve, site, size } from './support.mjs';

let browser, ours, host;
/** The host's pages: path -> {policy, body}. */
const hosted = new Map();
before(async () => {
  [browser, ours] = await Promise.all([launch(), serve()]);
  const server = createServer(({ url }, response) => {
    const page = hosted.get(url);
    response.statusCode = page ? 200 : url === '/favicon.ico' ? 204 : 404;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (page?.policy) response.setHeader('content-security-policy', page.policy);
    response.end(page ? `<!doctype html><html lang="zh"><title>h</title><body>${page.body}` : '');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = { origin: `http://localhost:${server.address().port}`, close: () => server.close(server.closeAllConnections()) };
});
after(async () => {
  await browser.close();
  ours.close();
  host.close();
});

/** The snippet as the builder's page prints it, with this server for the published address. */
function snippet(name, language = 'zh') {
  const [, text] = new RegExp(`data-snippet="${name}">([^]*?)</code>`).exec(read(`${language}/embed/index.html`));
  const plain = text.replace(/&(lt|gt|quot|amp);/g, (_, id) => ({ lt: '<', gt: '>', quot: '"', amp: '&' })[id]);
  const base = /data-base="([^"]*)"/.exec(read(`${language}/embed/index.html`))[1];
  return plain.replaceAll(base, ours.origin);
}

async function on(path, page, body) {
  hosted.set(path, page);
  const opened = await open(browser, host.origin + path);
  try {
    await body(opened);
  } finally {
    await opened.context().close();
  }
}
const answered = (frame) => frame.waitForFunction(() => document.querySelector('gloss-calculator')?.answer);
const framed = async (page) => (await page.locator('iframe').first().elementHandle()).contentFrame();
const strict = () => `default-src 'self'; frame-src ${ours.origin}`;

test('C08: the default snippet is one frame without a script, and works on a host with a strict policy', async () => {
  const text = snippet('frame');
  assert.match(text, /^<iframe [^>]*title="[^"]+"[^>]*loading="lazy"[^>]*min-height:\d+px[^>]*><\/iframe>$/);
  assert.doesNotMatch(text, /script/);
  await on('/strict', { policy: strict(), body: text }, async (page) => {
    const frame = await framed(page);
    await answered(frame);
    await frame.locator('[name="concurrency"]').fill('4');
    await frame.waitForFunction(() => document.querySelector('gloss-calculator').answer.used.concurrency === 4);
    const { output } = size('inference-memory', { concurrency: 4 });
    assert.equal(await frame.evaluate(() => document.querySelector('gloss-calculator').answer.outputs.total_bytes), output.total_bytes);
    assert.deepEqual(await page.context().cookies(), []);
    assert.deepEqual(page.problems.filter((problem) => !/style/.test(problem)), []);
  });
});

test('frames take fields, theme, accent, locked and hidden fields from their address, and tell the page their answers', async () => {
  const source = `${ours.origin}/embed/v1/en/inference-memory/?concurrency=8&theme=dark&accent=rebeccapurple&lock=gpu&hide=context`;
  const body = `<iframe src="${source.replaceAll('&', '&amp;')}" title="t" width="400" height="600"></iframe>`;
  await on('/look', { body }, async (page) => {
    await page.evaluate(() => addEventListener('message', ({ data }) => data.type === 'gloss-result' && (window.told = data)));
    const frame = await framed(page);
    await answered(frame);
    assert.equal(await frame.locator('[name="gpu"]').isDisabled(), true);
    assert.equal(await frame.locator('.field[data-for="context"]').isHidden(), true);
    assert.equal(await frame.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent').trim()), 'rebeccapurple');
    const paper = await frame.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.ok(paper.match(/\d+/g).slice(0, 3).every((part) => Number(part) < 60), `dark paper ${paper}`);
    await frame.locator('[name="concurrency"]').fill('16');
    await page.waitForFunction(() => window.told?.input.concurrency === '16');
    const { output } = size('inference-memory', { concurrency: 16 });
    assert.equal(await page.evaluate(() => window.told.output.kv_cache_bytes), output.kv_cache_bytes);
    assert.match(await frame.locator('[data-full]').getAttribute('href'), /concurrency=16/);
  });
});

test('ten frames on one page grow with the resize script, which believes our origin alone', async () => {
  const frames = Array(10).fill(`<iframe src="${ours.origin}/embed/v1/zh/billing/" title="t" width="360" height="100"></iframe>`).join('');
  await on('/ten', { body: `<script src="${ours.origin}/embed/v1/resize.js"></script>${frames}` }, async (page) => {
    await page.waitForFunction(() => [...document.querySelectorAll('iframe')].every((frame) => Number(frame.height) > 300), null, { timeout: 60000 });
    // Heights that the page itself and a frame of its own send are not believed: this listener hears them after the script's.
    await page.evaluate(() => {
      window.heard = [];
      addEventListener('message', ({ data, origin }) => data.height === 5 && heard.push(origin));
      const frame = document.body.appendChild(document.createElement('iframe'));
      frame.className = 'stranger';
      frame.srcdoc = `<script>parent.postMessage({ type: 'gloss-height', height: 5 }, '*')</` + 'script>';
      postMessage({ type: 'gloss-height', height: 5 }, '*');
    });
    await page.waitForFunction(() => heard.length === 2);
    assert.deepEqual(await page.locator('iframe').evaluateAll((all) => all.map((frame) => frame.matches('.stranger') || Number(frame.height) > 300)), Array(11).fill(true));
    assert.equal(await page.locator('.stranger').getAttribute('height'), null);
    assert.deepEqual(page.problems, []);
  });
});

test('the element of embed.js answers on another origin, follows its attributes and dispatches gloss-result', async () => {
  const body = `<script type="module" src="${ours.origin}/embed/v1/embed.js"></script>
    <gloss-inference-memory lang="en" concurrency="8" theme="light" lock="gpu"></gloss-inference-memory>
    <script>addEventListener('gloss-result', ({ detail }) => (window.result = detail))</script>`;
  await on('/element', { body }, async (page) => {
    await page.waitForFunction(() => window.result?.input.concurrency === '8');
    await page.evaluate(() => document.querySelector('gloss-inference-memory').setAttribute('concurrency', '24'));
    await page.waitForFunction(() => window.result.input.concurrency === '24');
    const { output } = size('inference-memory', { concurrency: 24 });
    assert.equal(await page.evaluate(() => window.result.output.total_bytes), output.total_bytes);
    assert.equal(await page.evaluate(() => location.search), '');
    const shown = page.locator('gloss-inference-memory');
    assert.ok((await shown.boundingBox()).height > 300);
    assert.equal(await shown.evaluate((element) => element.shadowRoot.querySelector('[name="gpu"]').disabled), true);
    assert.deepEqual(page.problems, []);
  });
});

const names = ['gpu', 'weights', 'kv_cache', 'gpus', 'tensor_parallel', 'pipeline_parallel', 'expert_parallel', 'replicas', 'pareto'];
const sameOptions = (got, expected) => {
  assert.equal(got.length, expected.length);
  got.forEach((option, i) => assert.deepEqual(names.map((name) => Number(option[name]) || option[name] || 0), names.map((name) => Number(expected[i][name]) || expected[i][name] || 0), `option ${i + 1}`));
};
const planners = [
  ['without a policy: a worker of a blob', undefined, false],
  ['a policy that lets in our scripts alone: the main thread', () => `default-src 'self'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval' ${ours.origin}; connect-src ${ours.origin}; style-src 'self' 'unsafe-inline'; worker-src 'none'`, true],
  ['a policy that lets blobs be workers', () => `default-src 'self'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval' ${ours.origin}; connect-src ${ours.origin}; style-src 'self' 'unsafe-inline'; worker-src blob:`, false],
];
let whole;
for (const [what, policy, isRefused] of planners)
  test(`<gloss-plan>, ${what}`, async () => {
    const settings = { model: 'qwen3-32b', concurrency: 48, gpus_allowed: 'h100-sxm,a100-80-sxm,l40s,rtx-4090', prices: 'h100-sxm:2.5,l40s:0.9' };
    const attributes = Object.entries(settings).map(([name, value]) => `${name.replaceAll('_', '-')}="${value}"`).join(' ');
    const body = `<script type="module" src="${ours.origin}/embed/v1/embed.js"></script><gloss-plan lang="en" ${attributes}></gloss-plan>
      <script>addEventListener('gloss-result', ({ detail }) => (window.result = detail)); new PerformanceObserver((list) => (window.long = Math.max(window.long ?? 0, ...list.getEntries().map(({ duration }) => duration)))).observe({ type: 'longtask' })</script>`;
    await on(`/plan-${isRefused}-${!!policy}`, { policy: policy?.(), body }, async (page) => {
      await page.waitForFunction(() => window.result?.options);
      sameOptions(await page.evaluate(() => window.result.options), size('plan', settings).options);
      // The whole catalog, with everything that ranks, drops and warns: the same wherever it is searched.
      const plan = page.locator('gloss-plan'), found = [];
      for (const objective of ['cost', 'latency', 'energy']) {
        await page.evaluate((value) => {
          window.result = null;
          const element = document.querySelector('gloss-plan');
          element.removeAttribute('gpus-allowed');
          element.setAttribute('objective', value);
        }, objective);
        await page.waitForFunction((value) => window.result?.options && window.result.input.objective === value && !window.result.input.gpus_allowed, objective);
        found.push(await plan.evaluate(({ calculator: { plan: { options, rejected, warnings } } }) => JSON.stringify({ options, rejected, warnings })));
      }
      assert.equal(await plan.evaluate((element) => element.calculator.plan.options.length), 128);
      whole ??= found;
      // Of 90 kB a search: not printed.
      found.forEach((each, i) => assert.ok(each === whole[i], `search ${i} answers otherwise than the worker`));
      assert.match(await plan.locator('[data-cell="gpu"]').first().getAttribute('href'), new RegExp(`^${ours.origin}/en/calculators/throughput/\\?`));
      await plan.locator('[name="concurrency"]').fill('8');
      await page.waitForFunction(() => window.result.input.concurrency === '8');
      assert.equal(await page.evaluate(() => location.search), '');
      assert.deepEqual(page.problems.filter((problem) => !/worker|blob:|style/i.test(problem)), []);
    });
  });

test('the planner in a frame tells its options, and locks its lists', async () => {
  const settings = { model: 'llama-3.1-8b', gpus_allowed: 'h100-sxm,l40s' };
  const source = `${ours.origin}/embed/v1/zh/plan/?${new URLSearchParams(settings)}&lock=prices,max_gpus`;
  await on('/plan-frame', { policy: `default-src 'self' 'unsafe-inline'; frame-src ${ours.origin}`, body: `<iframe src="${source.replaceAll('&', '&amp;')}" title="t" width="700" height="900"></iframe><script>addEventListener('message', ({ data }) => data.type === 'gloss-result' && (window.told = data))</script>` }, async (page) => {
    await page.waitForFunction(() => window.told?.options);
    sameOptions(await page.evaluate(() => window.told.options), size('plan', settings).options);
    const frame = await framed(page);
    assert.equal(await frame.locator('[data-slides="max_gpus"]').isDisabled(), true);
    assert.equal(await frame.locator('[data-list="prices"] [data-item]').first().isDisabled(), true);
    assert.equal(await frame.locator('[data-warnings] li', { hasText: 'lock' }).count(), 0);
  });
});

// The longest form of all has 1.5 kB more; the planner, with its lists and its worker's engine from the cache, is no light one.
test('an embed costs at most 70 kB brotli, all it fetches at first', async () => {
  for (const [calculator, most] of [['inference-memory', 70000], ['billing', 70000], ['collective', 70000], ['throughput', 72000]]) {
    let total = 0;
    const page = await browser.newPage();
    page.on('response', async (response) => {
      const path = new URL(response.url()).pathname.replace(/\/$/, '/index.html');
      try {
        total += statSync(join(site, path + '.br')).size;
      } catch {
        total += statSync(join(site, path)).size;
      }
    });
    await page.goto(`${ours.origin}/embed/v1/en/${calculator}/`, { waitUntil: 'networkidle' });
    await answered(page);
    await page.close();
    assert.ok(total > 40000 && total <= most, `${calculator}: ${total} B`);
  }
});

test('oEmbed answers stand where the calculator pages say', async () => {
  const html = read('en/calculators/throughput/index.html');
  const [, address] = /application\/json\+oembed" title="[^"]*" href="[^"]*?(\/embed\/[^"]+)"/.exec(html);
  const answer = JSON.parse(read(address.slice(1)));
  assert.equal(answer.type, 'rich');
  assert.equal(answer.version, '1.0');
  assert.match(answer.html, /^<iframe src="https?:\/\/[^"]+\/embed\/v1\/en\/throughput\/"/);
});

test('pages may not be framed by others, embeds may; nothing else is said twice', () => {
  const headers = read('_headers');
  assert.match(headers, /\/embed\/\*\n {2}Content-Security-Policy: [^\n]*frame-ancestors \*\n/);
  assert.match(headers, /\/zh\/\*\n {2}Content-Security-Policy: [^\n]*frame-ancestors 'self'\n/);
  assert.doesNotMatch(headers.split('\n/')[0], /Content-Security-Policy/);
  assert.match(read('_redirects'), /^\/embed\/throughput\/ \/embed\/v1\/zh\/throughput\/ 301$/m);
  assert.ok(site);
});

test('the builder prints what its fields say, and shows it', async () => {
  const page = await open(browser, ours.origin + '/zh/embed/', phone);
  try {
    await page.locator('[name="calculator"]').selectOption('throughput');
    await page.locator('[name="fields"]').fill('https://x.example/zh/calculators/throughput/?gpus=4&model=qwen3-32b');
    await page.locator('[name="lock"]').fill('gpu');
    const code = (name) => page.locator(`[data-snippet="${name}"]`).textContent();
    await page.waitForFunction(() => document.querySelector('[data-snippet="frame"]').textContent.includes('lock=gpu'));
    assert.match(await code('frame'), /\/embed\/v1\/zh\/throughput\/\?gpus=4&amp;model=qwen3-32b&amp;lock=gpu"/);
    assert.match(await code('element'), /<gloss-throughput lang="zh" gpus="4" model="qwen3-32b" lock="gpu"><\/gloss-throughput>/);
    const preview = await page.locator('iframe.preview').elementHandle();
    await page.waitForFunction((frame) => frame.contentWindow.location.search.includes('lock=gpu') && frame.contentDocument.querySelector('gloss-calculator')?.answer, preview);
    const { output } = size('throughput', { gpus: 4, model: 'qwen3-32b' });
    assert.equal(await preview.evaluate((frame) => frame.contentDocument.querySelector('gloss-calculator').answer.outputs.tpot_s), output.tpot_s);
    assert.equal(await preview.evaluate((frame) => frame.contentDocument.querySelector('[name="gpus"]').value), '4');
    assert.deepEqual(page.problems, []);
  } finally {
    await page.context().close();
  }
});
