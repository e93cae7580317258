// Filters the glossary index as one types: .entry elements by their data-search, and by the chosen category.
// The words stand in the address (?q=), which the search box of the home page also fills.

const input = document.getElementById('filter');
const entries = [...document.querySelectorAll('.entry')];
const sections = [...document.querySelectorAll('.letter')];
const nothing = document.querySelector('.nothing');
const plain = (text) => text.normalize('NFKC').toLowerCase();

function filter() {
  const words = plain(input.value).split(/\s+/).filter(Boolean);
  const category = document.querySelector('input[name=category]:checked')?.value ?? '';
  let shown = 0;
  for (const entry of entries) {
    const found = words.every((word) => entry.dataset.search.includes(word));
    entry.hidden = !found;
    if (found && (!category || category === 'all' || entry.dataset.category === category)) shown++;
  }
  for (const section of sections) section.hidden = !section.querySelector('.entry:not([hidden])');
  if (nothing) nothing.hidden = shown > 0;
  return shown;
}

function typed() {
  filter();
  const query = input.value.trim() ? '?q=' + encodeURIComponent(input.value.trim()) : location.pathname;
  history.replaceState(null, '', query);
}

input.value ||= new URLSearchParams(location.search).get('q') ?? '';
input.addEventListener('input', typed);
document.addEventListener('change', ({ target }) => target.name === 'category' && filter());
input.form.addEventListener('submit', (event) => {
  event.preventDefault();
  const found = entries.filter((entry) => !entry.hidden);
  if (found.length === 1) found[0].querySelector('a').click();
});
filter();
