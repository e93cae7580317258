// The search box of every page: results as one types, in a list below it (ARIA combobox with a listbox). Loaded when the
// box is focused for the first time; without it the form leads to the search page.
import { element, fill, find } from './search_results.js';

const shown = 8;
const attached = new WeakSet();

export function attach(input) {
  // The search page has its own list.
  if (attached.has(input) || document.getElementById('results')) return;
  attached.add(input);
  const { form } = input;
  const list = element('div', 'found');
  list.id = 'found-' + document.querySelectorAll('.found').length;
  const status = element('p', 'hidden');
  status.role = 'status';
  list.role = 'listbox';
  list.ariaLabel = input.ariaLabel;
  list.hidden = true;
  form.append(list, status);
  input.role = 'combobox';
  input.ariaAutoComplete = 'list';
  input.ariaExpanded = 'false';
  input.setAttribute('aria-controls', list.id);
  let turn = 0, active;

  const options = () => [...list.querySelectorAll('a')];
  function choose(option) {
    if (active) active.ariaSelected = 'false';
    active = option;
    if (!option) return input.removeAttribute('aria-activedescendant');
    option.ariaSelected = 'true';
    option.scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-activedescendant', option.id);
  }
  function open(isOpen) {
    list.hidden = !isOpen;
    input.ariaExpanded = String(isOpen);
    if (!isOpen) choose();
  }
  function option(i) {
    const link = element('a');
    link.role = 'option';
    link.id = `${list.id}-${i}`;
    link.tabIndex = -1;
    link.ariaSelected = 'false';
    return link;
  }

  async function update() {
    const query = input.value.trim();
    const mine = ++turn;
    if (!query) return open(false);
    let children, words;
    try {
      const { index, items, corrected, total } = await find(form, query, shown);
      if (mine !== turn) return;
      const links = items.map((_, i) => option(i));
      await Promise.all(items.map((item, i) => fill(links[i], item, corrected?.query ?? query)));
      words = items.length ? index.say('count', total) : index.say('nothing');
      const note = corrected && items.length ? index.say('corrected', corrected.typed, corrected.word) : items.length ? '' : words;
      children = [...(note ? [element('p', 'hint', note)] : []), ...links];
      if (total > items.length) {
        const all = option(items.length);
        all.className = 'all';
        all.href = form.action + '?q=' + encodeURIComponent(query);
        all.append(index.say('all', total));
        children.push(all);
      }
    } catch (error) {
      console.warn(error);
      children = [element('p', 'hint', form.dataset.failed)];
      words = form.dataset.failed;
    }
    if (mine !== turn) return;
    choose();
    list.replaceChildren(...children);
    status.textContent = words;
    open(document.activeElement === input);
  }

  input.addEventListener('input', update);
  input.addEventListener('focus', update);
  input.addEventListener('blur', ({ relatedTarget }) => list.contains(relatedTarget) || open(false));
  list.addEventListener('pointerdown', (event) => event.preventDefault()); // Keeps the focus in the box until the click.
  input.addEventListener('keydown', (event) => {
    if (event.isComposing) return; // Enter and the arrows belong to the input method.
    const all = options();
    if (event.key === 'Escape') {
      turn++; // What is still being searched for does not open the list again.
      if (list.hidden) input.value = '';
      open(false);
    } else if (event.key === 'Enter' && active) {
      active.click();
    } else if (/^Arrow(Down|Up)$/.test(event.key) && all.length) {
      open(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      const at = all.indexOf(active) + step;
      choose(active ? all[at] : all.at(step > 0 ? 0 : -1)); // Past either end nothing is chosen: Enter means the words.
    } else return;
    event.preventDefault();
  });
  update();
}
