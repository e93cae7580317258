// The service worker: the site without a network, a new version that takes over as a whole, and a worker that is ended.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { desktop, gloss, launch, newContext, openIn, root, serve, size } from './support.mjs';

let browser, folder;
const sites = {};

/** A site with the real models, three accelerators and one term, built into folder/<name>. `change` sees its sources before. */
function build(name, change = () => {}, ...options) {
  const from = join(folder, name + '-sources');
  const write = (path, text) => {
    mkdirSync(dirname(join(from, path)), { recursive: true });
    writeFileSync(join(from, path), text);
  };
  cpSync(join(root, 'content/data'), join(from, 'content/data'), { recursive: true });
  cpSync(join(root, 'assets'), join(from, 'assets'), { recursive: true });
  cpSync(join(root, 'web/js'), join(from, 'web/js'), { recursive: true });
  // A few accelerators: each pair of them is two pages.
  const data = JSON.parse(readFileSync(join(from, 'content/data/accelerators.json'), 'utf8'));
  data.accelerators = data.accelerators.filter(({ id }) => ['a10', 'h100-sxm', 'rtx-4090'].includes(id));
  write('content/data/accelerators.json', JSON.stringify(data));
  const rows = readdirSync(join(from, 'content/data')).filter((file) => file.endsWith('.json') && !file.startsWith('notes.')).map((file) => JSON.stringify(JSON.parse(readFileSync(join(from, 'content/data', file), 'utf8')))).join('');
  const notes = JSON.parse(readFileSync(join(from, 'content/data/notes.zh.json'), 'utf8'));
  notes.notes = Object.fromEntries(Object.entries(notes.notes).filter(([text]) => rows.includes(JSON.stringify(text))));
  write('content/data/notes.zh.json', JSON.stringify(notes, null, 1));
  write('content/site.yaml', 'languages: [zh, en]\n');
  for (const language of ['zh', 'en']) write(`content/${language}/terms/tc.md`, `---\nid: tc\ntitle: Tensor core ${language}\nshort: A unit of ${name} that multiplies small matrices.\n---\n\nText.\n`);
  change({ write, read: (path) => readFileSync(join(from, path), 'utf8') });
  execFileSync(gloss, ['build', '--content', join(from, 'content'), '--out', join(folder, name), '--assets', join(from, 'assets'), ...options], { cwd: root, stdio: 'pipe' });
  sites[name] = join(folder, name);
}

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gloss-offline-'));
  build('a');
  // Every page, every script and every sheet differ, and the catalog's address too.
  build('b', ({ write, read }) => {
    write('assets/css/site.css', read('assets/css/site.css') + '\n.b { color: inherit }\n');
    write('assets/css/calculator.css', read('assets/css/calculator.css') + '\n.b { color: inherit }\n');
    write('web/js/tooltips.js', read('web/js/tooltips.js') + '\nexport const version = "b";\n');
    write('content/data/accelerators.json', read('content/data/accelerators.json').replace('"name":"A10"', '"name":"A10 of b"'));
  });
  build('off', ({ write }) => write('content/site.yaml', 'languages: [zh, en]\noffline: false\n'));
  browser = await launch();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

/** A context with its own server, which publishes site `name` first. */
async function on(name, body) {
  const server = await serve(sites[name]);
  const context = await newContext(browser, { ...desktop, serviceWorkers: 'allow' });
  try {
    await body({ server, context, visit: (path) => openIn(context, server.origin + path) });
  } finally {
    await context.close();
    server.close();
  }
}
const controlled = (page) => page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
const answered = (page) => page.waitForFunction(() => document.querySelector('gloss-calculator').answer);
const note = (page) => page.locator('main > [data-offline]');
const goTo = async (page, path) => {
  await page.goto(new URL(path, page.url()).href);
  if (path.includes('/calculators/') && !path.endsWith('/calculators/')) await answered(page);
};
/** The pages that wait for a new worker know when it has fetched its version. */
const installed = (page) => page.evaluate(async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration.update();
  const worker = registration.installing ?? registration.waiting;
  if (worker && worker.state === 'installing') await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }));
  return worker?.state;
});

describe('without a network', () => {
  test('calculators answer, one leads to the next, a term that was read is there; each page says so, in its language', async () => {
    await on('a', async ({ context, visit }) => {
      const page = await visit('/zh/calculators/inference-memory/');
      await controlled(page);
      await goTo(page, '/zh/glossary/tc/');
      assert.equal(await note(page).count(), 0);
      // The copy of a page is written behind its answer.
      await page.waitForFunction(async () => (await caches.match('/zh/glossary/tc/')) !== undefined);
      await context.setOffline(true);
      await goTo(page, '/zh/calculators/inference-memory/?gpus=4&context=32k');
      assert.match(await note(page).textContent(), /连不上网络/);
      const { output } = size('inference-memory', { gpus: 4, context: '32k' });
      assert.equal(await page.evaluate(() => document.querySelector('gloss-calculator').answer.outputs.total_bytes), output.total_bytes);
      // What is fetched only when it is needed is there as well.
      await page.locator('details[data-steps="total_bytes"] summary').click();
      await page.locator('#context').fill('16k');
      await page.locator('[data-tool=link]').click();
      await page.locator('[data-told]', { hasText: /./ }).waitFor();
      for (const other of ['throughput', 'plan', 'training-memory', 'training-time', 'collective', 'billing']) {
        await page.locator(`a[href="/zh/calculators/"]`).first().click();
        await page.waitForURL('**/zh/calculators/');
        await page.locator(`main a[href="/zh/calculators/${other}/"]`).first().click();
        await page.waitForURL(`**/zh/calculators/${other}/`);
        await answered(page);
      }
      await goTo(page, '/zh/glossary/tc/');
      assert.match(await page.locator('h1').textContent(), /Tensor core zh/);
      assert.match(await note(page).textContent(), /连不上网络/);
      // What was never read: the calculators, and why.
      await goTo(page, '/zh/gpus/');
      assert.match(await note(page).textContent(), /没有存过/);
      assert.ok(await page.locator('main a[href="/zh/calculators/plan/"]').first().isVisible());
      await context.setOffline(false);
      await goTo(page, '/zh/gpus/');
      assert.equal(await note(page).count(), 0);
      assert.match(page.url(), /\/zh\/gpus\/$/);
      await context.setOffline(true);
      await page.waitForFunction(async () => (await caches.match('/zh/gpus/')) !== undefined);
      await goTo(page, '/zh/gpus/');
      assert.match(await page.locator('h1').textContent(), /GPU/);
    });
  });
  test('in English in English; the page that was open first is kept too', async () => {
    await on('a', async ({ context, visit }) => {
      const page = await visit('/en/glossary/tc/');
      await controlled(page);
      await context.setOffline(true);
      await goTo(page, '/en/glossary/tc/');
      assert.match(await note(page).textContent(), /cannot be reached/);
      await goTo(page, '/en/calculators/billing/');
      assert.deepEqual(await page.evaluate(() => document.querySelector('gloss-calculator').answer.outputs.fits), undefined);
    });
  });
  test('embeds are kept nowhere', async () => {
    await on('a', async ({ visit }) => {
      const page = await visit('/zh/calculators/billing/');
      await controlled(page);
      await goTo(page, '/embed/v1/zh/billing/');
      await answered(page);
      const kept = await page.evaluate(async () => (await (await caches.open((await caches.keys())[0])).keys()).map(({ url }) => new URL(url).pathname));
      assert.ok(kept.length > 30, `${kept.length}`);
      assert.deepEqual(kept.filter((path) => /embed\/|^\/data/.test(path)), []);
    });
  });
});

/** What belongs together: assets of one site only. */
const assetsOf = (name) => new Set([...readFileSync(join(sites[name], 'sw.js'), 'utf8').matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path));

describe('a new version', () => {
  test('never mixes with the old one, whatever is open, and takes over as a whole', async () => {
    await on('a', async ({ server, context, visit }) => {
      const [a, b] = ['a', 'b'].map(assetsOf), onlyA = [...a].filter((path) => !b.has(path)), onlyB = [...b].filter((path) => !a.has(path));
      assert.ok(onlyA.length > 30 && onlyB.length > 30);
      const page = await visit('/zh/calculators/throughput/');
      await controlled(page);
      await goTo(page, '/zh/glossary/tc/');
      await page.waitForFunction(async () => (await caches.match('/zh/glossary/tc/')) !== undefined);
      const old = await visit('/zh/calculators/billing/');

      server.publish(sites.b);
      /** The version of the page's HTML, of all that it loaded; what is of either is of none. */
      const versions = (of) => of.evaluate(([onlyA, onlyB]) => {
        const loaded = [...performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
          ...[...document.querySelectorAll('link[rel=stylesheet], script[src]')].map((element) => new URL(element.href || element.src).pathname)];
        return [loaded.some((path) => onlyA.includes(path)), loaded.some((path) => onlyB.includes(path))];
      }, [onlyA, onlyB]);
      // The worker of A is in charge; online the page is B's, and all of it is.
      await goTo(page, '/zh/calculators/throughput/');
      assert.deepEqual(await versions(page), [false, true]);
      await page.locator('[data-tool=json]').click();
      await page.locator('[data-told]', { hasText: /./ }).waitFor();
      assert.deepEqual(await versions(page), [false, true]);
      // A tab of A fetches late modules of A, though the server has none any more.
      await old.locator('[data-tool=json]').click();
      await old.locator('[data-told]', { hasText: /./ }).waitFor();
      assert.deepEqual(await versions(old), [true, false]);
      assert.deepEqual(old.problems, []);
      // Cut off in the middle: the kept page is A's, with A's scripts and A's catalog.
      await goTo(page, '/zh/glossary/tc/');
      await context.setOffline(true);
      for (const path of ['/zh/calculators/throughput/', '/zh/calculators/plan/', '/zh/glossary/tc/']) {
        await goTo(page, path);
        assert.deepEqual(await versions(page), [true, false], path);
      }
      await context.setOffline(false);
      // B has been fetched and waits for the tabs of A.
      assert.equal(await installed(page), 'installed');
      await old.close();
      await page.close();
      const next = await visit('/zh/calculators/throughput/');
      await controlled(next);
      await next.waitForFunction(async () => (await caches.keys()).length === 1);
      await context.setOffline(true);
      for (const path of ['/zh/calculators/throughput/', '/zh/calculators/plan/', '/zh/glossary/tc/']) {
        await goTo(next, path);
        assert.deepEqual(await versions(next), [false, true], path);
        assert.equal(await note(next).count(), 1, path);
      }
      assert.match(await next.locator('main').textContent(), /A unit of b/);
    });
  });
  test('that cannot be fetched whole does not take over', async () => {
    await on('a', async ({ server, context, visit }) => {
      const page = await visit('/zh/calculators/billing/');
      await controlled(page);
      // The worker is B's already, a page still A's: a cache on the way is late.
      const mixed = join(folder, 'mixed');
      cpSync(sites.b, mixed, { recursive: true });
      cpSync(join(sites.a, 'zh/calculators/plan/index.html'), join(mixed, 'zh/calculators/plan/index.html'));
      server.publish(mixed);
      await goTo(page, '/zh/glossary/tc/');
      assert.equal(await installed(page), 'redundant');
      assert.deepEqual(await page.evaluate(async () => (await Promise.all((await caches.keys()).map(async (key) => (await (await caches.open(key)).match('/zh/calculators/plan/')) !== undefined))).filter(Boolean).length), 1);
      await context.setOffline(true);
      await goTo(page, '/zh/calculators/plan/');
    });
  });
});

test('a site that is not to work offline ends the worker that readers have', async () => {
  await on('a', async ({ server, context, visit }) => {
    const page = await visit('/zh/calculators/billing/');
    await controlled(page);
    server.publish(sites.off);
    await goTo(page, '/zh/calculators/billing/');
    assert.equal(await page.locator('html[data-offline]').count(), 0);
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update().catch(() => {}));
    await page.waitForFunction(async () => !(await navigator.serviceWorker.getRegistration()) && !(await caches.keys()).length);
    await page.close();
    const next = await visit('/zh/glossary/tc/');
    assert.equal(await next.evaluate(() => navigator.serviceWorker.controller), null);
    await context.setOffline(true);
    await assert.rejects(next.goto(server.origin + '/zh/gpus/'));
  });
});

test('the worker depends on the content alone, and is asked for anew each time', () => {
  const worker = readFileSync(join(sites.a, 'sw.js'), 'utf8');
  rmSync(sites.a + '-again', { recursive: true, force: true });
  build('a-again', ({ write }) => { for (const language of ['zh', 'en']) write(`content/${language}/terms/tc.md`, readFileSync(join(folder, `a-sources/content/${language}/terms/tc.md`), 'utf8')); }, '--jobs', '1');
  assert.equal(readFileSync(join(sites['a-again'], 'sw.js'), 'utf8'), worker);
  assert.match(readFileSync(join(sites.a, '_headers'), 'utf8'), /^\/sw\.js\n {2}Cache-Control: no-cache$/m);
});
