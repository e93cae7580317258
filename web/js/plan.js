// The search of the planner, over the engine of engine.js. Apart from it, because only the planner's worker needs it.
import { limits, planReasons, specSizes } from './fields/common.js';

const front = ['candidate', 'format', 'tensor_parallel', 'pipeline_parallel', 'expert_parallel', 'replicas', 'gpus', 'pareto', 'extrapolated'];

/**
 * candidates: rows of numbers (gpu, intra_fabric, inter_fabric, US$ per GPU-hour, GPUs per node); formats: rows (weights,
 * kv_cache, native_weights, native_cache). {options: [{candidate, format, tensor_parallel, ..., pareto, extrapolated, outputs
 * of throughput}], rejected: [{candidate, reason, value, other}], warnings}, or {problem}.
 */
export function plan(engine, calculator, values, records, candidates, formats) {
  const { wasm, doubles, rows } = engine;
  const size = Object.values(specSizes).reduce((sum, part) => sum + part), width = (list) => list[0]?.length ?? 0;
  const base = wasm.specs() + 8 * size;
  doubles(base, 2).set([candidates.length, formats.length]);
  doubles(base + 16, candidates.length * width(candidates)).set(candidates.flat());
  doubles(base + 16 + 8 * limits.candidates * width(candidates), formats.length * width(formats)).set(formats.flat());
  const { problem, warnings } = engine.evaluate(calculator, values, records);
  if (problem) return { problem };
  const [count, columns] = doubles(wasm.options(), 2), end = wasm.options() + 16 + 8 * count * columns;
  const ids = [...front, ...calculator.outputs.slice(front.length - columns).map(({ id }) => id)];
  return {
    options: rows(wasm.options() + 16, count, columns).map((row) => Object.fromEntries(ids.map((id, i) => [id, row[i]]))),
    rejected: rows(end + 16, ...doubles(end, 2)).map(([candidate, reason, value, other]) => ({ candidate, reason: planReasons[reason], value, other })),
    warnings,
  };
}
