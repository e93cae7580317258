// Fields that are a list or a map of accelerators: checkboxes and prices <-> the hidden input that holds them as text,
// `h100-sxm,h200-sxm` or `h100-sxm:2.5` (site/render/calculator/list_field.h). The element sees the hidden input only.
import { parseQuantity } from './quantity.js';

const idOf = ({ type, name, value }) => (type === 'checkbox' ? value : name.slice(name.indexOf('.') + 1));
const filled = (item) => (item.type === 'checkbox' ? item.checked : item.value.trim());
const textOf = (item) => idOf(item) + (item.type === 'checkbox' ? '' : ':' + item.value.trim());

export function start(element) {
  const focused = () => element.getRootNode().activeElement;
  const lists = element.all('[data-list]').map((box) => ({ box, hidden: element.control(box.dataset.list), items: [...box.querySelectorAll('[data-item]')] }));

  const count = ({ box, items }) => {
    const used = items.filter(filled).length;
    box.querySelector('[data-count]').textContent = used ? box.dataset.some.replace('{0}', used) : box.dataset.none;
  };
  /** Items -> text. A price that is none is told and left out. */
  const read = (list) => {
    const wrong = list.items.find((item) => item.type !== 'checkbox' && filled(item) && !(parseQuantity(item.value.trim(), 'dollars_per_hour').value >= 0));
    const field = list.box.closest('.field'), error = field.querySelector('.error');
    for (const item of list.items) item.toggleAttribute('aria-invalid', item === wrong);
    wrong?.setAttribute('aria-invalid', 'true');
    error.hidden = !wrong;
    if (wrong) error.textContent = element.say('error.not_a_price', field.querySelector('.label').textContent, wrong.value.trim(), idOf(wrong) + ':2.5');
    list.hidden.value = list.items.filter((item) => item !== wrong && filled(item)).map(textOf).join(',');
    count(list);
  };
  /** Text -> items; ids that the catalog lacks are told and left out. */
  const show = (list) => {
    const texts = new Map(list.hidden.value.split(',').filter(Boolean).map((text) => text.split(':').map((part) => part.trim())));
    for (const item of list.items) {
      const id = idOf(item), text = texts.get(id);
      if (item.type === 'checkbox') item.checked = texts.has(id);
      else if (item !== focused()) item.value = text ?? '';
      texts.delete(id);
    }
    for (const id of texts.keys()) element.notices.push(element.say('error.unknown_id', list.box.closest('.field').querySelector('.label').textContent, id));
    read(list);
  };

  // Without JavaScript the form sends each item by itself.
  const query = new URLSearchParams(element.dataset.query == null ? location.search : '');
  let rewritten = false;
  for (const { hidden: { name }, items } of lists) {
    const single = query.getAll(name).filter(Boolean);
    for (const item of items) {
      if (item.type !== 'checkbox' && query.get(item.name)) single.push(`${idOf(item)}:${query.get(item.name)}`);
      if (item.type !== 'checkbox') rewritten = query.has(item.name) || rewritten;
      if (item.type !== 'checkbox') query.delete(item.name);
    }
    rewritten ||= query.getAll(name).length > 1;
    query.delete(name);
    if (single.length) query.set(name, single.join(','));
  }
  if (rewritten) {
    history.replaceState(null, '', '?' + query);
    element.readAddress();
  }
  for (const list of lists) {
    // What was chosen before this module came was not seen by the element.
    const seen = list.hidden.value;
    if (!seen) read(list);
    if (list.hidden.value !== seen) element.changed(list.hidden);
    show(list);
  }
  element.addEventListener('input', ({ target }) => lists.filter(({ items }) => items.includes(target)).forEach(read), true);
  element.addEventListener('answer', () => lists.forEach((list) => (list.items.includes(focused()) ? read : show)(list)));
}
