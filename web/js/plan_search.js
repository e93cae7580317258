// Where the planner searches: in a worker of our own where the page lets us start one, in a worker that a blob starts where
// we are on another site's page, and on the main thread in slices where its policy refuses both.
import { planInSlices } from './plan_slices.js';

const script = new URL('./plan_worker.js', import.meta.url);

function startWorker(isOurs) {
  if (isOurs) return new Worker(script, { type: 'module' });
  const blob = URL.createObjectURL(new Blob([`import ${JSON.stringify(script.href)};`], { type: 'text/javascript' }));
  return new Worker(blob, { type: 'module' });
}

/** answered({request, answer, milliseconds}) of each request that was not stopped, in order. */
export class PlanSearch {
  constructor(element, answered) {
    Object.assign(this, { element, answered, isRefused: false });
  }

  send(message) {
    this.waiting = message;
    if (this.isRefused) return this.slices(message);
    if (!this.worker) {
      try {
        this.worker = startWorker(script.origin === location.origin);
      } catch {
        return this.refused();
      }
      this.worker.onmessage = ({ data }) => this.answered(data);
      // Policies refuse a worker, or what its blob imports, after it was made.
      this.worker.onerror = () => this.refused();
    }
    return this.worker.postMessage(message);
  }

  refused() {
    this.worker?.terminate();
    this.worker = null;
    this.isRefused = true;
    this.slices(this.waiting);
  }

  async slices(message) {
    const start = performance.now(), { calculator, request } = message;
    const answer = await planInSlices(this.element.engine, calculator, message, () => this.waiting === message);
    if (answer) this.answered({ request, answer, milliseconds: performance.now() - start });
  }

  stop() {
    this.worker?.terminate();
    this.worker = this.waiting = null;
  }
}
