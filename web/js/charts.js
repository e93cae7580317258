// Charts of a calculator, redrawn for the scenario of its form; what each shows stands in attributes of its <figure>
// (site/render/calculator/charts.h), the drawing is plot.js. What a chart varies is evaluated by the page's own engine.
import { plotSvg } from './plot.js';

export function start(element) {
  const { table } = element;
  const unitOf = (fields, id) => fields.find((field) => field.id === id).unit ?? 'none';
  const tick = (unit) => (value) => element.format(value, unit, 2)[0];

  function draw(figure) {
    const { x, points, ys, without, ideal } = figure.dataset, ids = ys.split(' ');
    const xUnit = unitOf(table.inputs, x), xText = (value) => element.text(value, xUnit);
    const rows = points.split(' ').flatMap((text) => {
      const { outputs } = element.evaluate({ [x]: text, ...(without && { [without]: '' }) });
      return outputs ? [{ at: +text, outputs }] : [];
    });
    const now = without && element.control(without)?.value.trim() ? element.evaluate({ [without]: '' }) : element.answer;
    const here = now.used?.[x];
    for (const id of ids) {
      const unit = unitOf(table.outputs, id), panel = figure.querySelector(`[data-y="${id}"]`);
      const line = rows.map(({ at, outputs }) => ({ x: at, y: outputs[id] })).filter(({ y }) => !isNaN(y));
      const marks = isNaN(here) || !line.length || isNaN(now.outputs[id]) || here === Infinity ? [] : [{ x: here, y: now.outputs[id], kind: 'here' }];
      const point = ({ x: atX, y }) => element.say('chart.point', xText(atX), element.text(y, unit));
      const label = line.length ? element.say('chart.text', panel.dataset.label, figure.dataset.label, point(line[0]), point(line.at(-1))) : '';
      panel.hidden = !line.length;
      panel.querySelector('.drawing').innerHTML = plotSvg({ logX: 'log' in figure.dataset, line, ideal: ideal === id, marks }, label, tick(xUnit), tick(unit));
    }
    figure.querySelector('tbody').replaceChildren(...rows.map(({ at, outputs }) => {
      const row = document.createElement('tr');
      [xText(at), ...ids.map((id) => element.text(outputs[id], unitOf(table.outputs, id)))].forEach((text, i) => {
        const cell = document.createElement(i ? 'td' : 'th');
        cell.className = 'num';
        if (!i) cell.scope = 'row';
        cell.textContent = text;
        row.append(cell);
      });
      return row;
    }));
  }

  // Once a frame at most, however fast one types.
  let waiting;
  const drawAll = () => (waiting ??= requestAnimationFrame(() => {
    waiting = null;
    element.all('.chart').forEach(draw);
    element.dispatchEvent(new Event('charted'));
  }));
  element.addEventListener('answer', drawAll);
  if (element.query()) drawAll();
}
