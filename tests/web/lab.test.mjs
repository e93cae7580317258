// The lab in a browser: loads on a click, real mouse and keys on its canvas, and its numbers are `gloss size`'s.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { desktop, files, phone, site, size, stage } from './support.mjs';

const here = stage({ graphics: true });
const panels = ['map', 'roofline', 'curves', 'topology', 'parallelism', 'measured'];
// GLOSS_PICTURES=DIR keeps a picture of every panel in both languages and themes.
const pictures = process.env.GLOSS_PICTURES;

const opened = (page) => page.waitForFunction(() => document.querySelector('[data-lab]').lab?.stats.frames > 3, null, { timeout: 60000 });
const settled = (page) => page.waitForFunction(() => {
  const { lab } = document.querySelector('[data-lab]');
  const at = [lab.query(), lab.stats.frames].join();
  const still = window.before === at || (lab.stats.complete && lab.query() === location.search.slice(1));
  window.before = at;
  return still && lab.stats.complete > 0;
}, null, { polling: 300, timeout: 60000 });

/** Opens the lab with this query, runs `body`. */
const inLab = (query, body, options = desktop, language = 'zh') => here.visit(`/${language}/lab/${query}`, async (page) => {
  await page.click('[data-lab-open]');
  await opened(page);
  await settled(page);
  await body(page);
}, options);

/** The middle of a control, or a share of its width, in pixels of the page. */
async function at(page, name, along = 0.5, down = 0.5) {
  const place = await page.evaluate((control) => {
    const { lab } = document.querySelector('[data-lab]'), found = lab.place(control);
    const { left, top, width } = lab.canvas.getBoundingClientRect(), ratio = lab.canvas.width / width;
    return found && [left + found.left / ratio, top + found.top / ratio, left + found.right / ratio, top + found.bottom / ratio];
  }, name);
  assert.ok(place, `nothing called ${name} was drawn`);
  return [place[0] + along * (place[2] - place[0]), place[1] + down * (place[3] - place[1])];
}
/** Waits for so many frames: Dear ImGui takes one event of a kind a frame. */
const frames = (page, count = 4) => page.evaluate((more) => new Promise((resolve) => {
  const { stats } = document.querySelector('[data-lab]').lab, until = stats.frames + more;
  const look = () => (stats.frames >= until ? resolve() : setTimeout(look, 10));
  look();
}), count);
async function click(page, name, along, down) {
  await page.mouse.move(...await at(page, name, along, down));
  await frames(page, 2);
  await page.mouse.down();
  await frames(page, 2);
  await page.mouse.up();
  await frames(page);
  await settled(page);
}
async function press(page, key) {
  await page.keyboard.down(key);
  await frames(page, 2);
  await page.keyboard.up(key);
  await frames(page, 2);
}
async function drag(page, name, from, to) {
  await page.mouse.move(...await at(page, name, from));
  await frames(page, 2);
  await page.mouse.down();
  await frames(page, 2);
  for (let step = 1; step <= 6; ++step) {
    await page.mouse.move(...await at(page, name, from + (to - from) * step / 6));
    await frames(page, 1);
  }
  await page.mouse.up();
  await frames(page);
  await settled(page);
}
const output = (page, name) => page.evaluate((id) => document.querySelector('[data-lab]').lab.output(id), name);
const query = (page) => page.evaluate(() => Object.fromEntries(new URLSearchParams(document.querySelector('[data-lab]').lab.query())));
const close = (a, b) => assert.ok(Math.abs(a - b) <= 1e-12 * Math.abs(b), `${a} is not ${b}`);

describe('the page', () => {
  test('has the numbers of its first scenario without JavaScript', async () => {
    const context = await here.browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(here.server.origin + '/en/lab/');
    const { output: served } = size('throughput', {}), { output: memory } = size('inference-memory', { context: 2048 });
    const shown = Object.fromEntries(await page.locator('output[data-output]').evaluateAll((all) => all.map((one) => [one.dataset.output, one.textContent])));
    assert.match(shown.output_tokens_per_s, new RegExp(Math.round(served.output_tokens_per_s).toLocaleString('en')));
    assert.match(shown.total_bytes, new RegExp((memory.total_bytes / 1e9).toPrecision(3)));
    assert.ok(await page.locator('.lab-map td').count() >= 25);
    assert.equal(await page.locator('[data-lab-open]').isVisible(), false);
    await context.close();
  });
  test('fetches nothing of the lab before the click', async () => {
    const page = await (await here.browser.newContext()).newPage();
    const fetched = [];
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
    await page.goto(here.server.origin + '/zh/lab/', { waitUntil: 'networkidle' });
    assert.deepEqual(fetched.filter((path) => /lab_module|app\.js|\.wasm|\.ttf|\/data\//.test(path)), []);
    await page.click('[data-lab-open]');
    await opened(page);
    assert.ok(fetched.some((path) => path.endsWith('/lab.wasm')) && fetched.some((path) => path.endsWith('/lab.ttf')));
    await page.context().close();
  });
  test('every letter that the lab may show is in its font', () => {
    const font = readFileSync(join(site, files().find((path) => path.endsWith('/lab.ttf'))));
    const tables = Object.fromEntries(Array.from({ length: font.readUInt16BE(4) }, (_, i) => [font.toString('latin1', 12 + 16 * i, 16 + 16 * i), font.readUInt32BE(20 + 16 * i)]));
    const cmap = tables.cmap + font.readUInt32BE(tables.cmap + 8), has = new Set();
    for (let i = 0; i < font.readUInt32BE(cmap + 12); ++i)
      for (let c = font.readUInt32BE(cmap + 16 + 12 * i); c <= font.readUInt32BE(cmap + 20 + 12 * i); ++c) has.add(c);
    const texts = [...['zh', 'en'].flatMap((language) => Object.values(JSON.parse(readFileSync(join(site, `data/lab.${language}.json`), 'utf8')))),
      ...['accelerators', 'models', 'formats', 'links'].flatMap((name) => JSON.parse(readFileSync(join(site, `data/${name}.json`), 'utf8')).map((row) => row.name))];
    assert.deepEqual([...new Set(texts.join(''))].filter((letter) => letter !== '\n' && !has.has(letter.codePointAt(0))), []);
  });
});

describe('the canvas', () => {
  test('a dragged slider changes the answer, which is what gloss size says', async () => {
    await inLab('?input_tokens=2k&concurrency=16', async (page) => {
      close(await output(page, 'output_tokens_per_s'), size('throughput', { input_tokens: 2048, concurrency: 16 }).output.output_tokens_per_s);
      const before = await page.locator('output[data-output=output_tokens_per_s]').textContent();
      await drag(page, 'gpus', 0.12, 0.45);
      const { gpus } = await query(page);
      assert.ok(+gpus > 2, `gpus ${gpus}`);
      const settings = { input_tokens: 2048, concurrency: 16, gpus };
      const { output: expected } = size('throughput', settings);
      for (const id of ['output_tokens_per_s', 'ttft_s', 'tpot_s']) close(await output(page, id), expected[id]);
      close(await output(page, 'total_bytes'), size('inference-memory', { context: 3072, concurrency: 16, gpus }).output.total_bytes);
      // Address, text beside the canvas and links follow.
      assert.equal(new URL(page.url()).searchParams.get('gpus'), gpus);
      assert.notEqual(await page.locator('output[data-output=output_tokens_per_s]').textContent(), before);
      const link = new URL(await page.locator('[data-calculator=throughput]').evaluate((element) => element.href));
      assert.deepEqual(Object.fromEntries(link.searchParams), { gpus, concurrency: '16', input_tokens: '2048' });
    });
  });
  test('the same scenario stands on the calculator\'s page, and its link leads back', async () => {
    await inLab('?gpus=4&concurrency=64', async (page) => {
      await page.waitForFunction(() => new URL(document.querySelector('[data-calculator=throughput]').href).search);
      const rate = await page.locator('output[data-output=output_tokens_per_s]').textContent();
      await Promise.all([page.waitForURL('**/calculators/throughput/**'), page.locator('[data-calculator=throughput]').click()]);
      await page.waitForFunction(() => document.querySelector('gloss-calculator').answer);
      assert.equal(await page.locator('.headline output[data-field=output_tokens_per_s], output[data-field=output_tokens_per_s]').first().textContent(), rate);
      await page.waitForFunction(() => new URL(document.querySelector('a[data-lab-link]').href).search);
      const back = new URL(await page.locator('a[data-lab-link]').evaluate((element) => element.href));
      assert.deepEqual(Object.fromEntries(back.searchParams), { gpus: '4', concurrency: '64' });
    });
  });
  test('the map: 10,000 cells after a drag, in short frames; a click on it moves the scenario', async () => {
    await inLab('', async (page) => {
      await page.evaluate(() => { document.querySelector('[data-lab]').lab.stats.worst = 0; });
      await drag(page, 'gpus', 0.12, 0.3);
      const stats = await page.evaluate(() => document.querySelector('[data-lab]').lab.stats);
      assert.equal(stats.cells, 10000);
      console.log(`# map complete ${stats.complete.toFixed(0)} ms after the last change, worst frame ${stats.worst.toFixed(1)} ms (limits 100 and 8; a busy machine is slower)`);
      await click(page, 'map', 0.5, 0.5);
      const { input_tokens: input, output_tokens: answer, concurrency } = await query(page);
      assert.ok(+input + +answer > 4000 && +input + +answer < 16000, `${input} + ${answer}`);
      assert.ok(Math.abs(+(concurrency ?? 32) - 32) < 4);
    });
  });
  test('keys move and choose; Escape leaves', async () => {
    await inLab('', async (page) => {
      const before = await query(page);
      // Down to the list of models, open it, take another row.
      for (let i = 0; i < 3; ++i) await press(page, 'ArrowDown');
      for (const key of ['Space', 'ArrowDown', 'ArrowDown', 'Enter']) await press(page, key);
      await settled(page);
      assert.notDeepEqual(await query(page), before);
      for (let i = 0; i < 4; ++i) {
        await page.keyboard.press('Escape');
        await page.waitForTimeout(100);
      }
      assert.equal(await page.evaluate(() => document.activeElement.tagName), 'A');
    });
  });
  test('PNG and CSV are saved', async () => {
    await inLab('?panel=map', async (page) => {
      for (const [tool, begin] of [['png', '\x89PNG'], ['csv', '\u00ef\u00bb\u00bfinput_tokens,']]) {
        const [download] = await Promise.all([page.waitForEvent('download'), page.mouse.click(...await at(page, `tool.${tool}`))]);
        const bytes = readFileSync(await download.path());
        assert.ok(bytes.toString('latin1').startsWith(begin), tool);
        assert.ok(bytes.length > 5000);
      }
    });
  });
});

describe('panels', () => {
  for (const language of ['zh', 'en'])
    for (const colorScheme of ['light', 'dark'])
      test(`all are drawn: ${language}, ${colorScheme}`, async () => {
        await inLab('', async (page) => {
          for (const panel of panels) {
            await click(page, `panel.${panel}`);
            assert.equal((await query(page)).panel ?? 'map', panel);
            // What is drawn has many colours: an empty canvas has one.
            const picture = await page.locator('[data-lab-stage] canvas').screenshot();
            assert.ok(picture.length > 12000, `${panel}: ${picture.length} bytes`);
            if (pictures) {
              mkdirSync(pictures, { recursive: true });
              await page.locator('[data-lab-stage] canvas').screenshot({ path: `${pictures}/${panel}-${language}-${colorScheme}.png` });
            }
          }
        }, { viewport: { width: 1280, height: 900 }, colorScheme }, language);
      });
  test('a phone: controls fold, letters are as sharp as the screen', async () => {
    await inLab('?gpus=4', async (page) => {
      const { width, ratio } = await page.evaluate(() => {
        const { canvas } = document.querySelector('[data-lab]').lab;
        return { width: canvas.width, ratio: canvas.width / canvas.getBoundingClientRect().width };
      });
      assert.ok(width <= 780 && Math.abs(ratio - 2) < 0.02, `${width} ${ratio}`);
      if (pictures) await page.screenshot({ path: `${pictures}/phone.png` });
      await page.setViewportSize({ width: 844, height: 390 });
      await page.waitForTimeout(400);
      assert.ok(await page.evaluate(() => document.querySelector('[data-lab]').lab.canvas.width) > 1400);
    }, phone);
  });
});
