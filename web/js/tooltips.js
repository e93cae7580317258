// Shows the card of a term (#tip-<id>, drawn by the server) beside a link to it: on hover and on focus at once, on touch
// with the first tap (the second follows the link). The pointer may move onto the card; Escape closes it (WCAG 1.4.13).

const gap = 6; // px between link and card
let link, card, timer, touched;

const cardOf = (target) => {
  const of = target.closest?.('a[data-term]');
  return of && document.getElementById('tip-' + of.dataset.term) ? of : null;
};

function hide() {
  clearTimeout(timer);
  if (!card) return;
  card.hidePopover();
  link.removeAttribute('aria-describedby');
  card = link = undefined;
}

function show(next) {
  clearTimeout(timer);
  if (next === link) return;
  hide();
  link = next;
  card = document.getElementById('tip-' + link.dataset.term);
  link.setAttribute('aria-describedby', card.id);
  card.showPopover();
  const at = link.getClientRects()[0]; // The first line of a link that is broken over two.
  const below = at.bottom + gap + card.offsetHeight < innerHeight || at.top < card.offsetHeight + gap;
  const left = Math.max(gap, Math.min(at.left, document.documentElement.clientWidth - card.offsetWidth - gap));
  Object.assign(card.style, {
    position: 'absolute',
    inset: 'auto',
    left: left + scrollX + 'px',
    top: (below ? at.bottom + gap : at.top - gap - card.offsetHeight) + scrollY + 'px',
  });
}

const later = (action, delay) => {
  clearTimeout(timer);
  timer = setTimeout(action, delay);
};

if (HTMLElement.prototype.showPopover) {
  document.addEventListener('pointerover', ({ target, pointerType }) => {
    if (pointerType === 'touch') return;
    const of = cardOf(target);
    if (of) later(() => show(of), 120);
    else if (card?.contains(target)) clearTimeout(timer);
    else later(hide, 200);
  });
  document.addEventListener('focusin', ({ target }) => {
    const of = cardOf(target);
    if (of && target.matches(':focus-visible')) show(of);
    else if (!touched) hide();
  });
  document.addEventListener('pointerdown', ({ target, pointerType }) => {
    touched = pointerType === 'touch';
    if (!cardOf(target) && !card?.contains(target)) hide();
  });
  document.addEventListener('click', (event) => {
    const of = cardOf(event.target);
    if (!of || !touched || of === link) return;
    event.preventDefault();
    show(of);
  });
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && hide());
}
