// Native and WebAssembly answer alike: node parity.mjs <parity_writer> <calculators.wasm> <fields.js>
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const tolerance = 0; // relative: engine/units/elementary.h is all the engine needs of a mathematical library
const [, , writer, wasm, fieldsPath] = process.argv;
const { calculators, limits, specs } = await import(pathToFileURL(fieldsPath));
const { instance: { exports } } = await WebAssembly.instantiate(readFileSync(wasm), { wasi_snapshot_preview1: { proc_exit() {} } });
exports._initialize?.();

const bytes = execFileSync(writer, { maxBuffer: 1 << 30 });
const numbers = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
const specCount = specs.reduce((sum, spec) => sum + spec.members.length, 0);
const record = (at, size) => new Float64Array(exports.memory.buffer, at, size);

let at = 0, requests = 0, valid = 0, values = 0, worst = 0;
const failures = [];
const take = (count) => numbers.subarray(at, (at += count));
function compare(expected, got, what) {
  ++values;
  if (Object.is(expected, got) || expected === got || (Number.isNaN(expected) && Number.isNaN(got))) return;
  const error = Math.abs(got - expected) / Math.max(Math.abs(expected), Number.MIN_VALUE);
  worst = Math.max(worst, Number.isNaN(error) ? Infinity : error);
  if (!(error <= tolerance)) failures.push(`request ${requests}: ${what}: native ${expected}, wasm ${got}`);
}

if (take(1)[0] !== calculators.length) throw new Error('fields.js and the native program have different calculators');
while (at < numbers.length) {
  ++requests;
  const which = take(1)[0];
  record(exports.request(), limits.fields).set(take(limits.fields));
  record(exports.specs(), specCount).set(take(specCount));
  const error = take(1)[0];
  const code = exports.evaluate(which);
  compare(error, code, 'error');
  if (error !== 0) continue;
  ++valid;
  const outputs = take(limits.fields), got = record(exports.response(), limits.fields);
  calculators[which].outputs.forEach((field, i) => compare(outputs[i], got[i], field.id));
  const steps = take(1)[0];
  compare(steps, exports.derive(which), 'number of steps');
  const results = take(steps), rows = record(exports.steps(), steps * limits.step);
  for (let i = 0; i < steps; ++i) compare(results[i], rows[i * limits.step + 1], `step ${i}`);
}
console.log(`${requests} requests, ${valid} valid, ${values} values compared, worst relative difference ${worst}`);
if (failures.length || valid < requests / 4) {
  console.error(failures.slice(0, 20).join('\n') || 'too few valid requests');
  process.exit(1);
}
