// The options of a planner's answer as plain data: for what a reader copies and what an embed tells its page.

const number = (value) => (Number.isFinite(value) ? value : value === Infinity ? 'max' : null);

export function planOptions(table, plan) {
  const shown = table.outputs.filter(({ kind }) => !kind);
  const value = ({ id, choices }, option) => (choices ? choices[option[id]] ?? null : number(option[id]));
  return plan.options.map((option) => ({
    gpu: plan.candidates[option.candidate].gpu.id, weights: plan.pairs[option.format][0], kv_cache: plan.pairs[option.format][1],
    ...Object.fromEntries(shown.map((field) => [field.id, value(field, option)])),
  }));
}
