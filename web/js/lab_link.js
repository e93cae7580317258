// The link from a calculator's page to the lab, with the same scenario. The lab's names of fields: web/lab/evaluation/state.h.

const prefixes = { collective: 'collective.', 'training-time': 'training.' };
const panels = { collective: 'topology', 'training-time': 'parallelism' };

export function start(element) {
  const link = document.querySelector('a[data-lab-link]'), id = element.getAttribute('calculator');
  const follow = () => {
    const query = new URLSearchParams();
    if (panels[id]) query.set('panel', panels[id]);
    if (id === 'training-time') query.set('job', 'training');
    for (const [key, text] of new URLSearchParams(element.query()))
      query.set(/^(model|gpu$)/.test(key) ? key : (prefixes[id] ?? '') + key, text);
    // The lab begins with 2,048 tokens a request, this calculator with a longer context.
    if (id === 'inference-memory') {
      const { context } = element.answer.used;
      if (context < 2048) query.set('input_tokens', Math.ceil(context / 2)), query.set('output_tokens', Math.max(1, Math.floor(context / 2)));
      query.set('context', Math.max(2, context));
    }
    link.href = link.pathname + (String(query) && '?' + query);
  };
  element.addEventListener('answer', follow);
  if (element.answer) follow();
}
