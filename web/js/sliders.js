// Sliders beside number fields: each moves its field, each follows it. A slider's steps are stops, written as a reader would
// type them (site/render/calculator/slider.h), so that the scale is whatever the stops make it.

/** Of which stop a value is nearest: the rule of slider.cpp. */
function nearest(stops, value) {
  const distance = (stop) => (stop === 'max' ? (value === Infinity ? -1 : Infinity) : Math.abs(stop - value) / (+stop + Math.abs(value)));
  return stops.reduce((best, stop, i) => (distance(stop) < distance(stops[best]) ? i : best), 0);
}

export function start(element) {
  const sliders = element.all('[data-slides]').map((slider) => {
    const { slides, stops, unit } = slider.dataset;
    return { slider, unit, control: element.control(slides), stops: stops.split(' ') };
  });
  const of = (target) => sliders.find(({ slider }) => slider === target);

  const follow = ({ slider, control, stops, unit }) => {
    const text = control.value.trim(), used = text === 'max' ? Infinity : element.answer.used[control.name];
    const at = text === stops[slider.value] ? slider.value : isNaN(used) ? slider.defaultValue : nearest(stops, used);
    if (slider.value !== String(at)) slider.value = at;
    slider.setAttribute('aria-valuetext', text === 'max' ? text : isNaN(used) ? control.placeholder : element.text(used, unit));
    slider.disabled = control.disabled;
  };
  const followAll = () => sliders.forEach(follow);
  const move = ({ slider, control, stops }) => {
    control.value = stops[slider.value];
    element.changed(control);
  };

  // The element takes what happens in its form for typing into a field; a slider is none.
  element.addEventListener('input', (event) => {
    const moved = of(event.target);
    if (!moved) return;
    event.stopPropagation();
    move(moved);
  }, true);
  element.addEventListener('change', (event) => of(event.target) && event.stopPropagation(), true);
  // A drag, and a visit by keyboard, is one step of "back".
  for (const type of ['pointerdown', 'focusin']) element.addEventListener(type, ({ target }) => of(target) && element.settle());
  element.addEventListener('answer', followAll);

  // Moved before this module came.
  const moved = of(element.getRootNode().activeElement);
  if (moved && moved.slider.value !== moved.slider.defaultValue) move(moved);
  else if (element.answer) followAll();
}
