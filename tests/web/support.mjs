// What the browser tests share: the built site on a loopback port with its published headers, and Chromium.
//
//     GLOSS_SITE   folder of a site made by `gloss build --release` (default build/test/site)
//     GLOSS_SLOW   how many times slower the pages' processor is to be, to find what is read too early
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, extname, join, resolve } from 'node:path';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
export const site = process.env.GLOSS_SITE ?? join(root, 'build/test/site');
export const screenshots = join(root, 'build/screenshots');
if (!existsSync(join(site, '404.html'))) throw new Error(`no site in ${site}: run \`tools/gloss build --release --out ${site}\` first`);
mkdirSync(screenshots, { recursive: true });

/** Every file of the site, as paths from its root: "zh/glossary/kv-cache/index.html". */
export function files(folder = '') {
  return readdirSync(join(site, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? folder + '/' + entry.name : entry.name;
    return entry.isDirectory() ? files(path) : [path];
  });
}

export const pages = () => files().filter((path) => path.endsWith('.html'));
export const read = (path) => readFileSync(join(site, path), 'utf8');
export const urlOf = (path) => '/' + path.replace(/(^|\/)index\.html$/, '$1');
export const isRedirect = (html) => html.includes('http-equiv="refresh"');

/** The first page of each type that the site has. */
export function pageTypes(language = 'zh') {
  const under = (folder) => pages().filter((path) => path.startsWith(`${language}/${folder}/`) && !isRedirect(read(path)));
  const types = {
    home: [`${language}/index.html`],
    glossary: [`${language}/glossary/index.html`],
    term: [`${language}/glossary/kv-cache/index.html`, ...under('glossary').filter((path) => path.split('/').length > 3)],
    gpus: [`${language}/gpus/index.html`],
    gpu: [`${language}/gpus/h100-sxm/index.html`],
    models: [`${language}/models/index.html`],
    formats: [`${language}/formats/index.html`],
    links: [`${language}/links/index.html`],
    model: [`${language}/models/llama-3.3-70b/index.html`],
    calculator: [`${language}/calculators/inference-memory/index.html`],
    comparison: [`${language}/compare/h100-vs-h200/index.html`],
    'comparison-generated': [`${language}/compare/h100-sxm-vs-mi300x/index.html`],
    'comparison-text': [`${language}/compare/nvlink-vs-pcie/index.html`],
    comparisons: [`${language}/compare/index.html`],
    lab: [`${language}/lab/index.html`],
    methods: [`${language}/methods/index.html`],
    missing: ['404.html'],
    search: [`${language}/search/index.html`],
  };
  for (const path of under('calculators')) {
    const [, , id] = path.split('/');
    if (id !== 'inference-memory') types[id === 'index.html' ? 'calculators' : `calculator-${id}`] = [path];
  }
  return Object.fromEntries(Object.entries(types).map(([type, paths]) => [type, paths.find((path) => existsSync(join(site, path)))])
    .filter(([, path]) => path).map(([type, path]) => [type, urlOf(path)]));
}

const mimeTypes = {
  '.html': 'text/html; charset=utf-8', '.css': 'text/css', '.js': 'text/javascript', '.json': 'application/json',
  '.wasm': 'application/wasm', '.ttf': 'font/ttf', '.svg': 'image/svg+xml', '.xml': 'application/xml', '.txt': 'text/plain; charset=utf-8',
};

/** The rules of the published `_headers` file: [path pattern, [name, value]...]. */
function headerRules(folder) {
  const rules = [];
  const path = join(folder, '_headers');
  if (!existsSync(path)) return rules;
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (/^\s*(#|$)/.test(line)) continue;
    if (/^\S/.test(line)) rules.push({ pattern: new RegExp('^' + line.trim().replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*') + '$'), headers: [] });
    else rules.at(-1).headers.push(line.trim().split(/:\s*(.*)/s).slice(0, 2));
  }
  return rules;
}

export async function serve(folder = site) {
  let rules = headerRules(folder);
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://x').pathname);
    let file = join(folder, path);
    if (existsSync(file) && statSync(file).isDirectory()) file = join(file, 'index.html');
    const found = existsSync(file);
    for (const { pattern, headers } of rules) if (pattern.test(path)) for (const [name, value] of headers) response.setHeader(name, value);
    response.setHeader('content-type', mimeTypes[extname(found ? file : '.html')] ?? 'application/octet-stream');
    response.statusCode = found ? 200 : 404;
    response.end(readFileSync(found ? file : join(folder, '404.html')));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`, close: () => server.close(server.closeAllConnections()),
    /** Publishes another folder at the same address. */
    publish(other) {
      folder = other;
      rules = headerRules(folder);
    },
  };
}

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
export const desktop = { viewport: { width: 1280, height: 800 } };

/** Chromium; with `graphics` it has WebGL, drawn by the processor. */
export const launch = (graphics = false) => chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', ...graphics ? ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'] : ['--disable-gpu'], '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync', '--font-render-hinting=none'],
});

/**
 * Gives the page `problems`: console errors, failed requests, exceptions so far. A browser drops what a document still waits
 * for when its frame goes on to another: such requests fail as aborted, and are no problem. A request that is aborted
 * otherwise is one, and so is one that a policy blocks.
 */
function watch(page) {
  const problems = [], requested = new Map(), left = new Map();
  let now = 0;
  const wasLeft = ({ frame, at }) => {
    for (let up = frame; up; up = up.parentFrame()) if (up.isDetached() || left.get(up) > at) return true;
    return false;
  };
  page.on('request', (request) => {
    if (request.isNavigationRequest()) left.set(request.frame(), ++now);
    requested.set(request, now);
  });
  page.on('console', (message) => message.type() === 'error' && problems.push({ text: `console: ${message.text()}` }));
  page.on('pageerror', (error) => problems.push({ text: `exception: ${error.message}` }));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    problems.push({ text: `request: ${request.url()} ${reason}`, ...(reason === 'net::ERR_ABORTED' && { frame: request.frame(), at: requested.get(request) }) });
  });
  page.on('response', (response) => response.status() >= 400 && problems.push({ text: `status ${response.status()}: ${response.url()}` }));
  Object.defineProperty(page, 'problems', { get: () => problems.filter((problem) => !problem.frame || !wasLeft(problem)).map(({ text }) => text) });
}

/** Without the service worker unless it is asked for: what the others test is the page. */
export const newContext = (browser, options = desktop) => browser.newContext({ locale: 'zh-CN', timezoneId: 'UTC', serviceWorkers: 'block', ...options });

/** A page that remembers what went wrong on it, in a context of its own. */
export const open = async (browser, url, options) => openIn(await newContext(browser, options), url);

/** The same in this context, whose cache and storage it shares. */
export async function openIn(context, url) {
  const page = await context.newPage();
  page.setDefaultTimeout(15000);
  watch(page);
  if (process.env.GLOSS_SLOW) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: Number(process.env.GLOSS_SLOW) });
  await page.goto(url);
  await page.waitForFunction(() => [...document.querySelectorAll('gloss-calculator:not([data-no-engine])')].every((element) => element.answer));
  return page;
}

/** Chromium and the site for the tests of one file: `browser` and `server` are there while its tests run. */
export function stage({ graphics = false } = {}) {
  const on = {
    /** Opens a page of the site, runs `body` on it, then looks at what went wrong there. */
    async visit(url, body, options = desktop) {
      const page = await open(on.browser, on.server.origin + url, options);
      try {
        await body(page);
        assert.deepEqual(page.problems, []);
      } finally {
        await page.context().close();
      }
    },
  };
  before(async () => {
    [on.browser, on.server] = await Promise.all([launch(graphics), serve()]);
  });
  after(async () => {
    await on.browser.close();
    on.server.close();
  });
  return on;
}

/** The program under test. */
export const gloss = process.env.GLOSS ?? join(root, 'build/release/site/gloss');

/** What the command line answers for these settings: {input, output, steps, ...}. */
export function size(calculator, settings) {
  const sets = Object.entries(settings).flatMap(([field, value]) => ['--set', `${field}=${value}`]);
  return JSON.parse(execFileSync(gloss, ['size', calculator, ...sets, '--json'], { cwd: root, encoding: 'utf8' }));
}
