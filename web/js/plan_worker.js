// The planner off the main thread.
//
//     const worker = new Worker(new URL('./plan_worker.js', import.meta.url), { type: 'module' });
//     worker.postMessage({ request: 7, calculator, values, records, candidates, formats }); // arguments of plan.js
//     worker.onmessage = ({ data: { request, answer, milliseconds } }) => ...              // answers come in order
import { loadEngine } from './engine.js';
import { plan } from './plan.js';

const engine = fetch(new URL('./calculators.wasm', import.meta.url)).then((response) => response.arrayBuffer()).then(loadEngine);

self.onmessage = async ({ data: { request, calculator, values, records, candidates, formats } }) => {
  const loaded = await engine, start = performance.now();
  const answer = plan(loaded, calculator, values, records, candidates, formats);
  self.postMessage({ request, answer, milliseconds: performance.now() - start });
};
