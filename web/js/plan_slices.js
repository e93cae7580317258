// The planner's search on the main thread, for pages that refuse workers: one accelerator after the other, with pauses in
// which the page lives, then joined by the rules of search_plans() (engine/planner/plan.cpp), which ranks them all at once.
import { specs } from './fields/specs.js';
import { plan } from './plan.js';

// Milliseconds of work before a pause, and the engine's room for options.
const slice = 8, room = 128;
const cost = 'cost_per_million_output_tokens_usd', energy = 'energy_per_million_output_tokens_kwh';
const objectives = [(option) => option[cost], (option) => option.gpus, (option) => option.e2e_s, (option) => option[energy]];
const known = (value) => (isNaN(value) ? Infinity : value);
const pause = () => new Promise((resolve) => setTimeout(resolve));

function before(a, b, objective) {
  const key = (option) => [known(objectives[objective](option)), option.gpus, known(option[cost]), option.e2e_s, option.candidate, option.format,
    option.tensor_parallel, option.expert_parallel];
  const [ofA, ofB] = [key(a), key(b)], at = ofA.findIndex((value, i) => value !== ofB[i]);
  return at < 0 ? 0 : ofA[at] < ofB[at] ? -1 : 1;
}

/** Whether a is at least as good as b in everything, and better in something. */
function dominates(a, b, someKnow) {
  const comparable = [cost, energy].every((id) => {
    const [hasA, hasB] = [!isNaN(a[id]), !isNaN(b[id])];
    return hasA === hasB && (hasA || !someKnow[id] || a.candidate === b.candidate);
  });
  const ids = ['gpus', 'ttft_s', 'tpot_s', cost, energy];
  return comparable && !ids.some((id) => a[id] > b[id]) && ids.some((id) => a[id] < b[id]);
}

/** Which weights two formats share, as the engine sees it. */
function weightsOf(format) {
  const { members } = specs.find(({ record }) => record === 'weights');
  return ['bits_per_weight', 'arithmetic', 'gguf'].map((name) => format[members.indexOf(name)]).join();
}

function warningsOf(options, candidates, objective, rest, leftOut) {
  const count = options.length, unpriced = options.filter(({ candidate }) => isNaN(candidates[candidate].at(-2))).length;
  const extrapolated = options.filter((option) => option.extrapolated).length;
  const warnings = [];
  const warn = (condition, id, ...numbers) => condition && warnings.push({ id, numbers: [0, 1, 2].map((i) => numbers[i] ?? NaN) });
  warn(!count, 'plan_no_option');
  warn(count && unpriced === count && objective === 0, 'plan_no_prices');
  warn(unpriced && unpriced < count, 'plan_some_unpriced', unpriced);
  warn(options.some(({ format }) => format !== options[0].format), 'plan_formats_differ');
  warn(extrapolated, 'plan_extrapolated', extrapolated, count);
  warnings.push(...rest.filter(({ id }) => id === 'plan_beyond_context'));
  warn(leftOut, 'plan_not_all_shown', leftOut);
  return warnings;
}

function joined(parts, { candidates, formats, values }) {
  const all = parts.flatMap(({ options }) => options), objective = values.objective ?? 0;
  const someKnow = Object.fromEntries([cost, energy].map((id) => [id, all.some((option) => !isNaN(option[id]))]));
  for (const option of all) option.pareto = all.some((other) => dominates(other, option, someKnow)) ? 0 : 1;
  all.sort((a, b) => before(a, b, objective));
  const seen = new Set();
  const claimed = all.map((option) => {
    const { candidate, format, pareto } = option, weights = `${candidate} ${weightsOf(formats[format])}`;
    const claim = !seen.has(candidate) ? 3 : pareto ? 2 : !seen.has(weights) ? 1 : 0;
    seen.add(candidate).add(weights);
    return { option, claim };
  }).filter(({ claim }) => claim);
  // Where there is no room for all, the weakest claim and among them the last go first.
  const leftOut = Math.max(0, claimed.length - room);
  for (let claim = 1; claimed.length > room; claim++)
    for (let i = claimed.length - 1; i >= 0 && claimed.length > room; i--) if (claimed[i].claim === claim) claimed.splice(i, 1);
  const options = claimed.map(({ option }) => option);
  return { options, rejected: parts.flatMap(({ rejected }) => rejected), warnings: warningsOf(options, candidates, objective, parts[0]?.warnings ?? [], leftOut) };
}

/** The answer of plan(), or null when `wanted()` says meanwhile that nobody waits for it any more. */
export async function planInSlices(engine, calculator, request, wanted) {
  const { values, records, candidates, formats } = request, parts = [];
  let since = performance.now();
  for (const [at, candidate] of candidates.entries()) {
    if (performance.now() - since > slice) {
      await pause();
      since = performance.now();
      if (!wanted()) return null;
    }
    const part = plan(engine, calculator, values, records, [candidate], formats);
    if (part.problem) return part;
    for (const each of [...part.options, ...part.rejected]) each.candidate = at;
    parts.push(part);
  }
  return joined(parts, request);
}
