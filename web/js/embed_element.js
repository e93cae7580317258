// <gloss-throughput model="llama-3.3-70b" max-gpus="8">: a calculator as an element of another site's page. Loaded through
// /embed/v1/embed.js, whose name is stable.
//
// Attributes: the calculator's fields with - for _; `lang`, `theme`, `accent`, `lock`, `hide` (ids of fields). Changing a field's
// attribute changes the field. The event `gloss-result` bubbles with {calculator, input, output, range} in its `detail`, of
// <gloss-plan> with {calculator, input, options}.
// Colours are the custom properties of site.css (--accent, --paper, --ink ...), which the host may set on the element.
import './elements/calculator.js';
import { calculators } from './fields/common.js';
import { onAnswer, restrict, resultOf, setAccent, setTheme } from './embed_look.js';

const origin = new URL(import.meta.url).origin;
const languages = document.documentElement.lang.toLowerCase().startsWith('zh') ? 'zh' : 'en';
const own = new Set(['lang', 'theme', 'accent', 'lock', 'hide', 'class', 'id', 'style', 'slot', 'hidden', 'title']);

/** Text of a sheet for a shadow tree: what is said of the document is said of the host and of the box within. */
const shadowed = (css) => css.replaceAll(/:root(:lang\(\w+\))?/g, (_, lang) => (lang ? `:host(${lang})` : ':host')).replaceAll(/(^|[},\s])body(?=[\s:{,.>])/g, '$1.gloss-body');

const text = async (url) => {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.text();
};
// One fetch a page and a sheet, however many elements there are.
const fetched = new Map();
const once = (url) => fetched.get(url) ?? fetched.set(url, text(url)).get(url);

class Embedded extends HTMLElement {
  async connectedCallback() {
    if (this.shadowRoot) return;
    const root = this.attachShadow({ mode: 'open' });
    const language = this.getAttribute('lang')?.slice(0, 2) ?? languages;
    const address = `${origin}/embed/v1/${language}/${this.constructor.calculator}/`;
    const page = new DOMParser().parseFromString(await once(address), 'text/html');
    const links = [...page.querySelectorAll('link[rel="stylesheet"]:not([media])')].map((link) => new URL(link.getAttribute('href'), address).href);
    const sheets = await Promise.all(links.map(async (url) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(shadowed(await once(url)));
      return sheet;
    }));
    setTheme(sheets, this.getAttribute('theme'));
    root.adoptedStyleSheets = sheets;
    setAccent(this, this.getAttribute('accent'));
    this.lang ||= page.documentElement.lang;
    const box = document.createElement('div');
    box.className = 'gloss-body embed';
    box.append(...page.body.children);
    for (const link of box.querySelectorAll('a[href]')) link.href = new URL(link.getAttribute('href'), address);
    this.calculator = box.querySelector('gloss-calculator');
    this.calculator.dataset.catalog = new URL(this.calculator.dataset.catalog, address);
    const planner = box.querySelector('[data-throughput]');
    if (planner) planner.dataset.throughput = new URL(planner.dataset.throughput, address);
    this.calculator.dataset.query = this.fields();
    onAnswer(this.calculator, () =>
      this.dispatchEvent(new CustomEvent('gloss-result', { bubbles: true, composed: true, detail: resultOf(this.calculator) })));
    restrict(this.calculator, { lock: this.getAttribute('lock'), hide: this.getAttribute('hide') });
    root.append(box);
    new MutationObserver(() => this.changed()).observe(this, { attributes: true });
  }

  fields() {
    const query = new URLSearchParams();
    for (const { name, value } of this.attributes) if (!own.has(name) && !/^(data|aria)-/.test(name)) query.set(name.replaceAll('-', '_'), value);
    return query.toString();
  }

  changed() {
    const fields = this.fields();
    if (fields === this.calculator.dataset.query) return;
    this.calculator.dataset.query = fields;
    this.calculator.readAddress();
  }
}

for (const id of calculators)
  if (!customElements.get('gloss-' + id)) customElements.define('gloss-' + id, class extends Embedded { static calculator = id; });
