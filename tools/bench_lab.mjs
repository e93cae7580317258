// The lab's map in WebAssembly, without a screen: node bench_lab.mjs SITE. For each scenario: microseconds of a cell, the frames of
// 60 Hz that a whole map takes with the page's budget, and the longest frame of the lab's own work (evaluation and ImGui).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';

const site = process.argv[2], frameMs = 1000 / 60, budget = 7, cells = 10000;
const modules = readdirSync(join(site, 'assets'), { recursive: true }).find((path) => path.endsWith('lab/lab_module.js'));
const folder = join(site, 'assets', modules, '../..');
const { loadLab } = await import(pathToFileURL(join(process.cwd(), folder, 'lab/lab_module.js')));
const { calculators } = await import(pathToFileURL(join(process.cwd(), folder, 'fields/common.js')));
const json = (name) => JSON.parse(readFileSync(join(site, 'data', `${name}.json`), 'utf8'));
const fields = Object.fromEntries(await Promise.all(calculators.map(async (id) => [id, (await import(pathToFileURL(join(process.cwd(), folder, `fields/${id}.js`)))).default])));

const lab = await loadLab(readFileSync(join(folder, 'lab.wasm')));
lab.fill(Object.fromEntries(['accelerators', 'models', 'formats', 'links', 'lab'].map((name) => [name, json(name)])), json('lab.zh'), fields);
lab.font(readFileSync(join(folder, 'lab.ttf')));
lab.start(1280, 800, 1, 0, 'zh');
lab.letters();
const frame = () => lab.wasm.frame(frameMs / 1000);
const finish = () => { while (lab.wasm.work()); };
for (let i = 0; i < 20; ++i) frame(), finish(); // The compiler of the browser warms up as well.

const scenarios = { 'dense model, 2 GPUs': [['gpus', '2']], '8 GPUs': [['gpus', '8']], '405B on one GPU: nothing fits': [['model', 'llama-3.1-405b'], ['gpus', '1']], 'experts, 16 GPUs': [['model', 'deepseek-v3'], ['gpus', '16']] };
console.log('scenario                        cell us   map ms   frames   worst frame ms  (limits: map 100, frame 8)');
for (const [name, settings] of Object.entries(scenarios)) {
  let best = Infinity, frames = Infinity, worst = Infinity, whole = Infinity;
  for (let round = 0; round < 5; ++round) {
    lab.set('gpus', '3'); // another map first
    frame();
    finish();
    for (const [key, text] of settings) lab.set(key, text);
    let count = 0, longest = 0, left = true, spent = 0;
    while (left) {
      const start = performance.now();
      frame();
      do left = lab.wasm.work(); while (left && performance.now() - start < budget);
      const took = performance.now() - start;
      longest = Math.max(longest, took);
      spent += took;
      ++count;
    }
    if (lab.wasm.map_cells() !== cells) throw new Error(`${name}: ${lab.wasm.map_cells()} cells`);
    [best, frames, worst, whole] = [Math.min(best, spent), Math.min(frames, count), Math.min(worst, longest), Math.min(whole, (count - 1) * frameMs + longest)];
  }
  console.log(`${name.padEnd(30)} ${(best * 1000 / cells).toFixed(2).padStart(8)} ${whole.toFixed(0).padStart(8)} ${String(frames).padStart(8)} ${worst.toFixed(2).padStart(12)}`);
}
