// Loads lab.wasm and calls it with texts and numbers. The only file that knows its boundary, whose conventions are numbered at
// the top of web/lab/browser/exports.cpp. Runs under node as well (tools/bench lab).
import { parseQuantity } from '../quantity.js';
import { specSizes, units } from '../fields/common.js';

const decoder = new TextDecoder(), encoder = new TextEncoder();
const wishes = ['none', 'png', 'csv', 'address', 'calculator'];
const languages = ['en', 'zh'];

/** @param {BufferSource} bytes of lab.wasm */
export async function loadLab(bytes) {
  const { instance: { exports: wasm } } = await WebAssembly.instantiate(bytes, {
    wasi_snapshot_preview1: { proc_exit() {} }, env: { emscripten_notify_memory_growth() {} },
  });
  wasm._initialize?.();
  const bytesAt = (at, length) => new Uint8Array(wasm.memory.buffer, at, length);
  const numbers = (count) => new Float64Array(wasm.memory.buffer, wasm.numbers(), count);
  const write = (...texts) => bytesAt(wasm.text(), 65536).set(encoder.encode(texts.join('\0') + '\0'));
  const read = (at) => {
    const all = bytesAt(at, wasm.memory.buffer.byteLength - at);
    return decoder.decode(all.subarray(0, all.indexOf(0)));
  };
  const settings = (count) => {
    let at = wasm.text();
    const next = () => {
      const text = read(at);
      at += encoder.encode(text).length + 1;
      return text;
    };
    return Array.from({ length: count }, () => [next(), next()]);
  };
  const row = (...spec) => numbers(spec.length).set(spec.map((number) => number ?? NaN));

  return {
    wasm, bytesAt,
    /** The published tables of /data/, the lab's words, and fields/<calculator>.js by id: defaults that cases do not repeat. */
    fill({ accelerators, models, formats, links, lab: { cacheFormats, measured } }, words, tables) {
      for (const { id, name, fabric, spec, link } of accelerators) {
        write(id, name, fabric ?? '');
        row(...spec, ...link);
        wasm.add_device();
      }
      for (const { id, name, spec } of models) {
        write(id, name);
        row(...spec);
        wasm.add_model();
      }
      for (const { id, name, spec } of formats) {
        write(id, name);
        row(...spec);
        wasm.add_format(cacheFormats.includes(id));
      }
      for (const { id, name, scope, spec } of links) {
        write(id, name);
        row(...spec);
        wasm.add_fabric(scope === 'inter');
      }
      for (const { id, calculator, source, inputs, ids, model, measured: figures } of measured) {
        const fields = tables[calculator].inputs;
        const values = fields.map(({ initial }) => initial ?? NaN), names = fields.map(({ initialId }) => initialId ?? '');
        for (const [i, value] of inputs) values[i] = value === 'max' ? Infinity : value ?? NaN;
        for (const [i, name] of ids) names[i] = name;
        for (const [output, value] of figures) {
          write(id, source, calculator, ...names);
          row(output, value, ...values, ...model ?? Array(specSizes.model).fill(NaN));
          wasm.add_figure();
        }
      }
      for (const [key, text] of Object.entries(words)) {
        write(key, text);
        wasm.add_word();
      }
    },
    font(bytes) {
      bytesAt(wasm.font(bytes.length), bytes.length).set(bytes);
    },
    start(width, height, ratio, isDark, language) {
      wasm.start(width, height, ratio, isDark, languages.indexOf(language));
    },
    /** The picture of the letters: a byte a pixel. */
    letters() {
      const at = wasm.letters(), [width, height] = numbers(2);
      return { width, height, bytes: bytesAt(at, width * height) };
    },
    /** Takes one key=value of an address over; false when it is none of the lab's. */
    set(key, text) {
      write(key);
      const unit = wasm.unit_of();
      const value = unit < 0 || text === 'max' || text === '' ? text : parseQuantity(text, units[unit]).value;
      if (value === undefined) return false;
      write(key, value);
      return !!wasm.set();
    },
    query: () => new URLSearchParams(settings(wasm.query())).toString(),
    /** The query of the same scenario on a calculator's page. */
    calculatorQuery(id) {
      write(id);
      return new URLSearchParams(settings(Math.max(0, wasm.calculator_query()))).toString();
    },
    key(name, isDown) {
      write(name.length === 1 ? name.toLowerCase() : name);
      return !!wasm.key(isDown);
    },
    wish: () => wishes[wasm.wish()],
    /** Where a control stands, in pixels of the screen: tests move the mouse there. */
    place(name) {
      write(name);
      if (!wasm.place()) return null;
      const [left, top, right, bottom] = numbers(4);
      return { left, top, right, bottom };
    },
    output(name) {
      write(name);
      return wasm.output();
    },
    outputText(name) {
      write(name);
      return read(wasm.output_text());
    },
    csv: () => read(wasm.csv()),
  };
}
