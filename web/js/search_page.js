// The page of search results: as one types into the search box of the header, and what stands in the address.
import { element, fill, find } from './search_results.js';

const step = 20;
const list = document.getElementById('results');
const count = document.getElementById('result-count');
const byHand = document.querySelector('.by-hand');
const input = document.querySelector('.find input');
const more = element('button', 'more');
more.type = 'button';
let turn = 0, limit = step;

async function update() {
  const query = input.value.trim();
  const mine = ++turn;
  byHand.hidden = false;
  if (!query) {
    list.replaceChildren();
    more.remove();
    count.textContent = '';
    return;
  }
  try {
    const { index, items, corrected, total } = await find(input.form, query, limit);
    const links = items.map(() => element('a'));
    await Promise.all(items.map((item, i) => fill(links[i], item, corrected?.query ?? query)));
    if (mine !== turn) return;
    count.textContent = items.length ? (corrected ? index.say('corrected', corrected.typed, corrected.word) + ' ' : '') + index.say('count', total) : index.say('nothing');
    list.replaceChildren(...links.map((link) => element('li', '', link)));
    byHand.hidden = items.length > 0;
    more.textContent = index.say('more');
    if (total > items.length && items.length >= limit) list.after(more);
    else more.remove();
  } catch (error) {
    console.warn(error);
    if (mine === turn) count.textContent = input.form.dataset.failed;
  }
}

function typed() {
  limit = step;
  const query = input.value.trim();
  history.replaceState(null, '', query ? '?q=' + encodeURIComponent(query) : location.pathname);
  return update();
}

more.addEventListener('click', () => {
  limit += step;
  update();
});
input.addEventListener('input', typed);
input.form.addEventListener('submit', (event) => {
  event.preventDefault();
  typed();
});
input.value ||= new URLSearchParams(location.search).get('q') ?? '';
if (!input.value) input.focus();
update();
