// The planner on its page: request -> worker -> options, picture, rejections. The server drew the default answer with the
// same templates (site/render/calculator/plan_page.h); the search itself is plan_worker.js, off the main thread where the page allows it (plan_search.js).
import { layoutPicture } from './layout_picture.js';
import { plan } from './plan.js';
import { planOptions } from './plan_options.js';
import { PlanSearch } from './plan_search.js';
import { plotSvg } from './plot.js';
import { specs } from './fields/specs.js';

const shownOptions = 10;
// A search that takes longer than this is told, in milliseconds.
const patience = 200;
const member = (record, name) => specs.find((spec) => spec.record === record).members.indexOf(name);
const layers = member('model', 'layers'), oneDirection = member('intra_fabric', 'one_direction');

const layoutText = ({ tensor_parallel: tensor, pipeline_parallel: pipeline, expert_parallel: expert, replicas }) =>
  `TP${tensor}` + (pipeline > 1 ? ` PP${pipeline}` : '') + (expert > 1 ? ` EP${expert}` : '') + (replicas > 1 ? ` ×${replicas}` : '');

class PlanView {
  constructor(element) {
    this.element = element;
    this.section = element.one('.answer');
    this.formats = JSON.parse(this.section.dataset.formats);
    this.busy = element.one('[data-busy]');
    this.asked = 0;
    this.searcher = new PlanSearch(element, (answer) => this.answered(answer));
    element.addEventListener('answer', () => this.search());
    // The default answer stands on the page already; an embed's page wants it as numbers.
    if (element.query() || 'searches' in element.dataset) this.search();
  }

  part = (name) => this.element.one(`[data-plan="${name}"]`);
  value = (id) => this.element.control(id).value.trim() || this.element.control(id).dataset.default;
  row = (kind, id) => this.element.catalog[kind].get(id);

  // ---- request ----

  pairs() {
    const weights = this.value('weights'), cache = this.value('kv_cache');
    const { usual, gguf, served } = this.formats;
    const tried = weights
      ? (weights.startsWith('gguf-') ? gguf : served).map((each) => [weights, each, 0, 1])
      : usual[this.row('model', this.value('model'))?.native_format] ?? usual.bf16;
    if (!cache) return tried;
    return [...new Map(tried.map(([id, , native]) => [id, [id, cache, native, 0]])).values()];
  }

  candidates() {
    const allowed = new Set(this.value('gpus_allowed').split(',').filter(Boolean));
    const prices = new Map(this.value('prices').split(',').map((item) => item.split(':')));
    const network = this.row('link', this.value('inter_fabric'));
    return [...this.element.catalog.accelerator.values()].filter(({ id }) => !allowed.size || allowed.has(id)).map((gpu) => {
      const inter = network.id === gpu.fabric ? gpu.link : network.spec, price = +(prices.get(gpu.id) || NaN);
      return { gpu, inter, price, numbers: [...gpu.spec, ...gpu.link, ...inter, price, NaN] };
    });
  }

  search() {
    const { values, records, problems } = this.element.request();
    if (problems.length) return;
    const candidates = this.candidates(), pairs = this.pairs(), spec = (id) => this.row('format', id).spec;
    const formats = pairs.map(([weights, cache, ...native]) => [...spec(weights), ...spec(cache), ...native]);
    this.next = { values, records, candidates, pairs, formats, query: this.element.query() };
    if (!this.running) this.send();
  }

  send() {
    this.running = this.next;
    this.next = null;
    const { values, records, candidates, formats } = this.running;
    const { id, inputs, outputs, warnings } = this.element.table;
    this.waiting ??= setTimeout(() => (this.busy.hidden = false), patience);
    this.searcher.send({ request: ++this.asked, calculator: { id, inputs, outputs, warnings }, values, records, candidates: candidates.map(({ numbers }) => numbers), formats });
  }

  settle() {
    clearTimeout(this.waiting);
    this.waiting = this.running = null;
    this.busy.hidden = true;
  }

  /** The search stops where it is; the old answer stays, marked as old. */
  cancel() {
    this.searcher.stop();
    this.next = null;
    this.settle();
    this.section.toggleAttribute('data-stale', true);
  }

  answered({ request, answer, milliseconds }) {
    if (request !== this.asked) return;
    if (this.next) return this.send();
    const { running } = this;
    this.settle();
    if (answer.problem) return;
    this.section.toggleAttribute('data-stale', false);
    this.plan = { ...answer, ...running, milliseconds };
    this.plan.plain = planOptions(this.element.table, this.plan);
    this.draw();
    this.element.plan = this.plan;
    this.element.dispatchEvent(new Event('planned'));
  }

  // ---- answer ----

  gpu = (option) => this.plan.candidates[option.candidate].gpu;
  formatText = ({ format }) => this.plan.pairs[format].slice(0, 2).join(' / ');

  draw() {
    const { element, plan: { options, rejected, warnings } } = this;
    const [best] = options;
    const front = options.filter(({ pareto }) => pareto).length;
    this.part('summary').textContent = element.say('plan.page.summary', options.length, front);
    this.part('found').hidden = this.part('picture').hidden = !best;
    this.part('none').hidden = !!best;
    if (best) {
      this.part('gpu').textContent = `${best.gpus} × ${this.gpu(best).name}`;
      this.part('how').textContent = `${layoutText(best)} · ${this.formatText(best)}`;
      this.picture(best);
    }
    element.write({ outputs: best ?? {}, low: {}, high: {}, used: element.answer.used, warnings });
    element.list('suggestions', best ? this.offers(warnings) : this.fixes());
    this.chart(options);
    this.rows('best', options.slice(0, shownOptions), 0);
    this.rows('rest', options.slice(shownOptions), shownOptions);
    const rest = Math.max(0, options.length - shownOptions);
    this.part('rest').hidden = !rest;
    this.part('rest-words').textContent = element.say('plan.page.rest', rest);
    this.part('rejected').hidden = !rejected.length;
    this.part('rejections').replaceChildren(...rejected.map((rejection) => {
      const item = document.createElement('li'), name = document.createElement('b'), why = document.createElement('span');
      name.textContent = this.gpu(rejection).name;
      why.textContent = this.reason(rejection);
      item.append(name, ' ', why);
      return item;
    }));
  }

  /** Without prices nothing is ranked by cost: the way to where they are entered. */
  offers(warnings) {
    if (!warnings.some(({ id }) => id === 'plan_no_prices')) return [];
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset.prices = '';
    button.textContent = this.element.say('plan.page.enter_prices');
    return [button];
  }

  /** One change of the request that gives an option, for each kind of limit: the smallest, by what each accelerator lacks. */
  fixes() {
    const { element, plan: { rejected, values, records, candidates, formats } } = this;
    const found = new Map();
    const least = (reasons) => rejected.filter(({ reason, value }) => reasons.includes(reason) && !isNaN(value)).sort((a, b) => a.value - b.value);
    const tryOut = (id, from, round) => {
      // What meets one limit may miss another: the nearest few are tried.
      for (const { candidate, value } of from.slice(0, 3)) {
        for (let wanted = round(value), tries = 0; tries < 3; tries++) {
          const answer = plan(element.engine, element.table, { ...values, [id]: wanted }, records, [candidates[candidate].numbers], formats);
          if (answer.options?.length) {
            if (!(found.get(id) <= wanted)) found.set(id, wanted);
            break;
          }
          const next = answer.rejected?.[0];
          if (id !== 'max_gpus' || !['memory', 'load'].includes(next?.reason) || !(next.value > wanted)) break;
          wanted = next.value;
        }
      }
    };
    const upTo2Digits = (value) => +(value * 1.005).toPrecision(2) >= value ? +(value * 1.005).toPrecision(2) : +(value * 1.05).toPrecision(2);
    tryOut('max_gpus', least(['memory', 'load']), Math.ceil);
    tryOut('max_tpot_s', least(['tpot']), upTo2Digits);
    tryOut('max_ttft_s', least(['ttft', 'limits']), upTo2Digits);
    tryOut('max_tpot_s', least(['limits']).map((each) => ({ ...each, value: each.other })), upTo2Digits);
    const links = [...found].map(([id, value]) => element.suggestion({ [id]: String(value) }));
    if (this.value('gpus_allowed')) {
      const all = element.suggestion({ gpus_allowed: '' });
      all.textContent = element.say('plan.page.allow_all');
      links.push(all);
    }
    return links;
  }

  /** All options by speed and cost, or by speed and number of GPUs where nothing has a price. */
  chart(options) {
    const { element } = this, figure = this.part('chart'), cost = 'cost_per_million_output_tokens_usd';
    const priced = options.some((option) => !isNaN(option[cost]));
    const marks = [0, 1].flatMap((front) => options.filter(({ pareto }) => pareto === front)
      .map((option) => ({ x: option.stream_tokens_per_s, y: priced ? option[cost] : option.gpus, kind: front ? 'front' : 'other' })).filter(({ y }) => !isNaN(y)));
    const label = priced ? figure.dataset.cost : figure.dataset.gpus;
    const speeds = marks.map(({ x }) => x), rate = (value) => element.text(value, 'tokens_per_second');
    const words = element.say('plan.page.chart_text', marks.length, rate(Math.min(...speeds)), rate(Math.max(...speeds)), label);
    const tick = (unit) => (value) => element.format(value, unit, 2)[0];
    const title = document.createElement('p'), caption = document.createElement('figcaption');
    title.className = 'panel-title';
    title.textContent = element.say('plan.page.chart', label);
    caption.textContent = words;
    figure.innerHTML = plotSvg({ logX: true, line: [], marks }, words, tick('tokens_per_second'), tick(priced ? 'dollars' : 'gpus'));
    figure.hidden = !marks.length;
    figure.prepend(title);
    figure.append(caption);
  }

  rows(part, options, first) {
    const template = this.element.one('[data-template="option"]').content.querySelector('tr');
    this.element.one(`[data-rows="${part}"]`).replaceChildren(...options.map((option, i) => {
      const row = template.cloneNode(true);
      row.dataset.option = first + i;
      const texts = { rank: first + i + 1, gpu: `${option.gpus} × ${this.gpu(option).name}`, layout: layoutText(option), formats: this.formatText(option) };
      for (const cell of row.querySelectorAll('[data-cell]')) {
        const id = cell.dataset.cell;
        if (id === 'front') cell.hidden = !option.pareto;
        else cell.textContent = texts[id] ?? this.element.text(option[id], this.element.table.outputs.find((output) => output.id === id).unit);
        if (id === 'gpu') cell.href = this.section.dataset.throughput + '?' + this.scenario(option);
      }
      return row;
    }));
  }

  reason({ reason, value, other }) {
    const { element } = this, time = (seconds) => element.text(seconds, 'seconds');
    const limit = (id) => time(this.plan.values[id]);
    const most = this.plan.values.max_gpus;
    switch (reason) {
      case 'memory': return isNaN(value) ? element.say('plan.rejected.memory_never') : element.say('plan.rejected.memory', value, most);
      case 'load': return element.say('plan.rejected.load', value, most);
      case 'tpot': return element.say('plan.rejected.tpot', time(value), limit('max_tpot_s'));
      case 'ttft': return element.say('plan.rejected.ttft', time(value), limit('max_ttft_s'));
      case 'limits': return element.say('plan.rejected.limits', time(value), time(other));
      default: return element.say('plan.rejected.' + reason);
    }
  }

  picture(option) {
    const { element } = this, { gpu, inter } = this.plan.candidates[option.candidate];
    const link = (row, spec) => (row ? element.say('plan.picture.link', row.name, element.text(spec[oneDirection], 'bytes_per_second')) : '');
    this.part('picture').innerHTML = layoutPicture(element.say, {
      tensor: option.tensor_parallel, pipeline: option.pipeline_parallel, expert: option.expert_parallel, replicas: option.replicas,
      layers: this.plan.records.model[layers], gpu: gpu.name,
      intra: link(this.row('link', gpu.fabric), gpu.link), inter: link(this.row('link', this.value('inter_fabric')), inter),
    });
  }

  /** The query of the throughput calculator for what an option is: throughput_query() of site/render/plan_text.h. */
  scenario(option) {
    const { gpu, price } = this.plan.candidates[option.candidate], [weights, cache] = this.plan.pairs[option.format];
    const gguf = weights.startsWith('gguf-') || gpu.vendor === 'Apple';
    const query = new URLSearchParams();
    const add = (id, value) => value !== '' && !Number.isNaN(value) && query.set(id, value);
    const model = this.value('model');
    if (model === 'custom') this.element.custom.forEach((value, key) => query.append(key, value));
    else add('model', model);
    Object.entries({
      gpu: gpu.id, gpus: option.gpus, weights, kv_cache: cache, tensor_parallel: option.tensor_parallel, pipeline_parallel: option.pipeline_parallel,
      expert_parallel: option.expert_parallel, data_parallel: option.replicas, engine: gguf ? 'llama.cpp' : this.value('engine'),
    }).forEach(([id, value]) => add(id, value));
    for (const id of ['inter_fabric', 'input_tokens', 'output_tokens', 'prefix_hit', 'requests_per_s']) add(id, this.value(id));
    add('concurrency', this.value('requests_per_s') ? option.replicas : this.value('concurrency'));
    add('gpu_hour_usd', price);
    return query.toString();
  }

  /** The accelerators of the best options first: theirs are the prices that one will ask for. */
  enterPrices() {
    const list = this.element.one('[data-list="prices"]');
    list.open = true;
    const best = this.gpu(this.plan.options[0]).id;
    const field = list.querySelector(`[name="prices.${CSS.escape(best)}"]`) ?? list.querySelector('[data-item]');
    list.scrollIntoView({ block: 'start' });
    field.focus();
  }

  async use(button) {
    if (button.hasAttribute('data-cancel')) this.cancel();
    if (!button.matches('[data-draw], [data-prices]')) return;
    if (!this.plan) {
      this.search();
      await new Promise((resolve) => this.element.addEventListener('planned', resolve, { once: true }));
    }
    if (button.hasAttribute('data-prices')) return this.enterPrices();
    const row = button.closest('tr'), rank = +row.querySelector('[data-cell="rank"]').textContent;
    this.picture(this.plan.options[rank - 1]);
    this.part('picture').scrollIntoView({ block: 'nearest' });
  }
}

export function start(element) {
  const view = new PlanView(element);
  return (button) => view.use(button);
}
