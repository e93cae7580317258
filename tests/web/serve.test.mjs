// `gloss serve` as an author meets it: edits reach the open page, mistakes show over it, others do not get in.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { launch, root } from './support.mjs';

const gloss = process.env.GLOSS ?? join(root, 'build/release/site/gloss');
const term = (alias, short) => `---\nid: tc\ntitle: 张量核心\naliases: [${alias}]\nshort: ${short}\n---\n\n正文。\n`;
const long = '\n' + '一段很长的话，好让页面可以滚动。\n\n'.repeat(120);

/** The program, until it has said its address. */
function start(folder, { out = 'dist', port = 0 } = {}) {
  const child = spawn(gloss, ['serve', '--content', join(folder, 'content'), '--out', join(folder, out), '--assets', join(root, 'assets'), '--port', String(port),
    '--lang', 'en'], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  const address = new Promise((resolve, reject) => {
    child.stderr.on('data', (data) => {
      said += data;
      const found = said.match(/http:\/\/127\.0\.0\.1:(\d+)\//);
      if (found) resolve(Number(found[1]));
    });
    child.once('exit', (code) => reject(new Error(`gloss serve ended with ${code}: ${said}`)));
  });
  return { child, address, said: () => said };
}

const status = (port, host, path = '/zh/') => new Promise((resolve, reject) => {
  request({ port, path, host: '127.0.0.1', headers: { host }, agent: false }, (response) => {
    response.resume();
    resolve(response.statusCode);
  }).on('error', reject).end();
});

let folder, server, port, browser;
const write = (path, text) => writeFileSync(join(folder, 'content/zh', path), text);
const published = (path) => readFileSync(join(folder, 'dist', path), 'utf8');
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gloss-serve-'));
  for (const kind of ['terms', 'guides']) mkdirSync(join(folder, 'content/zh', kind), { recursive: true });
  write('terms/tc.md', term('', '旧定义。'));
  write('guides/a.md', '---\ntitle: 甲\n---\n\n张量核心很快。\n' + long);
  write('guides/b.md', '---\ntitle: 乙\n---\n\n无关。\n');
  server = start(folder);
  [port, browser] = await Promise.all([server.address, launch()]);
});
after(async () => {
  await browser?.close();
  server.child.kill('SIGINT');
  rmSync(folder, { recursive: true, force: true });
});

/** Opens a page that hears of every build from now on. */
async function listening(page, path) {
  await Promise.all([page.waitForResponse('**/__gloss/events'), page.goto(`http://127.0.0.1:${port}${path}`)]);
}

async function on(path, body) {
  const context = await browser.newContext({ viewport: { width: 1000, height: 700 } });
  const page = await context.newPage();
  await listening(page, path);
  try {
    await body(page);
  } finally {
    await context.close();
  }
}

describe('the open page', () => {
  test('shows the edit, at the place where it was scrolled to; other pages are left alone', async () => {
    await on('/zh/guides/a/', async (page) => {
      let loads = 0;
      await page.evaluate(() => scrollTo(0, 900));
      const other = await page.context().newPage();
      await listening(other, '/zh/guides/b/');
      other.on('load', () => ++loads);
      const untouched = statSync(join(folder, 'dist/zh/guides/b/index.html')).mtimeMs;
      const start = Date.now();
      write('terms/tc.md', term('', '新定义。'));
      await page.waitForFunction(() => document.querySelector('#tip-tc')?.textContent.includes('新定义。'), null, { polling: 10 });
      console.log(`edit to page: ${Date.now() - start} ms`);
      await page.waitForFunction(() => Math.abs(scrollY - 900) < 2);
      assert.equal(statSync(join(folder, 'dist/zh/guides/b/index.html')).mtimeMs, untouched);
      assert.equal(loads, 0, 'a page that did not change is not loaded again');
    });
  });

  test('shows what is wrong with file, line and column over the last good page, until it is mended', async () => {
    await on('/zh/guides/a/', async (page) => {
      write('guides/a.md', '---\ntitle: 甲\n---\n\n[[nowhere]] 张量核心。\n' + long);
      const overlay = page.locator('pre[role=alert]');
      await overlay.waitFor();
      assert.match(await overlay.textContent(), /content\/zh\/guides\/a\.md:5:\d+/);
      assert.match(published('zh/guides/a/index.html'), /很快/);
      write('guides/a.md', '---\ntitle: 甲\n---\n\n张量核心很快很快。\n' + long);
      await page.waitForFunction(() => document.querySelector('.prose').textContent.includes('很快很快') && !document.querySelector('pre[role=alert]'));
    });
  });

  test('a renamed page is gone at its old address', async () => {
    await on('/zh/glossary/tc/', async (page) => {
      renameSync(join(folder, 'content/zh/terms/tc.md'), join(folder, 'content/zh/terms/core.md'));
      write('terms/core.md', term('', '定义。').replace('id: tc', 'id: core'));
      await page.waitForFunction(() => document.title.includes('没有这一页') || document.title.includes('不存在') || !document.querySelector('h1')?.textContent.includes('张量核心'));
      assert.equal(await status(port, '127.0.0.1', '/zh/glossary/tc/'), 404);
      assert.equal(await status(port, '127.0.0.1', '/zh/glossary/core/'), 200);
    });
  });
});

describe('the server', () => {
  test('answers to its own names only', async () => {
    for (const host of ['localhost', '127.0.0.1', '[::1]']) assert.equal(await status(port, `${host}:${port}`), 200, host);
    for (const host of ['gloss.example', `gloss.example:${port}`, 'localhost.gloss.example', '127.0.0.1.gloss.example'])
      assert.equal(await status(port, host), 421, host);
  });

  test('answers while connections that say nothing are open', async () => {
    const silent = Array.from({ length: 120 }, () => connect(port, '127.0.0.1'));
    try {
      await Promise.all(silent.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
      const start = Date.now();
      assert.equal(await status(port, '127.0.0.1'), 200);
      assert.ok(Date.now() - start < 1500, `${Date.now() - start} ms`);
    } finally {
      silent.forEach((socket) => socket.destroy());
    }
  });

  test('does not take a port that is taken', async () => {
    const second = start(folder, { out: 'other', port });
    await assert.rejects(second.address, /ended with 1: .*taken/s);
  });

  test('never leaves its folder', async () => {
    for (const path of ['/../content/site.yaml', '/%2e%2e/content/zh/guides/b.md', '/zh/../../content/zh/guides/b.md'])
      assert.notEqual(await status(port, '127.0.0.1', path), 200, path);
  });
});
