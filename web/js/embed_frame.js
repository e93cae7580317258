// The script of /embed/v1/<lang>/<calculator>/, shown in another page's <iframe>. Its address holds the fields and
//
//     theme=light|dark   accent=<CSS colour>   lock=<ids>   hide=<ids>
//
// It tells the page around it, by postMessage, {type: 'gloss-height', height} when its height changes and
// {type: 'gloss-result', calculator, input, output, range} at each answer (the planner: {calculator, input, options}). Both are public numbers, so that any page may read them.
import './elements/calculator.js';
import { onAnswer, restrict, resultOf, setAccent, setTheme } from './embed_look.js';

const settings = ['theme', 'accent', 'lock', 'hide'];
const query = new URLSearchParams(location.search);
const look = Object.fromEntries(settings.map((name) => [name, query.get(name)]));
const calculator = document.querySelector('gloss-calculator');
const tell = (message) => parent.postMessage(message, '*');
const height = () => tell({ type: 'gloss-height', height: Math.ceil(document.documentElement.getBoundingClientRect().height) });

setTheme(document.styleSheets, look.theme);
setAccent(document.documentElement, look.accent);
restrict(calculator, look);
onAnswer(calculator, () => tell({ type: 'gloss-result', ...resultOf(calculator) }));
calculator.addEventListener('answer', () => {
  // The link to the full page keeps the scenario.
  const link = document.querySelector('[data-full]');
  const fields = calculator.query();
  link.href = link.dataset.full + (fields ? '?' + fields : '');
});
// A browser does not draw a frame that is out of sight, so the observer alone would tell too late.
calculator.addEventListener('answer', height);
new ResizeObserver(height).observe(document.body);
