// Loads calculators.wasm and calls it with plain objects. The only file that knows that the engine is WebAssembly; its
// conventions are numbered at the top of web/exports.cpp. A `calculator` is the table of fields/<calculator>.js.
// made by generate_fields.cpp
import { calculators, errors, languages, limits, planReasons, specSizes, units, wordUnits } from './fields/common.js';

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
    /** {outputs, low, high, warnings, suggestions}, or {problem} with the id of its error, its field and limit. */
    evaluate(calculator, values, records) {
      const { inputs, outputs } = calculator;
      const error = run('evaluate', calculator, values, records);
      const read = (at) => named(outputs, doubles(at, outputs.length));
      if (error) {
        const [field, limit, other] = doubles(wasm.response(), 3);
        return { problem: { code: errors[error], id: inputs[field]?.id, limit, other: inputs[other]?.id } };
      }
      return {
        outputs: read(wasm.response()),
        low: read(wasm.ranges()),
        high: read(wasm.ranges() + 8 * limits.fields),
        warnings: rows(wasm.warnings() + 8, doubles(wasm.warnings(), 1)[0], 4).map(([code, ...numbers]) => ({ id: calculator.warnings[code], numbers })),
        suggestions: rows(wasm.options() + 16, ...doubles(wasm.options(), 2)).map(([field, value]) => ({ field: inputs[field], value })),
      };
    },
    /**
     * The search of plan. candidates: rows of numbers (gpu, intra_fabric, inter_fabric, US$ per GPU-hour, GPUs per node);
     * formats: rows (weights, kv_cache, native_weights, native_cache). {options: [{candidate, format, tensor_parallel, ...,
     * pareto, extrapolated, outputs of throughput}], rejected: [{candidate, reason, value, other}], warnings}, or {problem}.
     */
    plan(calculator, values, records, candidates, formats) {
      const size = Object.values(specSizes).reduce((sum, part) => sum + part), width = (list) => list[0]?.length ?? 0;
      const base = wasm.specs() + 8 * size;
      doubles(base, 2).set([candidates.length, formats.length]);
      doubles(base + 16, candidates.length * width(candidates)).set(candidates.flat());
      doubles(base + 16 + 8 * limits.candidates * width(candidates), formats.length * width(formats)).set(formats.flat());
      const { problem, warnings } = this.evaluate(calculator, values, records);
      if (problem) return { problem };
      const [count, columns] = doubles(wasm.options(), 2), end = wasm.options() + 16 + 8 * count * columns;
      const front = ['candidate', 'format', 'tensor_parallel', 'pipeline_parallel', 'expert_parallel', 'replicas', 'gpus', 'pareto', 'extrapolated'];
      const ids = [...front, ...calculator.outputs.slice(front.length - columns).map(({ id }) => id)];
      return {
        options: rows(wasm.options() + 16, count, columns).map((row) => Object.fromEntries(ids.map((id, i) => [id, row[i]]))),
        rejected: rows(end + 16, ...doubles(end, 2)).map(([candidate, reason, value, other]) => ({ candidate, reason: planReasons[reason], value, other })),
        warnings,
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
