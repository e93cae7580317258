// Scenarios kept beside the present one: a table of what differs among their inputs, and of the answers with their ratio to
// the first. They live in the address, keep=NAME|QUERY each, so that a link opens the same comparison.
import { inlineModel } from './inline_model.js';

const most = 4;
const parse = (text) => {
  const at = text.indexOf('|');
  return { name: text.slice(0, at), query: new URLSearchParams(text.slice(at + 1)) };
};

export function start(element) {
  const { table, say } = element;
  const section = element.one('.scenarios');
  if (!section) return null;
  const grid = section.querySelector('table'), keep = element.one('[data-scenario="keep"]');

  /** The scenario's own text of each input, whatever stands in the form. */
  function changesOf({ query }, index) {
    const changes = Object.fromEntries(table.inputs.map(({ id }) => [id, query.get(id) ?? '']));
    if (/\bmodel\./.test(query)) {
      changes.model = 'kept-' + index;
      element.catalog.model.set(changes.model, { id: changes.model, spec: inlineModel(element, query).spec });
    }
    return changes;
  }
  const inputText = (id, text) => {
    const control = element.control(id), value = text || control.dataset.default;
    const option = [...control.options ?? []].find((each) => each.value === value);
    return option?.text ?? (value.startsWith('kept-') || value === 'custom' ? say('calculator.custom_model') : value || control.placeholder || say('calculator.automatic'));
  };
  // What the answer shows above its derivations, in its order, the verdict first.
  const shown = [...new Set(['fits', ...element.all('.answer output[data-field]').map(({ dataset }) => dataset.field)])]
    .map((id) => table.outputs.find((output) => output.id === id)).filter(Boolean);

  const cell = (tag, text, className) => {
    const made = document.createElement(tag);
    made.textContent = text;
    if (className) made.className = className;
    if (tag === 'th') made.scope = 'row';
    return made;
  };
  const row = (head, cells) => {
    const made = document.createElement('tr');
    made.append(cell('th', head), ...cells);
    return made;
  };
  function outputCell({ id, unit, choices }, outputs, first) {
    const value = outputs?.[id] ?? NaN, base = first?.[id];
    const word = element.words[`value.${id}.${choices ? choices[value] : value > 0}`];
    const made = cell('td', isNaN(value) ? '–' : word ?? element.text(value, unit), 'num');
    if (!word && outputs !== first && value !== base && base > 0 && value >= 0 && isFinite(value / base)) {
      const ratio = cell('span', element.text(value / base, 'ratio'), 'ratio');
      made.append(' ', ratio);
    }
    return made;
  }
  const action = (name, index, text, label) => {
    const made = cell('button', text, 'quiet');
    made.type = 'button';
    made.dataset.scenario = name;
    made.dataset.at = index;
    made.setAttribute('aria-label', label);
    return made;
  };
  function headCell({ name }, index) {
    const made = document.createElement('th'), field = document.createElement('input');
    made.scope = 'col';
    field.value = name;
    field.maxLength = 40;
    field.dataset.rename = index;
    field.autocomplete = 'off';
    field.setAttribute('aria-label', say('scenario.name', index + 1));
    made.append(field, action('load', index, say('scenario.load'), say('scenario.load_label', name)), ' ',
      action('drop', index, say('scenario.drop'), say('scenario.drop_label', name)));
    return made;
  }

  const body = (rows) => {
    const made = document.createElement('tbody');
    made.append(...rows);
    return made;
  };
  let headOf = '';
  /** Drawn anew only when scenarios come or go: one may be typing a name in it. */
  function drawHead(scenarios) {
    headOf = element.kept.join();
    const head = document.createElement('tr'), now = cell('th', say('scenario.now'), 'now');
    now.scope = 'col';
    head.append(cell('td', ''), ...scenarios.map(headCell), now);
    grid.tHead.replaceChildren(head);
  }

  function draw() {
    const scenarios = element.kept.map(parse);
    section.hidden = !scenarios.length;
    for (const link of document.querySelectorAll('.presets a, .reset')) {
      const query = new URLSearchParams(link.search);
      query.delete('keep');
      for (const text of element.kept) query.append('keep', text);
      link.search = query;
    }
    if (!scenarios.length) return;
    if (headOf !== element.kept.join()) drawHead(scenarios);
    const changes = [...scenarios.map(changesOf), Object.fromEntries(table.inputs.map(({ id }) => [id, element.control(id)?.value.trim() ?? '']))];
    const answers = [...changes.slice(0, -1).map((each) => element.evaluate(each).outputs), element.answer.outputs];
    const inputs = table.inputs.filter(({ id }) => element.control(id)).flatMap(({ id }) => {
      const texts = changes.map((each) => inputText(id, each[id]));
      return new Set(texts).size > 1 ? [row(element.label(id), texts.map((text) => cell('td', text, 'num')))] : [];
    });
    const results = shown.map((output) => row(element.one(`[data-steps="${output.id}"] .name`)?.textContent ?? say('scenario.verdict'),
      answers.map((outputs) => outputCell(output, outputs, answers[0]))));
    for (const old of [...grid.tBodies]) old.remove();
    grid.append(...[inputs, results].filter(({ length }) => length).map(body));
  }

  const tell = (text) => element.fill('[data-told]', () => text);
  function change(kept, text) {
    element.settle();
    element.kept = kept;
    element.keep();
    draw();
    tell(text);
  }
  const names = () => element.kept.map((text) => parse(text).name);
  function freeName() {
    const taken = new Set(names());
    return ['A', 'B', 'C', 'D'].find((name) => !taken.has(name));
  }
  const actions = {
    keep() {
      const query = new URLSearchParams(element.query()), name = freeName();
      query.delete('keep');
      if (element.kept.length < most) change([...element.kept, `${name}|${query}`], say('scenario.kept', name));
      else tell(say('scenario.full', most));
    },
    drop(at) {
      const name = names()[at];
      change(element.kept.filter((_, i) => i !== at), say('scenario.dropped', name));
      keep.focus();
    },
    load(at) {
      const { name, query } = parse(element.kept[at]);
      for (const text of element.kept) query.append('keep', text);
      element.settle();
      history.pushState(null, '', '?' + query);
      element.readAddress();
      tell(say('scenario.loaded', name));
    },
  };
  grid.addEventListener('change', ({ target }) => {
    const at = +target.dataset.rename, { name, query } = parse(element.kept[at]);
    // The bar parts name and query.
    const given = target.value.replaceAll('|', '/').trim() || name;
    target.value = given;
    element.kept = element.kept.map((text, i) => (i === at ? `${given}|${query}` : text));
    headOf = element.kept.join();
    for (const button of target.parentNode.querySelectorAll('button')) button.setAttribute('aria-label', say(`scenario.${button.dataset.scenario}_label`, given));
    element.keep();
    draw();
  });
  element.addEventListener('answer', draw);
  if (element.answer) draw();
  return ({ dataset: { scenario, at } }) => actions[scenario]?.(+at);
}
