// Loads calculators.wasm and calls it with plain objects. The only file that knows that the engine is WebAssembly; its
// conventions are numbered at the top of web/exports.cpp.
import { calculators, errors, languages, limits, specs, units, wordUnits } from './fields.js'; // made by generate_fields.cpp

export { calculators, specs };
export { enums } from './fields.js';

const named = (fields, numbers) => Object.fromEntries(fields.map(({ id }, i) => [id, numbers[i]]));

/** @param {BufferSource} bytes of calculators.wasm */
export async function loadEngine(bytes) {
  const { instance: { exports: wasm } } = await WebAssembly.instantiate(bytes, { wasi_snapshot_preview1: { proc_exit() {} } });
  wasm._initialize?.();
  const doubles = (at, length) => new Float64Array(wasm.memory.buffer, at, length);
  const rows = (at, count, width) => Array.from({ length: count }, (_, i) => [...doubles(at + 8 * width * i, width)]);

  /** values: input id -> number; records: names of `specs` -> numbers in member order. What is left out is absent. */
  function fill({ inputs }, values, records) {
    doubles(wasm.request(), inputs.length).set(inputs.map(({ id }) => values[id] ?? NaN));
    let at = wasm.specs();
    for (const { record, members } of specs) {
      doubles(at, members.length).set(records[record] ?? members.map(() => NaN));
      at += 8 * members.length;
    }
  }

  return {
    /** {outputs, low, high, warnings, suggestions}, or {problem} with the id of its error, its field and limit. */
    evaluate(calculator, values, records) {
      const { inputs, outputs } = calculator;
      fill(calculator, values, records);
      const error = wasm.evaluate(calculators.indexOf(calculator));
      const response = doubles(wasm.response(), outputs.length);
      if (error) return { problem: { code: errors[error], field: inputs[response[0]]?.id, limit: response[1], other: inputs[response[2]]?.id } };
      const [warningCount] = doubles(wasm.warnings(), 1);
      const [optionCount, columns] = doubles(wasm.options(), 2);
      return {
        outputs: named(outputs, response),
        low: named(outputs, doubles(wasm.ranges(), outputs.length)),
        high: named(outputs, doubles(wasm.ranges() + 8 * limits.fields, outputs.length)),
        warnings: rows(wasm.warnings() + 8, warningCount, 4).map(([code, ...values]) => ({ id: calculator.warnings[code], values })),
        suggestions: rows(wasm.options() + 16, optionCount, columns).map(([field, value]) => ({ field: inputs[field], value })),
      };
    },
    /** The steps that lead to the answer: {id, formula, symbols, unit, term, result, values}. */
    derive(calculator, values, records) {
      fill(calculator, values, records);
      return rows(wasm.steps(), Math.max(0, wasm.derive(calculators.indexOf(calculator))), limits.step)
        .map(([info, result, used, ...numbers]) => ({ ...calculator.steps[info], result, values: numbers.slice(0, used) }));
    },
    /** The number as text, and whether the word unit.<id> belongs behind it. */
    format(value, unit = 'none', language = 'en', digits = 3) {
      const index = units.indexOf(unit);
      const at = wasm.format(value, index, languages.indexOf(language), digits);
      const bytes = new Uint8Array(wasm.memory.buffer, at, 80);
      return { text: new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0))), word: wordUnits.includes(index) && !isNaN(value) };
    },
  };
}
