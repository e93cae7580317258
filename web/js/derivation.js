// Which steps explain an output, and a formula with numbers in place: the rules of engine/calculators/derivation.h.

const defined = ({ formula }) => formula.split(' = ')[0];

function ownStep(steps, { id, unit }, value) {
  const named = steps.findIndex((step) => step.id === id);
  return named >= 0 ? named : steps.findLastIndex((step) => step.unit === (unit ?? 'none') && Math.abs(step.result - value) <= 1e-9 * Math.abs(value));
}

/** The steps for `output`, in order of derivation: its own, and those of its symbols that no other output shows. */
export function stepsOf(steps, outputs, values, output) {
  const own = ownStep(steps, output, values[output.id]);
  if (own < 0) return [];
  const taken = new Set(outputs.map((each) => ownStep(steps, each, values[each.id])));
  const found = new Set([own]);
  // A set is also walked over what is added meanwhile.
  for (const at of found)
    for (const symbol of steps[at].symbols.split(' '))
      steps.forEach((step, i) => symbol && defined(step) === symbol && !taken.has(i) && found.add(i));
  return [...found].sort((a, b) => a - b).map((i) => steps[i]);
}

const isOperand = (token) => /^([a-z\d]|[^\0-\x7f])/i.test(token);

/** "2 × 70,553,706,496 / 8": the formula's right side with `number` of each symbol's value. */
export function substituted({ formula, symbols, values }, number) {
  const equals = formula.indexOf(' = ');
  if (equals < 0) return '';
  const names = symbols.split(' ');
  let text = '', before = '', end = 0;
  for (const { 0: token, index } of formula.slice(equals + 3).matchAll(/[(),]|[^\s(),]+/g)) {
    // K_1(s) is a function of s, N (s + 1) a product.
    const call = token === '(' && isOperand(before) && !/^\d/.test(before) && index === end;
    const product = (isOperand(before) || before === ')') && (isOperand(token) || token === '(') && !call;
    const tight = !text || before === '(' || token === ')' || token === ',' || call;
    end = index + token.length;
    text += product ? ' × ' : tight ? '' : ' ';
    const at = names.indexOf(token);
    text += at >= 0 && at < values.length ? number(values[at]) : token;
    before = token;
  }
  return text;
}

/** Writes the steps of the element's present answer into the <details data-steps> that `selector` finds. */
export function derive(element, selector) {
  const { engine, table, words, answer: { outputs, values, records } } = element;
  const steps = engine.derive(table, values, records).map((step) => ({ ...element.steps[step.index], ...step }));
  for (const details of element.all(selector)) {
    const output = table.outputs.find(({ id }) => id === details.dataset.steps);
    details.querySelector('ol').replaceChildren(...stepsOf(steps, table.outputs, outputs, output).map((step) => {
      const item = element.one('template').content.firstElementChild.cloneNode(true);
      const write = (selector, text) => (item.querySelector(selector).textContent = text);
      const term = item.querySelector('a');
      item.dataset.step = step.id;
      item.querySelector('.says').firstChild.data = element.say('step.' + step.id) + ' ';
      write('a', words['term.' + step.term_of]);
      term.href = words['term_url.' + step.term_of];
      term.hidden = !term.textContent;
      write('.formula', step.formula);
      write('.values', substituted(step, (number) => element.text(number, 'none', 6)));
      write('output', element.text(step.result, step.unit));
      return item;
    }));
  }
}
