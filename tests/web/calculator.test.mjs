// The VRAM calculator in Chromium: the engine of the page answers what the engine of the command line answers.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { desktop, open, pages, phone, read, size, stage, urlOf } from './support.mjs';

const path = '/zh/calculators/inference-memory/';
const here = stage();

/** Runs `body` on the calculator with this query. */
const on = (query, body, options = desktop, url = path) => here.visit(url + query, body, options);
const ready = (page) => page.waitForFunction(() => document.querySelector('gloss-calculator')?.answer);
const shown = (page, field) => page.locator(`details[data-steps="${field}"] > summary output[data-field="${field}"]`).textContent();
const answered = (page) => page.evaluate(() => ({ ...document.querySelector('gloss-calculator').answer.outputs }));

function agrees(outputs, settings) {
  const { output } = size('inference-memory', settings);
  let compared = 0;
  for (const [field, expected] of Object.entries(output)) {
    const got = outputs[field];
    if (typeof expected === 'boolean') assert.equal(!!got, expected, field);
    else if (typeof expected === 'number') assert.ok(Math.abs(got - expected) <= 1e-12 * Math.abs(expected), `${field}: page ${got}, command line ${expected}`);
    else if (expected === null) assert.ok(Number.isNaN(got), `${field}: page ${got}, command line absent`);
    else continue;
    compared++;
  }
  assert.ok(compared > 15, `${compared} outputs`);
}

describe('the page without JavaScript', () => {
  test('shows the default scenario as the engine computes it, and the form can be sent', async () => {
    const context = await here.browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(here.server.origin + path);
    const plain = await page.locator('output[data-field]').allTextContents();
    const verdict = await page.locator('[data-verdict]').getAttribute('data-verdict');
    await context.close();
    await on('', async (withScript) => {
      assert.deepEqual(await withScript.locator('output[data-field]').allTextContents(), plain);
      assert.equal(await withScript.locator('[data-verdict]').getAttribute('data-verdict'), verdict);
      agrees(await answered(withScript), {});
    });
    assert.match(read('zh/calculators/inference-memory/index.html'), /<form[^>]+method="get"/);
  });
  test('upgrading it changes nothing that is drawn', async () => {
    const picture = async (javaScriptEnabled) => {
      const context = await here.browser.newContext({ javaScriptEnabled, ...desktop });
      const page = await context.newPage();
      await page.goto(here.server.origin + path);
      if (javaScriptEnabled) await ready(page);
      const text = await page.locator('gloss-calculator .answer').innerText();
      const bars = await page.locator('[data-part]').evaluateAll((all) => all.map((part) => [part.getAttribute('x'), part.getAttribute('width')].join()));
      await context.close();
      return { text, bars };
    };
    assert.deepEqual(await picture(true), await picture(false));
  });
});

describe('every calculator', () => {
  for (const url of pages().filter((file) => /^[a-z]+\/calculators\/[^/]+\/index\.html$/.test(file) && read(file).includes('<gloss-calculator')).map(urlOf)) {
    test(`${url} answers in the browser just what the server drew`, async () => {
      const context = await here.browser.newContext({ javaScriptEnabled: false });
      const plain = await context.newPage();
      await plain.goto(here.server.origin + url);
      const texts = (page) => page.locator('gloss-calculator output[data-field], gloss-calculator [data-range]').allTextContents();
      const drawn = await texts(plain);
      await context.close();
      await on('', async (page) => assert.deepEqual(await texts(page), drawn), desktop, url);
    });
  }
});

describe('typing', () => {
  test('answers what the command line answers', async () => {
    await on('', async (page) => {
      await page.locator('#model').selectOption('llama-3.1-8b');
      await page.locator('#context').fill('32k');
      await page.locator('#concurrency').fill('7');
      await page.locator('#gpus').fill('1');
      agrees(await answered(page), { model: 'llama-3.1-8b', context: '32k', concurrency: 7, gpus: 1 });
    });
  });
  const scenarios = [
    { model: 'deepseek-v3', gpu: 'h200-sxm', gpus: 8, weights: 'fp8-block128' },
    { model: 'qwen3-32b', gpu: 'a100-80-sxm', gpus: 2, weights: 'awq-int4-g128', concurrency: 'max' },
    { model: 'llama-3.1-405b', gpu: 'b200', gpus: 8, weights: 'nvfp4', kv_cache: 'fp8', context: 131072, concurrency: 3 },
    { model: 'llama-3.1-70b', gpu: 'h100-sxm', gpus: 1, weights: 'bf16', engine: 'transformers' },
  ];
  for (const scenario of scenarios) {
    test(`agrees for ${Object.values(scenario).join(' ')}`, async () => {
      await on('', async (page) => {
        for (const [field, value] of Object.entries(scenario)) {
          const control = page.locator('#' + field);
          await control.evaluate((element) => { for (let up = element; (up = up.closest('details:not([open])')); ) up.open = true; });
          if ((await control.evaluate((element) => element.tagName)) === 'SELECT') {
            assert.equal(await control.locator(`option[value="${value}"]`).count(), 1, `the form offers ${value}`);
            await control.selectOption(String(value));
          } else await control.fill(String(value));
        }
        agrees(await answered(page), scenario);
      });
    });
  }
  test('the verdict changes with the answer, and is announced politely', async () => {
    await on('', async (page) => {
      await page.locator('#model').selectOption('llama-3.1-405b');
      await page.locator('#gpus').fill('1');
      assert.equal(await page.locator('[data-verdict]').getAttribute('data-verdict'), 'misses');
      await page.locator('[data-live][role=status]', { hasText: '放不下' }).waitFor({ state: 'attached' });
    });
  });
  test('a suggestion makes it fit with one click', async () => {
    await on('?gpus=1', async (page) => {
      assert.equal(await page.locator('[data-verdict]').getAttribute('data-verdict'), 'misses');
      const links = page.locator('[data-suggestions] a');
      assert.ok((await links.count()) > 0);
      const field = await links.first().getAttribute('data-set');
      await links.first().click();
      assert.equal(await page.locator('[data-verdict]').getAttribute('data-verdict'), 'fits');
      await page.waitForFunction((name) => new URLSearchParams(location.search).has(name), field);
    });
  });
  test('a mistake is told at its field and the last good answer stays', async () => {
    await on('', async (page) => {
      const before = await shown(page, 'total_bytes');
      const control = page.locator('#context');
      await control.fill('viel');
      assert.equal(await control.getAttribute('aria-invalid'), 'true');
      const error = page.locator('#context-error');
      assert.ok(await error.isVisible());
      assert.ok((await control.getAttribute('aria-describedby')).split(' ').includes('context-error'));
      assert.match(await error.textContent(), /viel/);
      assert.equal(await shown(page, 'total_bytes'), before);
      await control.fill('0');
      assert.match(await error.textContent(), /0/);
      await control.fill('4096');
      assert.equal(await control.getAttribute('aria-invalid'), 'false');
      assert.ok(!(await error.isVisible()));
    });
  });
  test('an emptied field takes its default', async () => {
    await on('', async (page) => {
      const before = await answered(page);
      await page.locator('#context').fill('100');
      await page.locator('#context').fill('');
      assert.deepEqual(await answered(page), before);
    });
  });
  test('nothing moves while one types', async () => {
    await on('', async (page) => {
      // The form on the page, the answer (which is sticky) in its own box.
      const places = () => page.evaluate(() => ['.field', '.answer > *, .facts > *'].flatMap((selector, i) => {
        const top = i ? document.querySelector('.answer').getBoundingClientRect().top : -scrollY;
        return [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility() && !element.matches('.warnings, .suggestions'))
          .map((element) => `${element.className} ${element.dataset.for ?? ''} ${Math.round(element.getBoundingClientRect().top - top)}`);
      }));
      const before = await places();
      await page.locator('#context').focus();
      for (const text of ['1', '12', '128', '1280', '12800', '']) {
        await page.locator('#context').fill(text);
        assert.deepEqual(await places(), before, `after ${text}`);
      }
    });
  });
});

describe('derivations', () => {
  test('every opened number shows its steps with the values in place', async () => {
    await on('', async (page) => {
      const details = page.locator('details[data-steps="total_bytes"]');
      await details.locator('summary').click();
      const drawn = await details.locator('ol').innerText();
      await page.locator('#context').fill('16384');
      const after = await shown(page, 'total_bytes');
      await details.locator('li output').last().filter({ hasText: after }).waitFor();
      assert.notEqual(await details.locator('ol').innerText(), drawn);
      assert.ok(!drawn.includes(after));
    });
  });
  test('opening one redraws just what the server drew', async () => {
    await on('', async (page) => {
      const all = page.locator('details[data-steps]');
      const read = () => all.evaluateAll((list) => list.map((details) => [...details.querySelectorAll('li')].map((step) => step.textContent.replace(/\s+/g, ' ').trim())));
      const server = await read();
      await all.evaluateAll((list) => list.forEach((details) => {
        details.querySelectorAll('li').forEach((step) => (step.className = 'drawn-by-the-server'));
        details.open = true;
      }));
      await page.waitForFunction(() => !document.querySelector('.drawn-by-the-server'));
      assert.deepEqual(await read(), server);
    });
  });
});

describe('the address', () => {
  test('holds what differs from the defaults, and brings it back', async () => {
    let url, answer;
    await on('', async (page) => {
      await page.locator('#model').selectOption('llama-3.1-8b');
      await page.locator('#context').fill('32k');
      await page.waitForFunction(() => location.search.includes('context=32k'));
      url = new URL(await page.evaluate(() => location.href));
      assert.deepEqual([...url.searchParams.keys()].sort(), ['context', 'model']);
      answer = await answered(page);
    });
    await on(url.search, async (page) => {
      assert.equal(await page.locator('#context').inputValue(), '32k');
      assert.deepEqual(await answered(page), answer);
    });
  });
  test('back and forward go through the answers', async () => {
    await on('', async (page) => {
      const first = await answered(page);
      await page.locator('#context').fill('4096');
      await page.waitForFunction(() => location.search === '?context=4096');
      await page.locator('#gpus').fill('4');
      await page.waitForFunction(() => location.search.includes('gpus=4'));
      await page.goBack();
      await page.waitForFunction(() => document.querySelector('#gpus').value !== '4');
      assert.equal(await page.locator('#context').inputValue(), '4096');
      await page.goBack();
      await page.waitForFunction(() => document.querySelector('#context').value !== '4096');
      assert.deepEqual(await answered(page), first);
      await page.goForward();
      await page.waitForFunction(() => document.querySelector('#context').value === '4096');
    });
  });
  test('unknown fields and ids are ignored with a notice', async () => {
    await on('?colour=red&gpu=h9000', async (page) => {
      const notices = await page.locator('[data-warnings]').innerText();
      assert.match(notices, /colour/);
      assert.match(notices, /h9000/);
      agrees(await answered(page), {});
    });
  });
  test('an inline model is computed', async () => {
    const model = { layers: 32, hidden: 4096, intermediate: 14336, heads: 32, kv_heads: 8, vocab: 128256 };
    const settings = Object.fromEntries(Object.entries(model).map(([member, value]) => ['model.' + member, value]));
    await on('?' + new URLSearchParams(settings), async (page) => {
      agrees(await answered(page), settings);
      await page.locator('#context').fill('1000');
      await page.waitForFunction(() => location.search.includes('context=1000') && location.search.includes('model.layers=32'));
    });
  });
});

describe('without a mouse', () => {
  test('the keyboard reaches every field, chooses, types and opens a derivation', async () => {
    await on('', async (page) => {
      await page.locator('#model').focus();
      const start = await page.locator('#model').inputValue();
      await page.keyboard.press('ArrowDown');
      assert.notEqual(await page.locator('#model').inputValue(), start);
      const visited = new Set();
      for (let i = 0; i < 80; i++) {
        await page.keyboard.press('Tab');
        visited.add(await page.evaluate(() => document.activeElement.id || document.activeElement.closest('[data-steps]')?.dataset.steps || document.activeElement.textContent.trim().slice(0, 20)));
        if (await page.evaluate(() => document.activeElement.matches('summary') && document.activeElement.closest('[data-steps=total_bytes]'))) {
          await page.keyboard.press('Enter');
          break;
        }
      }
      for (const field of ['weights', 'gpu', 'gpus', 'context', 'concurrency', 'engine']) assert.ok(visited.has(field), `${field} was not reached`);
      assert.ok(await page.locator('details[data-steps="total_bytes"] ol li').first().isVisible());
    });
  });
});

describe('the small calculator of the home page', () => {
  test('answers, leaves the address alone, and hands its fields on', async () => {
    await on('', async (page) => {
      await page.locator('#home-gpus').fill('8');
      agrees(await answered(page), { gpus: 8 });
      // A timer of the page that ends after the one that would write the address.
      assert.equal(await page.evaluate(() => new Promise((resolve) => setTimeout(() => resolve(location.search), 400))), '');
      await page.locator('gloss-calculator button[type=submit]').click();
      await page.waitForURL('**/calculators/inference-memory/**');
      assert.equal(new URL(page.url()).search, '?gpus=8');
    }, desktop, '/zh/');
  });
  test('works on a phone', async () => {
    await on('', async (page) => {
      await page.locator('#context').tap();
      await page.locator('#context').fill('2048');
      agrees(await answered(page), { context: 2048 });
      const verdict = await page.locator('[data-verdict]').boundingBox();
      assert.ok(verdict.y < 844, 'the verdict is on the screen');
    }, phone);
  });
});
