// Sorts and filters the overview of a table (assets/templates/overview.html) in place. A heading sorts by its column, again
// the other way round, a third time back to the groups. What is chosen stands in the address: ?q=&group=&sort=-memory_gb

const table = document.querySelector('.overview');
const form = document.querySelector('.sift');
const status = form.querySelector('[role=status]');
const groups = [...table.tBodies];
const rows = [...table.querySelectorAll('tbody tr:not(.group)')].map((row) => ({ row, home: row.parentElement, text: plain(row.textContent + ' ' + (row.dataset.search ?? '')) }));
const all = document.createElement('tbody');
const headings = [...table.querySelectorAll('th[data-column]')];
let sort = '';

function plain(text) {
  return text.normalize('NFKC').toLowerCase();
}

/** The cells of a row in the order of `headings`: those of the second heading row stand between those of the first. */
const order = (() => {
  const places = new Map();
  const taken = [];
  [...table.tHead.rows].forEach((line, y) => {
    let x = 0;
    for (const cell of line.cells) {
      while (taken[y]?.[x]) x++;
      for (let dy = 0; dy < cell.rowSpan; dy++) for (let dx = 0; dx < cell.colSpan; dx++) (taken[y + dy] ??= [])[x + dx] = true;
      places.set(cell, x);
      x += cell.colSpan;
    }
  });
  return places;
})();

const valueOf = (row, heading) => {
  const cell = row.cells[order.get(heading)].textContent.trim();
  if (!heading.classList.contains('num')) return cell;
  const number = parseFloat(cell.replaceAll(',', ''));
  return Number.isNaN(number) ? undefined : number;
};

function sorted() {
  const heading = headings.find(({ dataset }) => dataset.column === sort.replace('-', ''));
  for (const other of headings) other.removeAttribute('aria-sort');
  if (!heading) {
    for (const { row, home } of rows) home.append(row);
    table.replaceChildren(table.tHead, ...groups);
    return;
  }
  const down = sort.startsWith('-');
  heading.ariaSort = down ? 'descending' : 'ascending';
  const collator = new Intl.Collator(document.documentElement.lang, { numeric: true });
  const values = new Map(rows.map(({ row }) => [row, valueOf(row, heading)]));
  const compare = (a, b) => (typeof a === 'number' ? a - b : collator.compare(a, b));
  const ordered = rows.map(({ row }) => row).sort((a, b) => {
    const [x, y] = [values.get(a), values.get(b)];
    if (x === undefined || y === undefined) return (x === undefined) - (y === undefined); // What is absent stands last, either way.
    return down ? compare(y, x) : compare(x, y);
  });
  all.replaceChildren(...ordered);
  table.replaceChildren(table.tHead, all);
}

function filtered() {
  const words = plain(form.elements.q.value).split(/\s+/).filter(Boolean);
  const group = form.elements.group.value;
  let shown = 0;
  for (const { row, home, text } of rows) {
    row.hidden = !((!group || home.dataset.group === group) && words.every((word) => text.includes(word)));
    shown += !row.hidden;
  }
  for (const body of groups) body.hidden = ![...body.rows].some((row) => !row.classList.contains('group') && !row.hidden);
  status.textContent = form.dataset.count.replace('{0}', shown).replace('{1}', rows.length);
}

function remember() {
  const address = new URL(location);
  for (const [key, value] of [['q', form.elements.q.value.trim()], ['group', form.elements.group.value], ['sort', sort]])
    if (value) address.searchParams.set(key, value);
    else address.searchParams.delete(key);
  history.replaceState(null, '', address);
}

for (const heading of headings) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'sort';
  const label = heading.querySelector('.sort');
  button.append(...label.childNodes);
  label.replaceWith(button);
  button.addEventListener('click', () => {
    const { column } = heading.dataset;
    // Of figures, the largest first.
    const [first, second] = heading.classList.contains('num') ? ['-' + column, column] : [column, '-' + column];
    sort = sort === first ? second : sort === second ? '' : first;
    sorted();
    remember();
  });
}
form.addEventListener('input', () => {
  filtered();
  remember();
});
form.addEventListener('submit', (event) => event.preventDefault());

const asked = new URLSearchParams(location.search);
form.elements.q.value = asked.get('q') ?? '';
form.elements.group.value = asked.get('group') ?? '';
sort = asked.get('sort') ?? '';
form.hidden = false;
if (sort) sorted();
if (form.elements.q.value || form.elements.group.value) filtered();
