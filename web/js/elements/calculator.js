// <gloss-calculator>: answers as one types. It upgrades the form and the answer that the server drew; what it may rely on
// is written at the top of assets/templates/calculator.html. All words come from the page, all names, units and limits
// from fields/. Order of an update: texts -> request -> evaluate -> outputs -> address.
import { loadEngine } from '../engine.js';
import { parseQuantity } from '../quantity.js';

// of the address, no fields: kept scenarios (scenarios.js) and an embed's look (embed_frame.js)
const foreign = ['keep', 'theme', 'accent', 'lock', 'hide'];

// One engine and one catalog for all elements of a page.
let loading;
const get = async (url, as) => (await fetch(url))[as]();
const load = async (url) => {
  const [bytes, catalog] = await Promise.all([get(new URL('../calculators.wasm', import.meta.url), 'arrayBuffer'), get(url, 'json')]);
  // of fields that name a row: kind -> id -> row
  for (const kind in catalog) catalog[kind] = new Map(catalog[kind].map((row) => {
    for (const key of ['spec', 'link']) row[key] &&= row[key].map((number) => number ?? NaN);
    return [row.id, row];
  }));
  return [await loadEngine(bytes), catalog];
};

class Calculator extends HTMLElement {
  async connectedCallback() {
    [[this.engine, this.catalog], { default: this.table }] = await Promise.all([loading ??= load(this.dataset.catalog), import(`../fields/${this.getAttribute('calculator')}.js`)]);
    // What the reader wants remembered: {units, prices}. An embed is its owner's, and storage may be refused.
    try {
      this.own = this.dataset.query == null && !document.body.matches('.embed') && JSON.parse(localStorage.gloss);
    } catch {}
    this.own ||= {};
    this.words = JSON.parse(this.one('script').textContent);
    this.form = this.one('form');
    this.controls = this.all('form [name]:not([data-item])');
    this.compact = this.hasAttribute('compact');
    const words = (id) => Object.fromEntries(['formula', 'symbols', 'term_of'].map((key) => [key, this.words[key + '.' + id]]));
    this.steps = this.table.steps.map((step) => ({ ...step, ...words(step.id) }));
    for (const control of this.controls) control.placeholder ||= control.dataset.default;
    this.form.addEventListener('input', ({ target }) => this.changed(target));
    this.form.addEventListener('change', () => (this.typing = ''));
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (this.compact) location = this.form.action + '?' + this.query();
    });
    this.addEventListener('toggle', this.derive, true);
    this.addEventListener('click', this.clicked);
    this.readAddress();
    if (this.compact) return;
    addEventListener('popstate', () => this.readAddress());
    for (const type of ['focusin', 'pointerdown']) this.addEventListener(type, this.more);
    if ((this.dataset.query ?? location.search) || this.own.prices) this.more();
  }

  save = () => {};
  more = () => (this.loadingMore ??= import('../more.js').then(({ start }) => start(this)));
  one = (selector) => this.querySelector(selector);
  all = (selector) => [...this.querySelectorAll(selector)];
  fill = (selector, textOf) => this.all(selector).forEach((element) => (element.textContent = textOf(element)));
  control = (id) => this.controls.find(({ name }) => name === id);
  unfold = (control) => control.closest('details')?.setAttribute('open', '');
  differs = ({ value, dataset }) => value.trim() && value.trim() !== dataset.default;
  label = (id) => this.control(id)?.labels?.[0].firstChild.data.trim() ?? id;
  say = (key, ...values) => (this.words[key] ?? key).replace(/\{(\d)\}/g, (_, i) => values[i] ?? '');
  text = (value, unit = 'none', digits = 3) => {
    const [text, word] = this.format(value, unit, digits);
    return word ? `${text} ${this.words['unit.' + unit] ?? ''}`.trim() : text;
  };
  /** engine.format() in GB or GiB, as the reader chose (own.js). Rates and messages stay decimal, as the field has them. */
  format = (value, unit, digits = 3) => {
    const binary = this.own.units && /^bytes(_per_token)?$/.test(unit);
    const [text, word] = this.engine.format(value, binary ? 'bytes_binary' : unit, this.lang, digits);
    return [binary && unit !== 'bytes' && value >= 0 ? text + '/token' : text, word];
  };

  // ---- texts -> request ----

  request(changes = {}) {
    const values = {}, records = {}, problems = [];
    let gpu;
    for (const { id, kind, unit, choices, initial, initialId, acceptsMax } of this.table.inputs) {
      const control = this.control(id);
      const text = (changes[id] ?? control?.value.trim()) || (control?.dataset.default ?? initialId ?? '');
      const row = this.catalog[kind]?.get(text);
      if (kind === 'accelerator') gpu = row;
      if (row) records[id] = row.id === gpu?.fabric ? gpu.link : row.spec;
      else if (kind === 'link') records[id] = id === 'intra_fabric' ? gpu?.link : null;
      else if (!text) values[id] = initial;
      else if (choices) values[id] = choices.indexOf(text);
      else if (acceptsMax && text === 'max') values[id] = Infinity;
      // a number: the tables name only kinds that name rows
      else if (!kind) {
        const { value, error } = parseQuantity(text, unit);
        values[id] = value;
        if (error) problems.push({ id, code: error });
      }
    }
    records.value_cache ??= records.kv_cache;
    return { values, records, problems };
  }

  evaluate(changes) {
    const request = this.request(changes);
    return request.problems[0] ? request : { ...request, ...this.engine.evaluate(this.table, request.values, request.records) };
  }

  // ---- answer -> page ----

  update() {
    const answer = this.evaluate();
    this.showProblems(answer.problem ? [answer.problem] : answer.problems);
    // The last good answer stays.
    if (!answer.outputs) return;
    this.answer = answer;
    // What derives nothing is searched, and drawn by a module of its own.
    if (this.steps.length) {
      this.write(answer);
      this.draw(answer.outputs);
      this.suggest(answer);
      this.derive();
    }
    this.dispatchEvent(new Event('answer'));
  }

  showProblems(problems) {
    this.one('.answer').toggleAttribute('data-stale', problems.length);
    for (const control of this.controls) {
      const problem = problems.find(({ id }) => id === control.name);
      const field = control.closest('.field'), error = field.querySelector('.error'), help = field.querySelector('.help');
      control.setAttribute('aria-invalid', !!problem);
      error.hidden = !problem;
      // The error stands in its place: nothing below moves.
      if (help) help.hidden = !!problem;
      if (!problem) continue;
      const { least = 0, most = 1e18 } = this.table.inputs.find(({ id }) => id === control.name);
      const allowed = problem.other ? this.label(problem.other) : `${this.text(least)} – ${this.text(most)}`;
      error.textContent = this.say('error.' + problem.code, this.label(control.name), control.value, allowed);
      this.unfold(control);
    }
  }

  write({ outputs, low, high, used, warnings }) {
    const text = (numbers, id, digits) => {
      const value = numbers[id], { unit, choices } = this.table.outputs.find((field) => field.id === id);
      return this.words[`value.${id}.${choices ? choices[value] : value > 0}`] ?? this.text(value, unit, digits);
    };
    this.fill('output[data-field]', ({ dataset: { field, digits }, parentNode }) => {
      if (!(field in outputs)) return isNaN(used[field]) ? '' : used[field];
      // "missing 3 GB" needs no sign
      return text(outputs, field, digits).replace(parentNode.matches('.left') ? '−' : '', '');
    });
    this.fill('[data-range]', ({ dataset: { range, measured } }) =>
      high[range] > low[range] ? `${text(low, range)} – ${text(high, range)}` : measured == null || isNaN(outputs[range]) ? '' : this.words['range.extrapolated']);
    this.fill('[data-input]', ({ dataset }) => this.control(dataset.input)?.selectedOptions[0].text);
    const verdict = isNaN(outputs.usable_bytes) ? 'unknown' : outputs.fits ? 'fits' : 'misses';
    for (const { dataset } of this.all('[data-verdict]')) dataset.verdict = verdict;
    this.list('warnings', [...this.notices, ...warnings.map(({ id, numbers }) =>
      id === 'no_effect' ? this.say('warning.no_effect', this.label(this.table.inputs[numbers[0]].id)) : this.say('warning.' + id, ...numbers.map((number) => (isNaN(number) ? '' : this.text(number, 'none', 4)))))]);
    // After a pause: nobody wants to hear every digit.
    clearTimeout(this.speaking);
    this.speaking = setTimeout(() => this.fill('[data-live]', () => this.one(`[data-when=${verdict}], .headline`).textContent.replace(/\s+/g, ' ')), 700);
  }

  draw(outputs) {
    const { total_bytes: total, usable_bytes: usable } = outputs;
    const whole = Math.max(total, usable || 0, 1);
    const percent = (bytes) => (100 * bytes / whole).toFixed(2) + '%';
    const set = (element, attributes) => Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, value));
    let x = 0, texts = [];
    for (const part of this.all('[data-part]')) {
      const field = part.dataset.bytes;
      const bytes = Math.max(0, field ? outputs[field] : usable - total) || 0;
      if (field) texts.push(this.text(bytes, 'bytes'));
      set(part, { x: percent(x), width: percent(bytes) });
      part.toggleAttribute('data-narrow', bytes / whole < 0.14);
      this.fill(`[data-share=${part.dataset.part}]`, () => this.text(bytes / total, 'fraction', 2));
      x += bytes;
    }
    const at = percent(usable > 0 ? usable : whole);
    this.all('[data-mark]').forEach((mark) => set(mark, { x1: at, x2: at }));
    const words = this.say('bar.text', ...texts, this.text(usable, 'bytes'));
    this.fill('[data-bar-text]', () => words);
    this.all('.bar').forEach((bar) => set(bar, { 'aria-label': words }));
  }

  list(name, contents) {
    const list = this.one(`[data-${name}]`);
    list.replaceChildren(...contents.map((content) => {
      const item = document.createElement('li');
      item.append(content);
      return item;
    }));
    list.hidden = !contents.length;
  }

  suggest({ suggestions }) {
    this.list('suggestions', suggestions.flatMap(({ field: { id, kind, choices }, value }) => {
      const text = kind === 'format' ? this.narrower(id) : choices?.[value] ?? String(value);
      if (!text) return [];
      return [this.suggestion({ [id]: text })];
    }));
  }

  /** A link to the page with fields changed, {id: text}; a click changes them in place. */
  suggestion(changes) {
    const link = document.createElement('a'), ids = Object.keys(changes);
    link.href = (this.compact ? this.form.action : '') + '?' + this.query(changes);
    link.dataset.set = ids.join(' ');
    link.textContent = this.say(ids[1] ? 'suggestion.set_both' : 'suggestion.set', ...ids.flatMap((id) => {
      const option = [...this.control(id).options ?? []].find(({ value }) => value === changes[id]);
      return [this.label(id), option?.text ?? this.text(+changes[id], 'none', 12)];
    }));
    return link;
  }

  /** The widest narrower format of the same kind that helps: narrower_format() of site/scenario/suggested_change.cpp. */
  narrower(id) {
    const row = ({ value }) => this.catalog.format.get(value) ?? { spec: [16] }, bits = (option) => row(option).spec[0];
    const control = this.control(id), { fits, capacity_sequences: capacity } = this.answer.outputs;
    const kinds = row(this.control('weights')).kind === 'gguf' ? 'gguf' : id === 'weights' ? 'float grouped' : 'float';
    return [...control].filter((option) => kinds.includes(row(option).kind) && bits(option) < bits(control))
      .sort((a, b) => bits(b) - bits(a)).find(({ value }) => {
        const { outputs } = this.evaluate({ [id]: value });
        return outputs?.fits && !(fits && outputs.capacity_sequences <= capacity);
      })?.value;
  }

  async derive() {
    if (this.one('[data-steps][open]')) (await import('../derivation.js')).derive(this, '[data-steps][open]');
  }

  // ---- address <-> form ----

  query(changes = {}) {
    const query = new URLSearchParams();
    for (const { id } of this.table.inputs) {
      const control = this.control(id);
      const text = changes[id] ?? (control && this.differs(control) && control.value.trim());
      if (text === 'custom') this.custom.forEach((value, key) => query.append(key, value));
      else if (text) query.set(id, text);
    }
    for (const text of this.kept) query.append('keep', text);
    return query.toString();
  }

  async readAddress() {
    const query = new URLSearchParams(this.compact ? '' : this.dataset.query ?? location.search);
    this.notices = [];
    this.kept = query.getAll('keep');
    for (const name of foreign) query.delete(name);
    for (const control of this.controls) control.value = control.dataset.default;
    // A model that the catalog lacks: ?model.<member>=... Rare, so its code comes when it is needed.
    if (/\bmodel\./.test(query)) (await import('../inline_model.js')).takeInlineModel(this, query);
    for (const [key, text] of query) {
      const control = this.control(key);
      if (control) control.value = text;
      if (control?.value !== text) this.notices.push(control ? this.say('error.unknown_id', this.label(key), text) : this.say('calculator.unknown_field', key));
      if (!control) continue;
      control.value ||= control.dataset.default;
      if (this.differs(control)) this.unfold(control);
    }
    this.update();
  }

  changed({ name }) {
    this.notices = [];
    this.update();
    // On another site's page the address is not ours.
    if (this.compact || this.dataset.query != null) return;
    // One step of "back" a field, not one a key.
    clearTimeout(this.saving);
    const how = this.typing === name ? 'replaceState' : 'pushState';
    this.save = () => {
      this.keep(how);
      this.typing = name;
    };
    this.saving = setTimeout(() => this.save(), 300);
  }

  /** What follows is a step of "back" of its own. */
  settle() {
    clearTimeout(this.saving);
    this.save();
    this.typing = '';
  }

  /** Writes form and kept scenarios into the address. */
  keep(how = 'pushState') {
    this.save = () => {};
    const query = this.query();
    if (query !== location.search.slice(1)) history[how](null, '', query ? '?' + query : location.pathname);
  }

  clicked(event) {
    const { target } = event;
    if (target.type === 'button') this.more().then((use) => use(target));
    if (!target.dataset.set || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const query = new URL(target.href).searchParams, controls = target.dataset.set.split(' ').map(this.control);
    for (const control of controls) control.value = query.get(control.name) ?? '';
    this.typing = '';
    this.changed(controls[0]);
    controls[0].focus();
  }
}

customElements.define('gloss-calculator', Calculator);
