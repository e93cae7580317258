// A model file that the reader chose -> this calculator's address with that model in it. Fetched when one is chosen.
// Nothing is uploaded: only the file's header is read, here, by import.wasm (its conventions: web/import_exports.cpp).
import { enums, specs } from './fields/specs.js';

const { members } = specs.find(({ record }) => record === 'model');
const errors = ['none', 'truncated', 'not_this_kind', 'bad_version', 'bad_structure', 'unknown_architecture', 'not_a_decoder', 'missing_key', 'bad_value', 'no_shapes'];
// A header with a large vocabulary has about 10 MiB.
const firstRead = 1 << 20, mostRead = 1 << 28;

let module;
const load = async () => {
  const bytes = await (await fetch(new URL('import.wasm', import.meta.url))).arrayBuffer();
  const { instance } = await WebAssembly.instantiate(bytes, { wasi_snapshot_preview1: { proc_exit() {} }, env: { emscripten_notify_memory_growth() {} } });
  instance.exports._initialize?.();
  return instance.exports;
};

/** Runs one of gguf, config, safetensors over the bytes. */
async function read(kind, bytes) {
  const wasm = await (module ??= load());
  const at = wasm.buffer(bytes.length);
  new Uint8Array(wasm.memory.buffer, at, bytes.length).set(bytes);
  const error = errors[wasm[kind](bytes.length)];
  const text = (which) => new TextDecoder().decode(new Uint8Array(wasm.memory.buffer, wasm.text(which), wasm.text_length(which)));
  return {
    error, detail: text(0), weights: text(2), unknown: text(3),
    model: [...new Float64Array(wasm.memory.buffer, wasm.model(), members.length)],
    bytes: new Float64Array(wasm.memory.buffer, wasm.facts(), 1)[0],
  };
}

const part = async (file, from, to) => new Uint8Array(await file.slice(from, to).arrayBuffer());

/** {a: {b: [1]}} -> "a.b.0\0" + "1\0" */
function flat(json) {
  const texts = [];
  const walk = (value, key) => {
    if (value !== null && typeof value === 'object') for (const [name, inner] of Object.entries(value)) walk(inner, key ? `${key}.${name}` : name);
    else texts.push(key, '\0', value ?? '', '\0');
  };
  walk(json, '');
  return new TextEncoder().encode(texts.join(''));
}

const none = { error: 'not_this_kind', detail: '', bytes: NaN };
const parsed = (bytes) => {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
};

async function readGguf(file) {
  for (let size = firstRead; ; size *= 8) {
    const result = await read('gguf', await part(file, 0, size));
    if (result.error !== 'truncated' || size >= Math.min(file.size, mostRead)) return result;
  }
}

async function readSafetensors(file) {
  const start = await part(file, 0, 8);
  const length = start.length < 8 ? 0 : Number(new DataView(start.buffer).getBigUint64(0, true));
  if (length < 2 || length > mostRead) return none;
  if (length + 8 > file.size) return { ...none, error: 'truncated' };
  const header = parsed(await part(file, 8, 8 + length));
  return header ? read('safetensors', flat(header)) : none;
}

async function readJson(file) {
  const json = file.size <= mostRead ? parsed(await part(file, 0, file.size)) : null;
  if (!json) return none;
  return json.weight_map ? read('safetensors', flat(json)) : { ...(await read('config', flat(json))), config: true };
}

async function readFile(file) {
  const magic = new TextDecoder().decode(await part(file, 0, 4));
  if (magic === 'GGUF' || file.name.endsWith('.gguf')) return readGguf(file);
  return file.name.endsWith('.safetensors') ? readSafetensors(file) : readJson(file);
}

/** A config.json tells the shape, the tensors beside it the exact bytes. */
function joined(results) {
  const shape = results.find(({ config }) => config);
  const tensors = results.find(({ config, bytes }) => !config && !isNaN(bytes));
  return shape && tensors ? { ...shape, bytes: tensors.bytes, weights: shape.weights || tensors.weights } : shape ?? results[0];
}

/** @param {HTMLInputElement} input with the chosen files; its data-words are the words of the errors. */
export async function readModelFile(input) {
  const files = [...input.files];
  if (!files.length) return;
  const error = input.closest('.model-file').querySelector('.error');
  const result = joined(await Promise.all(files.map(readFile)));
  const takes = (name) => input.form.elements[name];
  const query = new URLSearchParams(location.search);
  // The page's default format would be a guess; one that the reader chose is an answer.
  if (result.error === 'none' && result.unknown && !result.weights && takes('weights') && !query.has('weights')) {
    Object.assign(result, { error: 'unknown_weights', detail: result.unknown });
  }
  error.hidden = result.error === 'none';
  if (!error.hidden) {
    const values = [files[0].name, result.detail];
    error.textContent = JSON.parse(input.dataset.words)[result.error].replace(/\{(\d)\}/g, (_, i) => values[i] ?? '');
    return;
  }
  for (const key of [...query.keys()]) if (/^model\b/.test(key)) query.delete(key);
  result.model.forEach((value, i) => {
    if (!isNaN(value)) query.set(`model.${members[i]}`, enums[members[i]]?.[value] ?? value);
  });
  if (takes('weights') && result.weights) query.set('weights', result.weights);
  query.delete('weights_bytes_override');
  if (takes('weights_bytes_override') && !isNaN(result.bytes)) query.set('weights_bytes_override', result.bytes);
  location.search = query;
}
