// Loads calculators.wasm and calls it with plain objects. The only file that knows that the engine is WebAssembly; its
// conventions are numbered at the top of web/exports.cpp. A `calculator` is the table of fields/<calculator>.js.
// made by generate_fields.cpp
import { calculators, errors, languages, limits, specSizes, units, wordUnits } from './fields/common.js';

const named = (fields, numbers) => Object.fromEntries(fields.map(({ id }, i) => [id, numbers[i]]));

/** @param {BufferSource} bytes of calculators.wasm */
export async function loadEngine(bytes) {
  const { instance: { exports: wasm } } = await WebAssembly.instantiate(bytes, { wasi_snapshot_preview1: { proc_exit() {} } });
  wasm._initialize?.();
  const doubles = (at, length) => new Float64Array(wasm.memory.buffer, at, length);
  const rows = (at, count, width) => Array.from({ length: count }, (_, i) => [...doubles(at + 8 * width * i, width)]);
  /** values: input id -> number; records: specification -> numbers in member order. What is left out is absent. */
  const run = (call, { id, inputs }, values, records) => {
    doubles(wasm.request(), inputs.length).set(inputs.map((field) => values[field.id] ?? NaN));
    let at = wasm.specs();
    for (const [spec, size] of Object.entries(specSizes)) {
      doubles(at, size).set(records[spec] ?? Array(size).fill(NaN));
      at += 8 * size;
    }
    return wasm[call](calculators.indexOf(id));
  };

  return {
    wasm, doubles, rows,
    /** {outputs, low, high, used (inputs), warnings, suggestions}, or {problem} with the id of its error, its field and limit. */
    evaluate(calculator, values, records) {
      const { inputs, outputs } = calculator;
      const error = run('evaluate', calculator, values, records);
      const read = (row, fields = outputs) => named(fields, doubles(wasm.ranges() + 8 * limits.fields * row, fields.length));
      if (error) {
        const [field, limit, other] = doubles(wasm.response(), 3);
        return { problem: { code: errors[error], id: inputs[field]?.id, limit, other: inputs[other]?.id } };
      }
      return {
        outputs: named(outputs, doubles(wasm.response(), outputs.length)),
        low: read(0),
        high: read(1),
        used: read(2, inputs),
        warnings: rows(wasm.warnings() + 8, doubles(wasm.warnings(), 1)[0], 4).map(([code, ...numbers]) => ({ id: calculator.warnings[code], numbers })),
        suggestions: rows(wasm.options() + 16, ...doubles(wasm.options(), 2)).map(([field, value]) => ({ field: inputs[field], value })),
      };
    },
    /** The steps that lead to the answer: {index (of the calculator's steps), result, values}. */
    derive(calculator, values, records) {
      const count = run('derive', calculator, values, records);
      return rows(wasm.steps(), Math.max(0, count), limits.step)
        .map(([index, result, used, ...numbers]) => ({ index, result, values: numbers.slice(0, used) }));
    },
    /** The number as text, and whether the word unit.<id> belongs behind it. */
    format(value, unit, language, digits) {
      const index = units.indexOf(unit);
      const bytes = new Uint8Array(wasm.memory.buffer, wasm.format(value, index, languages.indexOf(language), digits), 80);
      return [new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0))), wordUnits.includes(index) && !isNaN(value)];
    },
  };
}
