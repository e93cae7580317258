// One replica as a picture: a frame a server, a box a GPU. The same as site/render/calculator/layout_picture.cpp draws.

const width = 360, margin = 10, gap = 6, cellHeight = 38, header = 28, footer = 22, wire = 28, columns = 8;

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]);
const text = (kind, x, y, words) => `<text class="${kind}" x="${x}" y="${y}">${escaped(words)}</text>`;
const box = (kind, x, y, w, h) => `<rect class="${kind}" x="${x}" y="${y}" width="${w}" height="${h}" rx="4"/>`;

const caption = (say, { tensor, pipeline, expert, replicas, gpu, intra, inter }) =>
  say('plan.picture.replica', replicas, tensor * pipeline, gpu) +
  say(tensor > 1 ? 'plan.picture.tensor' : 'plan.picture.single', tensor, intra) +
  (pipeline > 1 ? say('plan.picture.pipeline', pipeline, inter) : '') +
  (expert > 1 ? say('plan.picture.expert', expert) : '');

/** {tensor, pipeline, expert, replicas, layers, gpu, intra, inter} -> markup of an <svg> and its <figcaption>. */
export function layoutPicture(say, picture) {
  const { tensor: ranks, pipeline: stages, replicas, layers, intra, inter } = picture;
  const across = Math.min(ranks, columns), rows = Math.ceil(ranks / columns);
  const cell = Math.min(80, Math.trunc((width - 2 * margin - (across - 1) * gap) / across));
  const joined = ranks > 1 && intra;
  const stageHeight = header + rows * (cellHeight + gap) + (joined ? footer : 4);
  let svg = '', y = 1;
  for (let stage = 0; stage < stages; stage++) {
    if (stage > 0) {
      svg += `<path class="wire" d="M${width / 2} ${y}v${wire}"/>` + text('link', width / 2 + 8, y + 18, inter);
      y += wire;
    }
    svg += box('server', 1, y, width - 2, stageHeight);
    const first = Math.floor(stage * layers / stages) + 1, last = Math.floor((stage + 1) * layers / stages);
    svg += text('stage', margin, y + 19, say('plan.picture.layers', first, last));
    if (stage === 0 && replicas > 1) svg += text('times', width - margin, y + 19, `× ${replicas}`);
    for (let rank = 0; rank < ranks; rank++) {
      const x = margin + rank % columns * (cell + gap), top = y + header + Math.trunc(rank / columns) * (cellHeight + gap);
      const middle = x + Math.trunc(cell / 2);
      svg += box('gpu', x, top, cell, cellHeight) + text('cell', middle, top + (ranks > 1 ? 16 : 23), `GPU ${stage * ranks + rank + 1}`);
      if (ranks > 1) svg += text('cell share', middle, top + 31, `1/${ranks}`);
    }
    if (joined) svg += text('link', margin, y + stageHeight - 8, intra);
    y += stageHeight;
  }
  const words = escaped(caption(say, picture));
  return `<svg class="layout" viewBox="0 0 ${width} ${y + 1}" role="img" aria-label="${words}">${svg}</svg><figcaption>${words}</figcaption>`;
}
