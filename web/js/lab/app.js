// The lab on its page, once the reader asked for it: fetches lab.wasm, font, words and tables, then draws when something
// happens. What the page gives: assets/templates/lab.html.
import { listen } from './events.js';
import { calculators } from '../fields/common.js';
import { loadLab } from './lab_module.js';
import { createRenderer } from './renderer.js';

const get = async (url, as) => {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status} ${url}`);
  return response[as]();
};
// Of a frame, for the lab's own work; a frame may not take 8 ms. And so long it goes on drawing after the last event.
const budget = 7, awake = 600;

export async function open(section) {
  const { catalog, words: wordsUrl, lang } = section.dataset;
  const table = (name) => get(`${catalog}${name}.json`, 'json');
  const [bytes, font, words, accelerators, models, formats, links, published, ...fields] = await Promise.all([
    get(new URL('../lab.wasm', import.meta.url), 'arrayBuffer'), get(new URL('../lab.ttf', import.meta.url), 'arrayBuffer'),
    get(wordsUrl, 'json'), ...['accelerators', 'models', 'formats', 'links', 'lab'].map(table),
    ...calculators.map((id) => import(`../fields/${id}.js`))]);
  const lab = await loadLab(bytes);
  lab.fill({ accelerators, models, formats, links, lab: published }, words, Object.fromEntries(fields.map(({ default: fieldTable }) => [fieldTable.id, fieldTable])));
  lab.font(new Uint8Array(font));
  for (const [key, text] of new URLSearchParams(location.search)) lab.set(key, text);

  const stage = section.querySelector('[data-lab-stage]'), one = (selector) => section.querySelector(selector);
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { tabIndex: 0 });
  canvas.setAttribute('role', 'application');
  canvas.setAttribute('aria-label', stage.dataset.label);
  canvas.setAttribute('aria-describedby', 'lab-help');
  stage.hidden = false;
  stage.append(canvas);
  const renderer = createRenderer(canvas, lab);
  if (!renderer) throw new Error('WebGL 2');

  const darkness = matchMedia('(prefers-color-scheme: dark)');
  const stats = { frames: 0, worst: 0, last: 0, cells: 0, complete: 0 };
  let until = 0, requested = 0, before = performance.now(), known = '', described = null, changedAt = 0, looks = '';
  const wake = () => {
    until = performance.now() + awake;
    requested ||= requestAnimationFrame(tick);
  };
  const showCursor = listen(canvas, lab, wake, () => one('[data-calculator]').focus());

  /** The canvas has the pixels of the screen; letters are drawn for them. */
  function fit() {
    const ratio = devicePixelRatio || 1, { width, height } = stage.getBoundingClientRect();
    Object.assign(canvas, { width: Math.max(1, Math.round(width * ratio)), height: Math.max(1, Math.round(height * ratio)) });
    const look = `${ratio} ${darkness.matches}`;
    if (look !== looks) {
      lab.start(canvas.width, canvas.height, ratio, darkness.matches, lang);
      renderer.takeLetters();
    }
    looks = look;
    lab.wasm.resize(canvas.width, canvas.height);
    wake();
  }

  function tick(now) {
    requested = 0;
    if (renderer.isLost()) return;
    const start = performance.now();
    const drawn = lab.wasm.frame(Math.max(0.001, Math.min(0.1, (now - before) / 1000)));
    before = now;
    const framed = performance.now();
    renderer.draw(drawn);
    const sent = performance.now();
    // Time that the graphics driver took is not the lab's.
    let left = true;
    while (left && performance.now() - sent < budget - (framed - start)) left = lab.wasm.work();
    const end = performance.now(), spent = end - sent + framed - start;
    Object.assign(stats, { frames: stats.frames + 1, worst: Math.max(stats.worst, spent), last: spent, cells: lab.wasm.map_cells() });
    follow(end, left);
    showCursor();
    if (left || end < until) requested ||= requestAnimationFrame(tick);
  }

  /** What the page shows of the lab's state: address, numbers, links. And what a button of the lab asked for. */
  function follow(now, isBusy) {
    const query = lab.query();
    if (query !== known) {
      known = query;
      changedAt = now;
      stats.complete = 0;
      wake();
    }
    if (!isBusy && !stats.complete) stats.complete = now - changedAt;
    // An address that somebody opened is described as well, though it stays.
    if (now - changedAt > 250 && described !== query) {
      described = query;
      if (query !== location.search.slice(1)) history.replaceState(null, '', query ? '?' + query : location.pathname);
      describe();
    }
    const wish = lab.wish();
    if (wish !== 'none') wishes[wish]();
  }

  function describe() {
    for (const output of section.querySelectorAll('output[data-output]')) output.textContent = lab.outputText(output.dataset.output);
    for (const link of section.querySelectorAll('[data-calculator]')) {
      const query = lab.calculatorQuery(link.dataset.calculator);
      link.href = link.pathname + (query ? '?' + query : '');
    }
    one('[data-lab-scenario]').hidden = !!known;
  }

  const save = (name, blob) => {
    const link = Object.assign(document.createElement('a'), { download: name, href: URL.createObjectURL(blob) });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };
  const wishes = {
    // What was drawn is gone after this task: draw it again, then take it.
    png() {
      renderer.draw(lab.wasm.frame(0.001));
      canvas.toBlob((blob) => save('gloss-lab.png', blob));
    },
    csv: () => save('gloss-lab.csv', new Blob(['\ufeff' + lab.csv()], { type: 'text/csv' })),
    async address() {
      history.replaceState(null, '', known ? '?' + known : location.pathname);
      const told = one('[data-told]');
      try {
        await navigator.clipboard.writeText(location.href);
        told.textContent = told.dataset.copied;
      } catch {
        told.textContent = location.href;
      }
    },
    calculator() {
      describe();
      one('[data-calculator]').click();
    },
  };

  canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
  canvas.addEventListener('webglcontextrestored', () => {
    renderer.prepare();
    renderer.takeLetters();
    wake();
  });
  darkness.addEventListener('change', fit);
  new ResizeObserver(fit).observe(stage);
  addEventListener('popstate', () => location.reload());
  section.lab = Object.assign(lab, { stats, canvas });
  fit();
  canvas.focus({ preventScroll: true });
}
