// How an embedded calculator looks and which of its fields a visitor may touch, as its owner wants: theme, accent colour,
// locked and hidden fields. For the page in an <iframe> (embed_frame.js) and the element (embed_element.js).

/** Which of the two themes style sheets obey: `light`, `dark`, or as the visitor's system says. */
export function setTheme(sheets, theme) {
  if (theme !== 'light' && theme !== 'dark') return;
  for (const sheet of sheets)
    for (const rule of sheet.cssRules)
      if (/prefers-color-scheme: *dark/.test(rule.media?.mediaText)) rule.media.mediaText = theme === 'dark' ? 'all' : 'not all';
}

/** `host` carries the colours. What is no colour changes nothing. */
export function setAccent(host, colour) {
  if (!colour || !CSS.supports('color', colour)) return;
  host.style.setProperty('--accent', colour);
  const probe = host.appendChild(document.createElement('i'));
  probe.style.color = colour;
  const [red, green, blue] = getComputedStyle(probe).color.match(/[\d.]+/g).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  probe.remove();
  // Black or white, whichever stands out more (WCAG's relative luminance).
  host.style.setProperty('--on-accent', 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000' : '#fff');
}

const ids = (list) => (list ?? '').split(',').map((id) => id.trim()).filter(Boolean);

/** `lock` and `hide` are lists of field ids; `calculator` is the <gloss-calculator>. */
export function restrict(calculator, { lock, hide }) {
  for (const id of ids(lock))
    for (const control of calculator.querySelectorAll(`:is([name="${CSS.escape(id)}"], [data-slides="${CSS.escape(id)}"], [data-list="${CSS.escape(id)}"] [data-item])`)) control.disabled = true;
  for (const id of ids(hide)) calculator.querySelector(`.field[data-for="${CSS.escape(id)}"]`)?.setAttribute('hidden', '');
  // A group without a field is no group.
  for (const group of calculator.querySelectorAll('fieldset, details.advanced'))
    if (![...group.querySelectorAll('.field')].some((field) => !field.hidden)) group.hidden = true;
}

/** Calls `tell` at each answer. The planner's is searched, by a module that comes with more.js. */
export function onAnswer(calculator, tell) {
  const isSearched = calculator.getAttribute('calculator') === 'plan';
  calculator.addEventListener(isSearched ? 'planned' : 'answer', tell);
  if (!isSearched) return;
  calculator.dataset.searches = '';
  calculator.addEventListener('answer', () => calculator.more(), { once: true });
}

/** What `gloss-result` carries: numbers in base units, null where there is none; of the planner its options, best first. */
export function resultOf(calculator) {
  const { outputs, used, low, high } = calculator.answer;
  const number = (value) => (Number.isNaN(value) || value === undefined ? null : value);
  const numbers = (values) => Object.fromEntries(Object.entries(values).map(([id, value]) => [id, number(value)]));
  const input = Object.fromEntries(calculator.controls.map(({ name, value, dataset }) => [name, value.trim() || dataset.default || number(used[name])]));
  const range = Object.fromEntries(Object.keys(outputs).map((id) => [id, high[id] > low[id] ? [low[id], high[id]] : null]));
  const result = { calculator: calculator.getAttribute('calculator'), input };
  return calculator.plan ? { ...result, options: calculator.plan.plain } : { ...result, output: numbers(outputs), range };
}
