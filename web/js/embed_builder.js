// /<lang>/embed/: chooses a calculator, its look and its fields, shows it and prints the snippets. The page holds the same for
// the first calculator, so that it is of use without a script.
const builder = document.querySelector('[data-embed-builder]');
const form = builder.querySelector('form'), frame = builder.querySelector('iframe');
const escaped = (text) => text.replace(/[&<>"]/g, (character) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }[character]};`);

function update() {
  const { calculator, language, theme, accent, height, lock, hide, fields } = Object.fromEntries(new FormData(form));
  const query = new URLSearchParams(fields.trim().replace(/^[^?]*\?/, ''));
  for (const [name, value] of Object.entries({ theme, accent, lock, hide })) if (value?.trim()) query.set(name, value.trim());
  const base = builder.dataset.base;
  const text = query.toString();
  const source = `/embed/v1/${language}/${calculator}/${text ? '?' + text : ''}`;
  const title = form.elements.calculator.selectedOptions[0].text;
  const tall = Math.min(2000, Math.max(240, parseInt(height) || 720));
  frame.height = tall;
  frame.title = title;
  if (frame.getAttribute('src') !== source) frame.src = source;
  const attributes = [...query].map(([name, value]) => ` ${name.replaceAll('_', '-')}="${escaped(value)}"`).join('');
  const snippets = {
    frame: `<iframe src="${escaped(base + source)}" title="${escaped(title)}" loading="lazy" width="720" height="${tall}" style="width:100%;border:0;min-height:${tall}px"></iframe>`,
    resize: `<script async src="${base}/embed/v1/resize.js"></script>`,
    element: `<script type="module" src="${base}/embed/v1/embed.js"></script>\n<gloss-${calculator} lang="${language}"${attributes}></gloss-${calculator}>`,
  };
  for (const [name, snippet] of Object.entries(snippets)) builder.querySelector(`[data-snippet="${name}"]`).textContent = snippet;
}

form.addEventListener('input', update);
form.addEventListener('submit', (event) => event.preventDefault());
builder.addEventListener('click', async ({ target }) => {
  if (!target.dataset.copy) return;
  await navigator.clipboard.writeText(builder.querySelector(`[data-snippet="${target.dataset.copy}"]`).textContent);
  target.textContent = target.dataset.done;
});
update();
