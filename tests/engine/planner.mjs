// The planner in WebAssembly: as native, and how long it takes.   node planner.mjs <planner_benchmark> <calculators.wasm> <fields.js>
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [, , writer, wasm, fieldsPath] = process.argv;
const { calculators, limits, specs } = await import(pathToFileURL(fieldsPath));
const { instance: { exports } } = await WebAssembly.instantiate(readFileSync(wasm), { wasi_snapshot_preview1: { proc_exit() {} } });
exports._initialize?.();

const bytes = execFileSync(writer, ['--write'], { maxBuffer: 1 << 30 });
const numbers = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
const size = (record) => specs.find((spec) => spec.record === record).members.length;
const named = specs.reduce((sum, spec) => sum + spec.members.length, 0);
const candidate = size('gpu') + 2 * size('intra_fabric') + 2, format = 2 * size('weights') + 2;
const plan = calculators.findIndex(({ id }) => id === 'plan');
const tpot = 9 + calculators[plan].outputs.slice(9).findIndex(({ id }) => id === 'tpot_s');
const doubles = (at, length) => new Float64Array(exports.memory.buffer, at, length);

let at = 0, requests = 0, compared = 0;
const take = (count) => numbers.subarray(at, (at += count));
const failures = [];
const compare = (expected, got, what) => {
  ++compared;
  if (!Object.is(expected, got) && expected !== got) failures.push(`request ${requests}: ${what}: native ${expected}, wasm ${got}`);
};
while (at < numbers.length) {
  ++requests;
  const inputs = take(limits.fields), specifications = take(named);
  const candidates = take(take(1)[0] * candidate), formats = take(take(1)[0] * format);
  let best = Infinity;
  for (let round = 0; round < 10; ++round) {
    doubles(exports.request(), limits.fields).set(inputs);
    const rows = doubles(exports.specs(), named + 2 + limits.candidates * candidate + limits.formats * format);
    rows.set(specifications);
    rows.set([candidates.length / candidate, formats.length / format], named);
    rows.set(candidates, named + 2);
    rows.set(formats, named + 2 + limits.candidates * candidate);
    const start = performance.now();
    const error = exports.evaluate(plan);
    best = Math.min(best, performance.now() - start);
    if (round === 0) compare(0, error, 'error');
  }
  let row = exports.options();
  const [options, columns] = doubles(row, 2);
  const nativeOptions = take(1)[0];
  compare(nativeOptions, options, 'number of options');
  row += 16;
  for (let i = 0; i < nativeOptions; ++i, row += 8 * columns) {
    const [tensor, pipeline, expert, replicas, time, device, pair, pareto] = take(8), got = doubles(row, columns);
    [device, pair, tensor, pipeline, expert, replicas, tensor * pipeline * replicas, pareto]
      .forEach((value, column) => compare(value, got[column], `option ${i}, column ${column}`));
    compare(time, got[tpot], `option ${i}, tpot_s`);
  }
  const [rejections, width] = doubles(row, 2), expected = take(take(1)[0] * width);
  compare(expected.length / width, rejections, 'number of rejections');
  expected.forEach((value, i) => compare(value, doubles(row + 16, expected.length)[i], `rejection ${i / width | 0}`));
  console.log(`${best.toFixed(2).padStart(8)} ms  ${options} options, ${rejections} rejected`);
}
console.log(`${requests} requests, ${compared} values compared`);
if (failures.length || !requests) {
  console.error(failures.slice(0, 20).join('\n') || 'no request');
  process.exit(1);
}
