// The picker of two accelerators leads straight to their page; an address with ?a=...&b=... does too.

/** The page of a pair: its ids in alphabetical order. What an author wrote redirects from there. */
export const pairPath = (base, a, b) => (a === b ? base + '#one' : base + [a, b].sort((x, y) => (x < y ? -1 : 1)).join('-vs-') + '/');

const form = document.querySelector('form.picker');
form.addEventListener('submit', (event) => {
  event.preventDefault();
  const { a, b } = Object.fromEntries(new FormData(form));
  location.assign(pairPath(form.dataset.base, a, b));
});

const asked = new URLSearchParams(location.search);
const offered = (id) => [...form.elements.a.options].some(({ value }) => value === id);
const [a, b] = [asked.get('a'), asked.get('b')];
if (location.pathname === form.dataset.base && a !== b && offered(a) && offered(b)) location.replace(pairPath(form.dataset.base, a, b));
