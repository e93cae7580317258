// What this browser remembers for its reader: bytes in GB or GiB, and his own price of each accelerator's hour, which then is
// the default. A price stands in the field and so in the address: whoever gets the link sees the same numbers.

/** `{own, control}`: reads and writes the reader's prices in a calculator of one accelerator. */
function onePrice(element, control) {
  const { own } = element, gpu = element.control('gpu');
  let shown = gpu.value;
  const fill = () => (control.value = own.prices[gpu.value] ?? '');
  return {
    fill: () => control.value || fill(),
    isOwn: () => control.value && control.value.trim() === own.prices[gpu.value],
    words: () => element.say('own.price', gpu.selectedOptions[0].text),
    changed(target) {
      if (target === gpu) {
        // The price that stood there was this reader's of the accelerator before.
        if (!control.value || control.value.trim() === own.prices[shown]) fill();
        shown = gpu.value;
        return false;
      }
      if (target !== control && target.dataset.slides !== control.name) return false;
      own.prices[gpu.value] = control.value.trim();
      return true;
    },
    forget() {
      delete own.prices[gpu.value];
      control.value = '';
    },
  };
}

/** The same in the planner, whose field is a map of accelerators. */
function priceMap(element, control) {
  const { own } = element;
  return {
    fill: () => control.value || (control.value = Object.entries(own.prices).map((pair) => pair.join(':')).join(',')),
    isOwn: () => control.value.split(',').some((item) => item && own.prices[item.split(':')[0]] === item.split(':')[1]),
    words: () => element.say('own.prices'),
    changed({ name, value }) {
      if (!name?.startsWith(control.name + '.')) return false;
      own.prices[name.slice(control.name.length + 1)] = value.trim();
      return true;
    },
    forget() {
      own.prices = {};
      control.value = '';
    },
  };
}

export function start(element) {
  const { own } = element;
  own.prices ??= {};
  const write = () => {
    for (const [id, price] of Object.entries(own.prices)) if (!price) delete own.prices[id];
    try {
      localStorage.gloss = JSON.stringify({ ...own, prices: Object.keys(own.prices).length ? own.prices : undefined });
    } catch {
      // A browser that stores nothing remembers nothing; the page works all the same.
    }
  };

  const units = element.all('[data-units]');
  const press = () => units.forEach((button) => button.setAttribute('aria-pressed', button.dataset.units === (own.units ?? 'GB')));
  press();

  const map = element.control('prices'), single = element.control('gpu_hour_usd'), control = map ?? single;
  const price = map ? priceMap(element, map) : single && element.control('gpu') ? onePrice(element, single) : null;
  if (price) {
    const field = control.closest('.field'), help = field.querySelector('.help'), note = document.createElement('p'), forget = document.createElement('button');
    note.className = 'help own';
    note.hidden = true;
    note.append('', ' ', forget);
    forget.type = 'button';
    forget.className = 'quiet';
    forget.dataset.forget = '';
    forget.textContent = element.say('own.forget');
    help.after(note);
    const show = () => {
      note.hidden = !price.isOwn();
      help.hidden = !note.hidden; // In its place: nothing below moves.
      if (!note.hidden) note.firstChild.data = price.words();
    };
    element.addEventListener('answer', show);
    element.addEventListener('change', ({ target }) => {
      if (price.changed(target)) write();
      show();
    }, true);
    // Before the element reads the form of another accelerator.
    element.addEventListener('input', ({ target }) => price.changed(target), true);
    // Written while this module was on its way.
    const [{ name }] = performance.getEntriesByType('navigation');
    if (!map && control.value && control.value !== new URL(name).searchParams.get(control.name) && price.changed(control)) write();
    if (!control.value && price.fill()) {
      element.update();
      element.keep('replaceState');
    } else show();
  }

  return ({ dataset }) => {
    if (dataset.units) {
      own.units = dataset.units === 'GiB' ? 'GiB' : undefined;
      press();
      write();
      element.update();
    }
    if ('forget' in dataset) {
      price.forget();
      write();
      element.changed(control);
      control.focus();
    }
  };
}
