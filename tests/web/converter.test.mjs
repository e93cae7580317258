// The converters of term pages: each answers what the command line answers, natively and in converters.wasm.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { files, open, pages, phone, read, site, size, stage, urlOf } from './support.mjs';

const here = stage();

const places = pages().flatMap((path) => [...read(path).matchAll(/data-converter="([^"]+)"/g)].map(([, id]) => ({ id, path })));

const asset = (name) => join(site, files('assets').find((path) => path.endsWith(name)));
const { converters } = await import(asset('fields/converters.js'));
const { languages, units } = await import(asset('fields/common.js'));
const { instance: { exports: wasm } } = await WebAssembly.instantiate(readFileSync(asset('converters.wasm')), { wasi_snapshot_preview1: { proc_exit() {} } });
wasm._initialize?.();

/** The command line's number as the module prints it. */
function text(value, unit = 'none', language) {
  const bytes = new Uint8Array(wasm.memory.buffer, wasm.format(value, units.indexOf(unit), languages.indexOf(language), 5), 80);
  return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
}

/** What to type, and the same for the command line. */
const typed = {
  'bus-bandwidth': { gpus: '16', bytes: '256MiB', time_s: '1.5ms', collective: 'all_gather' },
  'byte-units': { amount: '141', amount_unit: 'GiB' },
  'egress-rate': { line_rate: '10Gbit/s', utilization: '25%', egress_included_bytes: '10TB' },
  electricity: { gpus: '72', power_w: '1.2kW', power_usage_effectiveness: '1.1' },
  'lora-parameters': { lora_rank: '64', lora_targets: 'attention' },
  'mig-slices': { gpu_memory_bytes: '141GB', mig_profile: '2g' },
  'pipeline-bubble': { pipeline_stages: '16', micro_batches: '64', virtual_stages: '2' },
  'tops-precision': { quoted_tops: '1979', quoted_format: 'bf16', quoted_sparse: '1' },
};

test('every converter stands on a page in both languages', () => {
  for (const id of Object.keys(typed))
    for (const language of ['zh', 'en']) assert.ok(places.some((place) => place.id === id && place.path.startsWith(language + '/')), `${id} ${language}`);
});

for (const { id, path } of places) {
  test(`${id} on /${path} answers as one types`, async () => {
    const page = await open(here.browser, here.server.origin + urlOf(path), phone);
    try {
      const form = page.locator(`form[data-converter="${id}"]`);
      const before = await form.locator('output').evaluateAll((all) => Object.fromEntries(all.map((one) => [one.dataset.field, one.textContent])));
      for (const [name, value] of Object.entries(typed[id])) {
        const control = form.locator(`[name="${name}"]`);
        if (await control.evaluate((element) => element.tagName) === 'SELECT') await control.selectOption(value);
        else await control.fill(value);
      }
      const values = Object.fromEntries(await form.locator('[name]').evaluateAll((all) => all.map((one) => [one.name, one.value])));
      const { output } = size(id, values);
      const { outputs } = converters.find((converter) => converter.id === id);
      const expected = Object.fromEntries(outputs.map((field) => [field.id, text(output[field.id], field.unit, path.slice(0, 2))]));
      assert.notDeepEqual(expected, before);
      await page.waitForFunction(([id, expected]) => [...document.querySelectorAll(`form[data-converter="${id}"] output`)].every((one) => one.textContent === expected[one.dataset.field]), [id, expected]);
      const first = form.locator('input[type="text"]').first();
      await first.fill('lots');
      await page.waitForFunction((id) => !document.querySelector(`form[data-converter="${id}"] .error`).hidden, id);
      assert.equal(await first.getAttribute('aria-invalid'), 'true');
      assert.match(await form.locator('.error').textContent(), /lots/);
      assert.deepEqual(page.problems, []);
    } finally {
      await page.context().close();
    }
  });
}
