// One evaluation natively and in WebAssembly: node bench_engine.mjs <bench_engine> <calculators.wasm>
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

const rounds = 15, repeats = 2000, maxFields = 64; // maxFields: engine/calculators/calculator.h
const [, , program, wasm] = process.argv;
const native = execFileSync(program, { encoding: 'utf8' }).trim().split('\n').map((line) => line.split(' '));
const bytes = execFileSync(program, ['--requests'], { maxBuffer: 1 << 24 });
const numbers = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
const { instance: { exports } } = await WebAssembly.instantiate(readFileSync(wasm), { wasi_snapshot_preview1: { proc_exit() {} } });
exports._initialize?.();

const count = numbers[0], size = (numbers.length - 1) / count;
const times = native.map(() => []);
for (let i = 0; i < count; ++i) {
  const [row, which, ...request] = numbers.subarray(1 + i * size, 1 + (i + 1) * size);
  const set = (at, values) => new Float64Array(exports.memory.buffer, at, values.length).set(values);
  set(exports.request(), request.slice(0, maxFields));
  set(exports.specs(), request.slice(maxFields));
  const error = exports.evaluate(which);
  if (error) console.error(`${native[row][0]}: error ${error}`);
  let best = Infinity;
  for (let round = 0; round < rounds; ++round) {
    const start = performance.now();
    for (let n = 0; n < repeats; ++n) exports.evaluate(which);
    best = Math.min(best, ((performance.now() - start) * 1000) / repeats);
  }
  times[row].push(best);
}

console.log('calculator         native us   wasm us   ratio');
native.forEach(([id, us], i) => {
  const mean = times[i].reduce((sum, time) => sum + time, 0) / times[i].length;
  console.log(`${id.padEnd(18)} ${us.padStart(9)} ${mean.toFixed(3).padStart(9)} ${(mean / us).toFixed(2).padStart(7)}`);
});
