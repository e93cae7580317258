// <gloss-calculator>: answers as one types. It upgrades the form and the answer that the server drew; what it may rely on
// is written at the top of assets/templates/calculator.html. All words come from the page, all names, units and limits
// from fields.js. Order of an update: read texts -> request -> evaluate -> write outputs -> address.
import { stepsOf, substituted } from '../derivation.js';
import { calculators, loadEngine } from '../engine.js';
import { parseQuantity } from '../quantity.js';

const tables = { model: 'models', accelerator: 'accelerators', format: 'formats', link: 'links' };
const parts = { weights: 'weights_bytes', kv: 'kv_cache_bytes', activations: 'activation_bytes', runtime: 'runtime_bytes' };

let loading; // One engine and one catalog for all elements of a page.
const load = (folder) => loading ??= (async () => {
  const get = async (url, as) => (await fetch(url))[as]();
  const rows = async (table) => new Map((await get(folder + table + '.json', 'json')).map((row) => {
    for (const key of ['spec', 'link']) row[key] &&= row[key].map((number) => number ?? NaN);
    return [row.id, row];
  }));
  const [bytes, ...maps] = await Promise.all([get(new URL('../calculators.wasm', import.meta.url), 'arrayBuffer'), ...Object.values(tables).map(rows)]);
  return [await loadEngine(bytes), Object.fromEntries(Object.keys(tables).map((kind, i) => [kind, maps[i]]))];
})();

class Calculator extends HTMLElement {
  async connectedCallback() {
    [this.engine, this.catalog] = await load(this.dataset.catalog);
    this.words = JSON.parse(this.one('script[type="application/json"]').textContent);
    this.table = calculators.find(({ id }) => id === this.getAttribute('calculator'));
    this.form = this.one('form');
    this.compact = this.hasAttribute('compact');
    for (const control of this.controls()) control.placeholder ||= control.dataset.default;
    this.form.addEventListener('input', ({ target }) => this.changed(target));
    this.form.addEventListener('change', () => (this.typing = undefined));
    this.form.addEventListener('submit', (event) => this.compact || event.preventDefault());
    this.form.addEventListener('formdata', ({ formData }) => this.controls().forEach((control) => this.isDefault(control) && formData.delete(control.name)));
    this.addEventListener('toggle', () => this.derive(), true);
    this.addEventListener('click', (event) => this.clicked(event));
    if (!this.compact) addEventListener('popstate', () => this.readAddress());
    this.readAddress();
  }

  one = (selector) => this.querySelector(selector);
  all = (selector) => [...this.querySelectorAll(selector)];
  controls = () => this.all('form [name]');
  control = (id) => this.one(`form [name="${id}"]`);
  isDefault = ({ value, dataset }) => !value.trim() || value.trim() === dataset.default;
  label = (id) => this.control(id)?.labels[0].firstChild.data.trim() ?? id;
  say = (key, ...values) => (this.words[key] ?? key).replace(/\{(\d)\}/g, (_, i) => values[i] ?? '');
  text(value, unit, digits) {
    const { text, word } = this.engine.format(value, unit, this.lang, digits);
    return word ? `${text} ${this.words['unit.' + unit] ?? ''}`.trim() : text;
  }

  // ---- texts -> request ----

  /** The text of a field: what `changes` says, what the form says, the default. */
  written = (field, changes) => String(changes[field.id] ?? this.control(field.id)?.value ?? '').trim() || this.control(field.id)?.dataset.default || field.initialId || '';

  request(changes = {}) {
    const values = {}, records = {}, problems = [];
    let gpu;
    for (const field of this.table.inputs) {
      const { id, kind, choices } = field;
      const text = this.written(field, changes);
      const table = this.catalog[kind];
      if (table) {
        const row = table.get(text);
        if (kind === 'accelerator') gpu = row;
        if (row) records[id] = kind === 'link' && row.id === gpu?.fabric ? gpu.link : row.spec;
        else if (text) problems.push({ id, code: 'unknown_id', text });
        else if (id === 'intra_fabric') records[id] = gpu?.link;
      } else if (kind === 'choice' || kind === 'flag') {
        values[id] = text ? (choices ? choices.indexOf(text) : +text) : field.initial;
      } else if (text === 'max' && field.acceptsMax) {
        values[id] = Infinity;
      } else if (text) {
        const { value, error } = parseQuantity(text, field.unit);
        values[id] = value;
        if (error) problems.push({ id, code: text === 'max' ? 'max_not_allowed' : error, text });
      } else {
        values[id] = field.initial;
      }
    }
    records.value_cache ??= records.kv_cache;
    return { values, records, problems };
  }

  evaluate(changes) {
    const request = this.request(changes);
    return request.problems.length ? request : { ...request, ...this.engine.evaluate(this.table, request.values, request.records) };
  }

  // ---- answer -> page ----

  update() {
    const answer = this.evaluate();
    const { problem } = answer;
    this.showProblems(problem ? [{ id: problem.field, code: problem.code, ...problem }] : answer.problems);
    if (!answer.outputs) return;
    this.answer = answer;
    this.suggest();
    this.write();
    this.derive();
  }

  showProblems(problems) {
    this.one('.answer').toggleAttribute('data-stale', problems.length > 0);
    for (const control of this.controls()) {
      const problem = problems.find(({ id }) => id === control.name);
      const field = this.table.inputs.find(({ id }) => id === control.name);
      const box = control.closest('.field');
      const error = box.querySelector('.error'), help = box.querySelector('.help');
      if (problem) {
        control.setAttribute('aria-invalid', true);
        const bounds = `${this.text(field.least ?? 0)} – ${this.text(field.most ?? 1e18)}${field.acceptsMax ? ', max' : ''}`;
        error.textContent = this.say('error.' + problem.code, this.label(control.name), control.value, problem.other ? this.label(problem.other) : bounds);
        this.unfold(control);
      } else {
        control.removeAttribute('aria-invalid');
      }
      error.hidden = !problem;
      if (help) help.hidden = !!problem; // The error stands in its place: nothing below moves.
    }
  }

  write() {
    const { outputs, low, high, values } = this.answer;
    const unitOf = Object.fromEntries(this.table.outputs.map(({ id, unit }) => [id, unit ?? 'none']));
    for (const element of this.all('output[data-field]')) {
      const id = element.dataset.field;
      const value = id === 'spare_bytes' && element.closest('[data-when]') ? Math.abs(outputs[id]) : outputs[id];
      element.textContent = id in outputs ? this.text(value, unitOf[id], element.dataset.digits) : String(values[id] ?? '');
    }
    for (const element of this.all('[data-range]')) {
      const id = element.dataset.range;
      element.textContent = high[id] > low[id] ? `${this.text(low[id], unitOf[id])} – ${this.text(high[id], unitOf[id])}` : '';
    }
    for (const element of this.all('[data-input]')) {
      const control = this.control(element.dataset.input);
      element.textContent = control?.selectedOptions?.[0].text ?? control?.value;
    }
    const verdict = this.one('[data-verdict]');
    verdict.dataset.verdict = isNaN(outputs.usable_bytes) ? 'unknown' : outputs.fits ? 'fits' : 'misses';
    this.drawBar(outputs);
    this.list('[data-warnings]', [...this.notices, ...this.answer.warnings.map(({ id, values: numbers }) =>
      this.say('warning.' + id, ...numbers.map((number) => (isNaN(number) ? '' : this.text(number, 'none', 4)))))]);
    clearTimeout(this.speaking); // After a pause: nobody wants to hear every digit.
    this.speaking = setTimeout(() => (this.one('[data-live]').textContent =
      verdict.querySelector(`[data-when=${verdict.dataset.verdict}]`).textContent.replace(/\s+/g, ' ').trim()), 700);
  }

  drawBar(outputs) {
    const total = outputs.total_bytes, usable = outputs.usable_bytes || 0, whole = Math.max(total, usable, 1);
    const percent = (bytes) => (100 * bytes / whole).toFixed(2) + '%';
    let x = 0;
    for (const part of this.all('[data-part]')) {
      const id = part.dataset.part;
      const bytes = id === 'free' ? Math.max(0, usable - total) : outputs[parts[id]] || 0;
      part.setAttribute('x', percent(x));
      part.setAttribute('width', percent(bytes));
      part.toggleAttribute('data-narrow', bytes / whole < 0.14);
      x += bytes;
    }
    for (const name of ['x1', 'x2']) this.one('[data-mark=usable]').setAttribute(name, percent(usable > 0 ? usable : whole));
    for (const element of this.all('[data-share]')) element.textContent = this.text(outputs[parts[element.dataset.share]] / total, 'fraction', 2);
    const words = this.say('bar.text', ...[...Object.values(parts), 'usable_bytes'].map((id) => this.text(outputs[id], 'bytes')));
    this.one('[data-bar-text]').textContent = words;
    this.one('.bar').setAttribute('aria-label', words);
  }

  list(selector, texts) {
    const list = this.one(selector);
    const items = texts.map((content) => {
      const item = document.createElement('li');
      item.append(content);
      return item;
    });
    list.replaceChildren(...items);
    list.hidden = !items.length;
  }

  /** Links to the same page with one field changed; a click on one changes it in place. */
  suggest() {
    this.list('[data-suggestions]', this.answer.suggestions.map(({ field, value }) => {
      const text = field.kind === 'format' ? this.smallerFormat(field) : String(value);
      if (!text) return;
      const link = document.createElement('a');
      link.href = (this.compact ? this.form.action : '') + '?' + this.query({ [field.id]: text });
      link.dataset.set = field.id;
      link.dataset.value = text;
      const shown = this.catalog[field.kind]?.get(text)?.name ?? this.text(value, 'none', 12);
      link.textContent = this.say('suggestion.set', this.label(field.id), shown);
      return link;
    }).filter(Boolean));
  }

  /** The widest narrower format of the same kind with which it fits. */
  smallerFormat({ id, initialId }) {
    const row = (format) => this.catalog.format.get(format) ?? { spec: [16] };
    const bits = (format) => row(format).spec[0];
    const control = this.control(id), now = control?.value || initialId;
    const packed = ({ kind }) => (kind === 'gguf' || kind === 'exl2' ? kind : '');
    return [...control?.options ?? []].map(({ value }) => value)
      .filter((format) => format && bits(format) < bits(now) && packed(row(format)) === packed(row(now)))
      .sort((a, b) => bits(b) - bits(a))
      .find((format) => this.evaluate({ [id]: format }).outputs?.fits);
  }

  derive() {
    const open = this.all('details[data-steps][open]');
    if (!open.length || !this.answer) return;
    const { outputs, values, records } = this.answer;
    const steps = this.engine.derive(this.table, values, records);
    const template = this.one('[data-template=step]').content.firstElementChild;
    for (const details of open) {
      const output = this.table.outputs.find(({ id }) => id === details.dataset.steps);
      details.querySelector('ol').replaceChildren(...stepsOf(steps, this.table.outputs, outputs, output).map((step) => {
        const item = template.cloneNode(true);
        const [says, term, formula, numbers, result] = ['.says', 'a', '.formula', '.values', 'output'].map((selector) => item.querySelector(selector));
        item.dataset.step = step.id;
        says.firstChild.data = this.say('step.' + step.id) + ' ';
        term.textContent = this.words['term.' + step.term] ?? '';
        if (term.textContent) term.href = this.words['term_url.' + step.term];
        else term.remove();
        formula.textContent = step.formula;
        numbers.textContent = substituted(step, (number) => this.text(number, 'none', 6));
        result.textContent = this.text(step.result, step.unit);
        return item;
      }));
    }
  }

  // ---- address <-> form ----

  query(changes = {}) {
    const query = new URLSearchParams();
    for (const { id } of this.table.inputs) {
      const control = this.control(id);
      const text = changes[id] ?? (control && !this.isDefault(control) ? control.value.trim() : '');
      if (text === 'custom') this.custom.forEach((value, key) => query.append(key, value));
      else if (text) query.set(id, text);
    }
    return query.toString();
  }

  async readAddress() {
    const query = new URLSearchParams(this.compact ? '' : location.search);
    this.notices = [];
    for (const control of this.controls()) control.value = control.dataset.default;
    // A model that the catalog lacks: ?model.<member>=... Rare, so its code comes when it is needed.
    if (/\bmodel\./.test(query)) await (await import('../inline_model.js')).takeInlineModel(this, query);
    for (const [key, text] of query) {
      const control = this.control(key);
      if (!control) {
        this.notices.push(this.say('calculator.unknown_field', key));
        continue;
      }
      control.value = text;
      if (control.value !== text) this.notices.push(this.say('error.unknown_id', this.label(key), text));
      control.value ||= control.dataset.default;
      if (!this.isDefault(control)) this.unfold(control);
    }
    this.update();
  }

  unfold(control) {
    const folded = control.closest('details');
    if (folded) folded.open = true;
  }

  changed({ name }) {
    this.notices = [];
    this.update();
    if (this.compact) return;
    clearTimeout(this.saving); // One step of "back" a field, not one a key.
    const save = this.typing === name ? 'replaceState' : 'pushState';
    this.saving = setTimeout(() => {
      const query = this.query();
      if (query === location.search.slice(1)) return;
      history[save](null, '', query ? '?' + query : location.pathname);
      this.typing = name;
    }, 300);
  }

  clicked(event) {
    const { set, value } = event.target.dataset;
    const control = set && this.control(set);
    if (!control || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    control.value = value;
    this.typing = undefined;
    this.changed(control);
    control.focus();
  }
}

customElements.define('gloss-calculator', Calculator);
