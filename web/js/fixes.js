// "It does not work": the smallest single changes with which it does, for what the engine names none. Each is tried by the
// page's own engine before it is offered. The planner has its own (plan_view.js).

const halves = (value) => Array.from({ length: 8 }, (_, i) => Math.floor(value / 2 ** (i + 1))).filter((each) => each >= 1);
const doubles = (value, most) => Array.from({ length: 12 }, (_, i) => value * 2 ** (i + 1)).filter((each) => each <= most);
/** Rounded down to two digits. */
const below = (value) => {
  const step = 10 ** (Math.floor(Math.log10(value)) - 1);
  return +(Math.floor(value / step) * step).toPrecision(2);
};
/** The narrower formats of the present kind, widest first. */
function narrower(element, id) {
  const control = element.control(id), row = (value) => element.catalog.format.get(value);
  const now = row(control.value) ?? { kind: 'float', spec: [16] };
  return [...control.options].map(({ value }) => row(value)).filter((each) => each?.kind === now.kind && each.spec[0] < now.spec[0])
    .sort((a, b) => b.spec[0] - a.spec[0]).map((each) => each.id);
}

const has = (answer, id) => answer.warnings?.some((warning) => warning.id === id);
const training = ({ used }) => ({
  micro_batch: halves(used.micro_batch), recompute: ['selective', 'full'], sharding: ['zero1', 'zero2', 'zero3'], optimizer: ['adamw-8bit'],
  tensor_parallel: doubles(used.tensor_parallel || 1, 8), method: ['lora', 'qlora'].slice(used.method), gpus: doubles(used.gpus, 65536),
});
const misses = ({ outputs }) => outputs.fits === 0;
/** Of each calculator: when it fails, and what to try, field by field. */
const rules = {
  'training-memory': { fails: misses, tries: training },
  'training-time': { fails: misses, tries: training },
  throughput: {
    fails: (answer) => has(answer, 'overloaded'),
    tries: ({ used, warnings }, element) => ({
      requests_per_s: [below(.95 * warnings.find(({ id }) => id === 'overloaded').numbers[0])].filter((rate) => rate > 0),
      kv_cache: narrower(element, 'kv_cache'), weights: narrower(element, 'weights'),
      gpus: element.control('data_parallel')?.value.trim() ? [] : doubles(used.gpus, 1024), data_parallel: doubles(used.data_parallel || 1, 1024),
    }),
  },
};
// Of changes of two fields, where no single one helps.
const mostPairs = 3;

export function start(element) {
  const { fails, tries } = rules[element.table.id];
  const helps = (changes) => {
    const { outputs, ...after } = element.evaluate(changes);
    return outputs && outputs.fits !== 0 && !fails({ outputs, ...after });
  };
  function* pairs(all) {
    for (const [i, [first, values]] of all.entries())
      for (const [second, others] of all.slice(i + 1)) {
        const found = values.flatMap((a) => others.map((b) => ({ [first]: a, [second]: b }))).find(helps);
        if (found) yield found;
      }
  }
  function offer() {
    const { answer } = element;
    if (!fails(answer)) return;
    const list = element.one('[data-suggestions]'), offered = new Set([...list.querySelectorAll('a')].map(({ dataset }) => dataset.set));
    const all = Object.entries(tries(answer, element)).filter(([id]) => element.control(id)).map(([id, values]) => [id, values.map(String)]);
    const found = all.filter(([id]) => !offered.has(id)).flatMap(([id, values]) => values.map((value) => ({ [id]: value })).find(helps) ?? []);
    if (!found.length && !offered.size) for (const pair of pairs(all)) if (found.push(pair) === mostPairs) break;
    list.append(...found.map((changes) => {
      const item = document.createElement('li');
      item.append(element.suggestion(changes));
      return item;
    }));
    list.hidden = !list.children.length;
  }
  element.addEventListener('answer', offer);
  if (element.answer) offer();
}
