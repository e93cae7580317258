// How long `gloss serve` takes from an edit to the browser's being told: node bench_serve.mjs GLOSS CONTENT PAGES [LIMIT_BODY LIMIT_NAME]
// The content is of bench_pages.py. Median of several edits of a kind; the event is awaited as a page does it.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

const [, , gloss, content, pages, limitBody = Infinity, limitName = Infinity] = process.argv;
const rounds = Number(process.env.ROUNDS ?? 7);
const out = mkdtempSync(join(process.env.GLOSS_BENCH_TMP ?? tmpdir(), 'gloss-bench-'));
const child = spawn(gloss, ['serve', '--content', content, '--out', join(out, 'dist'), '--port', '0', ...(process.env.TIMINGS ? ['--timings'] : [])],
  { stdio: ['ignore', 'ignore', 'pipe'] });
const port = await new Promise((resolve, reject) => {
  let said = '';
  child.stderr.on('data', (data) => {
    said += data;
    if (process.env.TIMINGS) process.stderr.write(data);
    const found = said.match(/http:\/\/127\.0\.0\.1:(\d+)\//);
    if (found) resolve(found[1]);
  });
  child.once('exit', () => reject(new Error(said)));
});

let told = () => {};
get(`http://127.0.0.1:${port}/__gloss/events`, (response) => {
  response.setEncoding('utf8');
  response.on('data', (text) => text.includes('event: reload') && told(performance.now()));
});
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
await pause(500);

const file = (i) => join(content, `zh/terms/term-${i}.md`);
async function edit(i, change) {
  const before = readFileSync(file(i), 'utf8'), after = change(before);
  if (after === before) throw new Error('the edit changes nothing');
  const reload = new Promise((resolve) => (told = resolve));
  const start = performance.now();
  writeFileSync(file(i), after);
  const took = (await reload) - start;
  await pause(process.env.SETTLE ?? 4000); // The search index follows.
  return [took, before];
}

const kinds = {
  'body': [(text, n) => text + `\n又写了一句，第 ${n} 次。\n`, limitBody],
  'alias': [(text, n) => text.replace('aliases: [', `aliases: [别的名字${n}, `), limitName],
  'title': [(text, n) => text.replace(/^title: (.*)$/m, `title: $1之${n}`), limitName],
  'short': [(text, n) => text.replace(/^short: (.*)$/m, `short: 改过 ${n} 次。$1`), limitName],
};
let late = 0;
try {
  for (const [kind, [change, limit]] of Object.entries(kinds)) {
    const times = [];
    for (let n = 1; n <= rounds; ++n) {
      const i = (n * 37) % Number(pages);
      const [took, before] = await edit(i, (text) => change(text, n));
      times.push(took);
      await edit(i, () => before); // Its reload is awaited too, or the next edit would be told of it.
    }
    times.sort((a, b) => a - b);
    const median = times[rounds >> 1];
    late += median > limit;
    console.log(`${`${pages} pages, ${kind}`.padEnd(28)} ${median.toFixed(0).padStart(7)} ms  limit ${String(limit).padStart(6)}  ratio ${(median / limit).toFixed(2)}  (${times.map((t) => t.toFixed(0)).join(' ')})`);
  }
} finally {
  child.kill('SIGINT');
  rmSync(out, { recursive: true, force: true });
}
process.exitCode = late ? 1 : 0;
