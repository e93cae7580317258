// What a calculator's page can do beyond answering: fetched at the first touch of the calculator, or when its address holds
// a scenario. data-modules of the element names the modules of its page; each has start(element), which may return a
// function that is called with every button that is pressed.

export async function start(element) {
  const modules = await Promise.all(element.dataset.modules.split(' ').filter(Boolean).map((name) => import(`./${name}.js`)));
  const users = modules.map((module) => module.start(element));
  return (button) => users.forEach((use) => use?.(button));
}
