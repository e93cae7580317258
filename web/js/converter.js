// The small conversions of term pages: a form that the server drew with its answer, kept up to date as one types. Names,
// units and choices come from fields/converters.js, errors from data-words, the arithmetic from converters.wasm.
import { errors, languages, units } from './fields/common.js';
import { converters } from './fields/converters.js';
import { parseQuantity } from './quantity.js';

const digits = 5;
let loading;
const load = async () => {
  const bytes = await (await fetch(new URL('./converters.wasm', import.meta.url))).arrayBuffer();
  const { instance: { exports: wasm } } = await WebAssembly.instantiate(bytes, { wasi_snapshot_preview1: { proc_exit() {} } });
  wasm._initialize?.();
  return wasm;
};

/** @param {HTMLFormElement} form with class converter */
export async function convert(form) {
  const wasm = await (loading ??= load());
  const which = converters.findIndex(({ id }) => id === form.dataset.converter), { inputs, outputs } = converters[which];
  const doubles = (at, length) => new Float64Array(wasm.memory.buffer, at, length);
  const text = (value, unit = 'none') => {
    const at = wasm.format(value, units.indexOf(unit), languages.indexOf(document.documentElement.lang.slice(0, 2)), digits);
    const bytes = new Uint8Array(wasm.memory.buffer, at, 80);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  };
  let problem;
  const values = inputs.map(({ id, unit, choices }, index) => {
    const typed = form.elements[id].value.trim();
    if (choices) return choices.indexOf(typed);
    const { value, error } = parseQuantity(typed, unit);
    if (error) problem ??= { index, code: error };
    return value ?? NaN;
  });
  if (!problem) {
    doubles(wasm.inputs(), values.length).set(values);
    const error = wasm.convert(which);
    if (error) problem = { index: doubles(wasm.outputs(), 1)[0], code: errors[error] };
  }
  const line = form.querySelector('.error');
  inputs.forEach(({ id }, index) => form.elements[id].setAttribute('aria-invalid', problem?.index === index));
  line.hidden = !problem;
  form.toggleAttribute('data-stale', !!problem);
  if (problem) {
    const { id, least = 0, most = 1e18, unit } = inputs[problem.index];
    const filling = [form.elements[id].labels[0].textContent, form.elements[id].value, `${text(least, unit)} – ${text(most, unit)}`];
    line.textContent = JSON.parse(form.dataset.words)[problem.code].replace(/\{(\d)\}/g, (_, i) => filling[i]);
    return;
  }
  const results = doubles(wasm.outputs(), outputs.length);
  outputs.forEach(({ id, unit }, index) => (form.querySelector(`[data-field="${id}"]`).textContent = text(results[index], unit)));
}
