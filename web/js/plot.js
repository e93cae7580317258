// A small chart of lines and marks as SVG: the same as site/render/calculator/plot.cpp draws from the same numbers.

const left = 19, width = 78, top = 5, height = 79;
const wideRange = 20;

const place = (value) => String(Math.floor(value * 100 + 0.5) / 100);
const tenTo = (decade) => Number(`1e${decade}`);
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]);

function niceStep(most) {
  const decade = tenTo(Math.floor(Math.log10(most / 4)));
  return ([1, 2, 5].find((step) => most / (step * decade) <= 5) ?? 10) * decade;
}

function axis(least, most, logarithmic, share) {
  const log = logarithmic && least > 0;
  const step = niceStep(most > 0 ? most : 1);
  let low = log ? Math.log10(least) : 0;
  let high = log ? Math.max(Math.log10(most), low + 0.1) : Math.max(1, Math.ceil(most / step - 1e-9)) * step;
  const more = log ? share * (high - low) : 0;
  [low, high] = [low - more, high + more];
  const ticks = [];
  if (log) {
    const every = Math.max(1, Math.ceil((high - low) / 5));
    for (let decade = Math.floor(low); decade <= high; decade++)
      for (const factor of [1, 2, 5]) {
        const shown = factor === 1 ? decade % every === 0 : high - low < 1.8;
        const value = factor * tenTo(decade), at = Math.log10(value);
        if (shown && at >= low - 1e-9 && at <= high + 1e-9) ticks.push(value);
      }
  } else for (let i = 0; i * step <= high * (1 + 1e-9); i++) ticks.push(i * step);
  return { ticks, at: (value) => ((log ? Math.log10(value) : value) - low) / (high - low) };
}

/** {logX, line: [{x, y}], ideal, marks: [{x, y, kind}]} -> markup, empty where there is nothing; xText and yText write a tick. */
export function plotSvg({ logX, line, ideal, marks }, label, xText, yText) {
  const all = [...line, ...marks];
  if (!all.length) return '';
  const ends = (key) => [Math.min(...all.map((point) => point[key])), Math.max(...all.map((point) => point[key]))];
  const [least, most] = ends('y');
  const x = axis(...ends('x'), logX, 0), y = axis(least, most, most > wideRange * least, 0.05);
  const across = (value) => place(left + width * x.at(value)) + '%', down = (value) => place(top + height * (1 - y.at(value))) + '%';
  let svg = `<svg class="plot" width="100%" height="200" role="img" aria-label="${escaped(label)}">`;
  for (const tick of y.ticks)
    svg += `<line class="grid" x1="${place(left)}%" x2="${place(left + width)}%" y1="${down(tick)}" y2="${down(tick)}"/>` +
      `<text class="y" x="${place(left - 1.5)}%" y="${down(tick)}" dy=".35em">${escaped(yText(tick))}</text>`;
  for (const tick of x.ticks) svg += `<text class="x" x="${across(tick)}" y="96%">${escaped(xText(tick))}</text>`;
  const draw = (kind, points) => {
    const places = points.map((point) => `${place(100 * x.at(point.x))},${place(100 * (1 - y.at(point.y)))}`).join(' ');
    svg += `<svg x="${place(left)}%" y="${place(top)}%" width="${place(width)}%" height="${place(height)}%" viewBox="0 0 100 100" preserveAspectRatio="none">` +
      `<polyline class="${kind}" points="${places}" vector-effect="non-scaling-stroke"/></svg>`;
  };
  const first = line[0], last = line.at(-1);
  if (ideal && line.length > 1) draw('ideal', [first, { x: last.x, y: first.y * last.x / first.x }]);
  if (line.length > 1) draw('curve', line);
  for (const { x: markX, y: markY, kind } of marks) svg += `<circle class="${kind}" cx="${across(markX)}" cy="${down(markY)}" r="5"/>`;
  return svg + '</svg>';
}
