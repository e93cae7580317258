// The one script of every page. What a page does not hold is not fetched.
import './tooltips.js';

if (document.querySelector('.glossary')) import('./glossary.js');
if (document.querySelector('gloss-calculator:not([data-no-engine])')) import('./elements/calculator.js');
addEventListener('change', ({ target }) => target.files && import('./model_file.js').then(({ readModelFile }) => readModelFile(target)));
