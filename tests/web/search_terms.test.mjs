// Query and index must be cut alike: the table that tests/site/search_test.cpp holds the C++ side to.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { pieces, excerpt } from '../../web/js/search_marks.js';
import { isOneSlipFrom } from '../../web/js/search_index.js';
import { nameKey, termsOf } from '../../web/js/search_terms.js';

const table = JSON.parse(readFileSync(new URL('../site/fixtures/search_terms.json', import.meta.url), 'utf8'));

test('a text is cut into the terms of the table', () => {
  assert.ok(table.length > 40);
  for (const { text, terms, key } of table) {
    assert.deepEqual(termsOf(text), terms, text);
    assert.equal(nameKey(text), key, text);
  }
});

test('one letter more, less, other or two swapped is one slip; two are not', () => {
  for (const [typed, word] of [['nvlimk', 'nvlink'], ['nvlnk', 'nvlink'], ['nvvlink', 'nvlink'], ['nvlnik', 'nvlink'], ['quantzat', 'quantization'], ['vlink', 'nvlink']])
    assert.ok(isOneSlipFrom(typed, word), `${typed} ${word}`);
  for (const [typed, word] of [['nwlimk', 'nvlink'], ['cuda', 'rocm'], ['quntzat', 'quantization']]) assert.ok(!isOneSlipFrom(typed, word), `${typed} ${word}`);
});

test('marks stand where the text has the query, in its own characters', () => {
  assert.deepEqual(pieces('显存带宽（ＨＢＭ）', '带宽 hbm'), ['显存', '带宽', '（', 'ＨＢＭ', '）']);
  assert.deepEqual(pieces('显存带宽', '显存带寛'), ['', '显存带', '宽']);
  assert.deepEqual(pieces('Café latte', 'cafe'), ['', 'Café', ' latte']);
  assert.deepEqual(pieces('recache the KV cache', 'cache'), ['recache the KV ', 'cache', '']);
  assert.deepEqual(pieces('无关', '带宽'), ['无关']);
});

test('an excerpt holds the hit and says where it is cut', () => {
  const text = `第一行。\n${'前文'.repeat(60)}寻找瓶颈时先看显存带宽。${'后文'.repeat(60)}`;
  const cut = excerpt(text, '瓶颈', 60);
  assert.match(cut, /^….*瓶颈.*…$/);
  assert.ok(cut.length <= 62, `${cut.length}`);
  assert.equal(excerpt('短。\n瓶颈在这里。', '瓶颈', 60), '瓶颈在这里。');
});
