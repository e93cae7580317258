// The planner off the main thread.
//
//     const worker = new Worker(new URL('./plan_worker.js', import.meta.url), { type: 'module' });
//     worker.postMessage({ request: 7, calculator, values, records, candidates, formats }); // arguments of engine.js plan()
//     worker.onmessage = ({ data: { request, answer } }) => ...                            // answers come in order
import { loadEngine } from './engine.js';

const engine = fetch(new URL('./calculators.wasm', import.meta.url)).then((response) => response.arrayBuffer()).then(loadEngine);

self.onmessage = async ({ data: { request, calculator, values, records, candidates, formats } }) => {
  self.postMessage({ request, answer: (await engine).plan(calculator, values, records, candidates, formats) });
};
