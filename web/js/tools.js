// What a reader takes away: the address, the answer as Markdown, CSV or JSON, the command that serves it. Each button copies
// one; where the clipboard is refused the text is shown to be copied by hand. And paper: what is printed is all of the answer.
import { derive } from './derivation.js';

/** Of what the form says now: the page's own address follows after a pause. */
const address = (element) => {
  const query = element.query();
  return location.origin + location.pathname + (query && '?' + query);
};
const number = (value) => (Number.isFinite(value) ? value : value === Infinity ? 'max' : null);

/** Rows of [label, value, range], as the page shows them; of the planner its table. */
function shownRows(element) {
  const table = element.one('.plan-options');
  const texts = (row, selector) => [...row.querySelectorAll(selector)].map((cell) => (cell.querySelector('[data-cell]') ?? cell).textContent.trim());
  if (table) return [texts(table, 'thead th'), ...[...table.tBodies[0].rows].map((row) => texts(row, 'td, th'))];
  return element.all('details[data-steps] > summary').map((summary) => ['.name', 'output', '.range'].map((part) => summary.querySelector(part)?.textContent.trim() ?? ''));
}

/** [label, value] of what the reader set. */
const setInputs = (element) => element.controls.filter((control) => control.type !== 'hidden' && element.differs(control))
  .map((control) => [element.label(control.name), control.selectedOptions?.[0].text ?? control.value.trim()]);

/** The scenarios side by side, as they are shown. */
const comparedRows = (element) => (element.kept.length ? [...element.one('.scenarios table').rows].map(({ cells }) =>
  [...cells].map((cell) => (cell.querySelector('input')?.value ?? cell.textContent).trim())) : []);

function markdown(element) {
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const rows = shownRows(element), head = element.one('.plan-options') ? rows.shift() : ['', '', ''];
  const compared = comparedRows(element);
  if (compared.length) compared.splice(1, 0, compared[0].map(() => '---'));
  return [`[${document.querySelector('h1').textContent}](${address(element)})`, '', ...setInputs(element).map(([label, value]) => `- ${label}: ${value}`), '',
    line(head), line(head.map(() => '---')), ...rows.map(line), ...(compared.length ? ['', ...compared.map(line)] : []), ''].join('\n');
}

const csv = (element) => [...setInputs(element), ...shownRows(element), ...comparedRows(element)]
  .map((cells) => cells.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')).join('\r\n') + '\r\n';

function json(element) {
  const { table, answer, plan } = element, { used, outputs, low, high } = answer;
  const text = ({ id, kind, choices }) => {
    const control = element.control(id), written = control?.value.trim() || control?.dataset.default || null;
    return kind || choices ? written : number(used[id]);
  };
  const value = ({ id, choices }, row) => (choices ? choices[row[id]] ?? null : number(row[id]));
  const of = (fields, read) => Object.fromEntries(fields.map((field) => [field.id, read(field)]));
  const result = { calculator: table.id, input: of(table.inputs, text) };
  if (plan) {
    result.options = plan.plain;
  } else {
    result.output = of(table.outputs, (field) => value(field, outputs));
    result.range = of(table.outputs, ({ id }) => (high[id] > low[id] ? [low[id], high[id]] : null));
  }
  if (element.kept.length) result.scenarios = element.kept;
  return JSON.stringify({ ...result, url: address(element) }, null, 1) + '\n';
}

/** The flags that differ from vLLM's own defaults, or that the answer depends on. */
function vllm(element) {
  const { used } = element.answer, chosen = (id) => element.control(id)?.value;
  const model = element.control('model').selectedOptions[0].text;
  const flags = { 'tensor-parallel-size': used.tensor_parallel, 'pipeline-parallel-size': used.pipeline_parallel, 'data-parallel-size': used.data_parallel };
  for (const [flag, value] of Object.entries(flags)) if (!(value > 1)) delete flags[flag];
  flags['max-model-len'] = Math.ceil(used.context);
  if (used.memory_utilization > 0) flags['gpu-memory-utilization'] = +used.memory_utilization.toFixed(3);
  if (Number.isFinite(used.concurrency)) flags['max-num-seqs'] = used.concurrency;
  if (chosen('batch_tokens')) flags['max-num-batched-tokens'] = used.batch_tokens;
  if (chosen('block_tokens')) flags['block-size'] = used.block_tokens;
  if (/^fp8/.test(chosen('kv_cache'))) flags['kv-cache-dtype'] = 'fp8';
  if (chosen('weights') === 'fp8') flags.quantization = 'fp8';
  const expert = used.expert_parallel > 1 ? ' \\\n  --enable-expert-parallel' : '';
  return `# ${model}: ${element.say('tools.vllm_model')}\nvllm serve "$MODEL"` + Object.entries(flags).map(([flag, value]) => ` \\\n  --${flag} ${value}`).join('') + expert + '\n';
}

const writers = { link: address, markdown, csv, json, vllm };

export function start(element) {
  // Steps are written when they are opened; paper shows them all.
  addEventListener('beforeprint', () => {
    for (const shown of document.querySelectorAll('[data-address]')) shown.textContent = address(element);
    if (element.answer && element.steps.length) derive(element, '[data-steps]');
  });
  return async ({ dataset: { tool } }) => {
    if (tool === 'print') print();
    if (!writers[tool]) return;
    const text = writers[tool](element), told = element.one('[data-told]'), shown = element.one('[data-taken]');
    try {
      await navigator.clipboard.writeText(text);
      told.textContent = element.say('tools.copied');
      shown.hidden = true;
    } catch {
      told.textContent = element.say('tools.by_hand');
      shown.hidden = false;
      shown.value = text;
      shown.select();
    }
  };
}
