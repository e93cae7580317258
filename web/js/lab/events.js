// Mouse, touch and keys of the canvas -> lab.wasm. `wake` asks for frames.

const cursors = ['default', 'text', 'move', 'ns-resize', 'ew-resize', 'nesw-resize', 'nwse-resize', 'pointer', 'not-allowed'];

export function listen(canvas, lab, wake, leave) {
  const { wasm } = lab;
  const on = (type, act, options) => canvas.addEventListener(type, (event) => {
    act(event);
    wake();
  }, options);
  const moved = (event) => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    wasm.pointer((event.clientX - left) * canvas.width / width, (event.clientY - top) * canvas.height / height, event.pointerType === 'touch');
  };
  const buttons = [0, 2, 1];
  on('pointermove', moved);
  on('pointerdown', (event) => {
    canvas.focus({ preventScroll: true });
    canvas.setPointerCapture(event.pointerId);
    moved(event);
    wasm.button(buttons[event.button] ?? 0, 1);
  });
  for (const type of ['pointerup', 'pointercancel'])
    on(type, (event) => {
      moved(event);
      wasm.button(buttons[event.button] ?? 0, 0);
    });
  on('pointerleave', () => wasm.pointer(-1e9, -1e9, 0));
  // The wheel belongs to the page until the lab was clicked: who scrolls past it must not be caught.
  on('wheel', (event) => {
    if (document.activeElement !== canvas) return;
    event.preventDefault();
    wasm.wheel(-event.deltaX / 100, -event.deltaY / 100);
  }, { passive: false });
  on('focus', () => wasm.focus(1));
  on('blur', () => wasm.focus(0));
  on('keydown', (event) => {
    const { key } = event;
    if (key === 'Escape' && !wasm.holds_escape()) return leave(); // Who came by keyboard gets out again.
    const isKnown = lab.key(key, true), isText = [...key].length === 1 && !event.ctrlKey && !event.metaKey;
    if (isText) wasm.character(key.codePointAt(0));
    if (isKnown || isText) event.preventDefault();
  });
  on('keyup', ({ key }) => lab.key(key, false));
  return () => { canvas.style.cursor = cursors[wasm.cursor()] ?? 'none'; };
}
