// Shows the card of a term (#tip-<id>, drawn by the server) beside a link to it: on hover and on focus at once, on touch
// with the first tap (the second follows the link). The pointer may move onto the card; Escape closes it (WCAG 1.4.13).

// px between link and card
const gap = 6;
let link, card, timer, touched;

const cardOf = (of) => document.getElementById('tip-' + of?.dataset.term);
const linkAt = (target) => {
  const of = target.closest('a[data-term]');
  return cardOf(of) && of;
};

function hide() {
  clearTimeout(timer);
  if (!card) return;
  card.hidePopover();
  link.removeAttribute('aria-describedby');
  card = link = undefined;
}

function show(of) {
  clearTimeout(timer);
  if (of === link) return;
  hide();
  link = of;
  card = cardOf(of);
  link.setAttribute('aria-describedby', card.id);
  card.showPopover();
  // The first line of a link that is broken over two.
  const { left, top, bottom } = link.getClientRects()[0];
  const { offsetWidth: width, offsetHeight: height, style } = card;
  const below = bottom + gap + height < innerHeight || top < height + gap;
  style.position = 'absolute';
  style.inset = 'auto';
  style.left = Math.max(gap, Math.min(left, document.documentElement.clientWidth - width - gap)) + scrollX + 'px';
  style.top = (below ? bottom + gap : top - gap - height) + scrollY + 'px';
}

const on = (type, listener) => document.addEventListener(type, listener);

if (HTMLElement.prototype.showPopover) {
  on('pointerover', ({ target, pointerType }) => {
    if (pointerType === 'touch') return;
    const of = linkAt(target);
    clearTimeout(timer);
    if (!card?.contains(target)) timer = setTimeout(() => (of ? show(of) : hide()), of ? 120 : 200);
  });
  on('focusin', ({ target }) => {
    const of = linkAt(target);
    if (of && target.matches(':focus-visible')) show(of);
    else if (!touched) hide();
  });
  on('pointerdown', ({ target, pointerType }) => {
    touched = pointerType === 'touch';
    if (!linkAt(target) && !card?.contains(target)) hide();
  });
  on('click', (event) => {
    const of = linkAt(event.target);
    if (!of || !touched || of === link) return;
    event.preventDefault();
    show(of);
  });
  on('keydown', ({ key }) => key === 'Escape' && hide());
}
