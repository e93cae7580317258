// The one script of every page. What a page does not hold is not fetched.
import './tooltips.js';

if (document.querySelector('gloss-calculator:not([data-no-engine])')) import('./elements/calculator.js');
// Last of all: what keeps the site for when there is no network.
if ('offline' in document.documentElement.dataset) addEventListener('load', () => navigator.serviceWorker?.register('/sw.js').catch(console.warn));
addEventListener('change', ({ target }) => target.files && import('./model_file.js').then(({ readModelFile }) => readModelFile(target)));
addEventListener('input', ({ target }) => target.form?.matches('.converter') && import('./converter.js').then(({ convert }) => convert(target.form)));
// The search box: when it is focused, or typed into where the focus came before this script. / leads to it, but for those who type.
const search = ({ target }) => target.matches('.find input') && import('./search_box.js').then(({ attach }) => attach(target));
addEventListener('focusin', search);
addEventListener('input', search);
addEventListener('keydown', (event) => {
  if (event.key !== '/' || 'selectionEnd' in event.target) return;
  event.preventDefault();
  document.querySelector('.find input').focus();
});
