// A model file that the reader chooses becomes the calculator's model, read here and nowhere else; a file that is none is
// refused in words. The command line reads the same files.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { desktop, open, root, stage } from './support.mjs';

const path = '/zh/calculators/inference-memory/';
const here = stage();
const folder = mkdtempSync(join(tmpdir(), 'gloss-model-'));
after(() => rmSync(folder, { recursive: true }));

const file = (name, bytes) => {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
};
const config = {
  model_type: 'qwen3', num_hidden_layers: 28, hidden_size: 1024, intermediate_size: 3072, num_attention_heads: 16,
  num_key_value_heads: 8, head_dim: 128, vocab_size: 151936, tie_word_embeddings: true, max_position_embeddings: 40960, torch_dtype: 'bfloat16',
};
const commandLine = (model) => JSON.parse(execFileSync(join(root, 'build/release/site/gloss'),
  ['size', 'inference-memory', '--model-file', model, '--json'], { cwd: root, encoding: 'utf8' })).output;

/** A safetensors file of these tensors, header only: the weights behind it are never read. */
function safetensors(tensors) {
  const header = Buffer.from(JSON.stringify(Object.fromEntries(Object.entries(tensors).map(([name, shape]) =>
    [name, { dtype: 'BF16', shape, data_offsets: [0, 0] }]))));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  return Buffer.concat([length, header]);
}

/** A GGUF header with these numbers. */
function gguf(numbers, architecture = 'llama') {
  const parts = [];
  const number = (value, width) => {
    const bytes = Buffer.alloc(width);
    if (width === 8) bytes.writeBigUInt64LE(BigInt(value));
    else bytes.writeUInt32LE(value);
    parts.push(bytes);
  };
  const text = (value) => {
    number(value.length, 8);
    parts.push(Buffer.from(value));
  };
  parts.push(Buffer.from('GGUF'));
  number(3, 4);
  number(1, 8);
  number(Object.keys(numbers).length + 1, 8);
  text('general.architecture');
  number(8, 4);
  text(architecture);
  for (const [key, value] of Object.entries(numbers)) {
    text(`${architecture}.${key}`);
    number(4, 4);
    number(value, 4);
  }
  text('token_embd.weight');
  number(2, 4);
  number(4096, 8);
  number(32000, 8);
  number(12, 4);
  number(0, 8);
  return Buffer.concat(parts);
}

async function choose(paths, body) {
  const page = await open(here.browser, here.server.origin + path, desktop);
  const requests = [];
  page.on('request', (request) => request.method() !== 'GET' && requests.push(request.url()));
  try {
    await page.waitForFunction(() => document.querySelector('gloss-calculator')?.answer);
    await page.locator('[data-model-file]').setInputFiles(paths);
    await body(page);
    assert.deepEqual(requests, [], 'nothing is sent anywhere');
    assert.deepEqual(page.problems, []);
  } finally {
    await page.context().close();
  }
}
async function answersAs(expected, page) {
  await page.waitForURL(/model\.layers=/);
  await page.waitForFunction(() => document.querySelector('gloss-calculator')?.answer);
  const outputs = await page.evaluate(() => ({ ...document.querySelector('gloss-calculator').answer.outputs }));
  for (const field of ['parameters', 'weights_bytes', 'kv_bytes_per_token_replica', 'total_bytes']) {
    assert.ok(Math.abs(outputs[field] - expected[field]) <= 1e-12 * expected[field], `${field}: page ${outputs[field]}, command line ${expected[field]}`);
  }
}

test('a config.json becomes the model, as on the command line', async () => {
  const model = file('config.json', JSON.stringify(config));
  const expected = commandLine(model);
  assert.equal(expected.parameters, 596049920); // Qwen3-0.6B: 0.6B as published, 0.596B counted.
  await choose([model], (page) => answersAs(expected, page));
});

test('a config.json with its safetensors has the exact bytes', async () => {
  const model = file('config.json', JSON.stringify(config));
  const tensors = file('model.safetensors', safetensors({ 'model.embed_tokens.weight': [151936, 1024], 'model.layers.27.mlp.up_proj.weight': [3072, 1024] }));
  await choose([model, tensors], async (page) => {
    await page.waitForURL(/weights_bytes_override=317456384/); // 2 bytes x (151,936 + 3,072) x 1,024
    await answersAs(commandLine(tensors), page);
  });
});

test('a GGUF header becomes the model', async () => {
  const model = file('model.gguf', gguf({ block_count: 32, embedding_length: 4096, feed_forward_length: 11008, 'attention.head_count': 32 }));
  await choose([model], (page) => answersAs(commandLine(model), page));
});

test('a file that is no model is refused in words, and the calculator stays as it is', async () => {
  const wrong = [
    [file('cut.gguf', gguf({ block_count: 32 }).subarray(0, 40)), '截断'],
    [file('bert.json', JSON.stringify({ ...config, model_type: 'bert' })), 'bert'],
    [file('aqlm.json', JSON.stringify({ ...config, quantization_config: { quant_method: 'aqlm' } })), 'aqlm'],
    [file('notes.json', 'not json'), 'config.json'],
    [file('half.json', JSON.stringify({ model_type: 'llama' })), 'num_hidden_layers'],
    [file('short.safetensors', Buffer.from([255, 0, 0, 0, 0, 0, 0, 0, 1])), '截断'],
  ];
  for (const [model, word] of wrong) {
    await choose([model], async (page) => {
      const error = page.locator('.model-file .error');
      await error.waitFor();
      assert.match(await error.textContent(), new RegExp(word));
      assert.equal(new URL(page.url()).search, '');
    });
  }
});
