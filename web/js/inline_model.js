// A model that the catalog lacks, given in the address: ?model.layers=32&model.hidden=4096, on top of ?model=<id> if it
// is there. Fetched only for such addresses.
import { enums, specs } from './fields/specs.js';
import { parseQuantity } from './quantity.js';

const { members } = specs.find(({ record }) => record === 'model');

/** {spec, query}: the model that `query` describes, and that part of it; its keys are taken out of `query`. */
export function inlineModel(element, query) {
  const base = element.catalog.model.get(query.get('model'));
  const spec = base ? [...base.spec] : members.map(() => NaN);
  const own = new URLSearchParams(base ? { model: base.id } : {});
  for (const [key, text] of [...query]) {
    const at = members.indexOf(key.replace(/^model\./, ''));
    if (!key.startsWith('model.') || at < 0) continue;
    const index = enums[members[at]]?.indexOf(text);
    spec[at] = index >= 0 ? index : { true: 1, false: 0 }[text] ?? parseQuantity(text).value ?? NaN;
    own.append(key, text);
    query.delete(key);
  }
  return { spec, query: own };
}

/** Moves the model's members from `query` into a row `custom` of the element's catalog, and chooses it. */
export function takeInlineModel(element, query) {
  const { spec, query: own } = inlineModel(element, query);
  element.custom = own;
  element.catalog.model.set('custom', { id: 'custom', spec });
  const control = element.control('model');
  if (!control.querySelector('[value=custom]')) control.prepend(new Option(element.say('calculator.custom_model'), 'custom'));
  query.set('model', 'custom');
}
