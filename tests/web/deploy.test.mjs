// docs/deploying.md's shell snippets, run as they stand there: against a stand-in for the object store that keeps a log, and with
// the real rclone (on a local folder) where it is installed.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, describe, test } from 'node:test';

const root = new URL('../..', import.meta.url).pathname;
const gloss = process.env.GLOSS ?? join(root, 'build/release/site/gloss');
const guide = readFileSync(join(root, 'docs/deploying.md'), 'utf8');
const snippet = (name) => guide.match(new RegExp(`<!-- tested: ${name} -->\n\`\`\`sh\n(.*?)\n\`\`\``, 's'))[1];

const rcloneStandIn = `#!/usr/bin/env bash
set -euo pipefail
command=$1; shift
case $command in
cat) cat "$1" ;;
copy) from=$1 to=$2; shift 2; list= cache=
    while [ $# -gt 0 ]; do case $1 in --files-from-raw) list=$2; shift ;; --header-upload) cache=$2; shift ;; esac; shift; done
    while read -r path; do
        [ "\${FAIL_AT:-}" != "$path" ] || exit 1
        mkdir -p "$to/$(dirname "$path")"; cp "$from/$path" "$to/$path"; echo "put $path $cache" >>"$LOG"
    done <"$list" ;;
delete) to=$1 list=$3; while read -r path; do rm "$to/$path"; echo "delete $path" >>"$LOG"; done <"$list" ;;
*) exit 2 ;;
esac
`;
const awsStandIn = `#!/usr/bin/env bash
set -euo pipefail
[ "$1" = s3 ]; command=$2; shift 2
case $command in
cp) from=$1 to=$2; shift 2; mkdir -p "$(dirname "$to")"; cp "$from" "$to"; [ "$to" = live.tsv ] || echo "put \${to#"$STORE"/} $*" >>"$LOG" ;;
rm) rm "$1"; echo "delete \${1#"$STORE"/}" >>"$LOG" ;;
*) exit 2 ;;
esac
`;

const installed = (command) => process.env.PATH.split(delimiter).some((folder) => existsSync(join(folder, command)));
const kinds = { 'rclone, a stand-in': ['rclone', rcloneStandIn], 'aws, a stand-in': ['aws', awsStandIn], 'rclone itself': ['rclone', null] };

function tree(folder, at = '') {
  return readdirSync(join(folder, at), { withFileTypes: true }).flatMap((entry) => {
    const path = at ? `${at}/${entry.name}` : entry.name;
    return entry.isDirectory() ? tree(folder, path) : [path];
  });
}

for (const [name, [tool, standIn]] of Object.entries(kinds)) {
  const skip = standIn || installed(tool) ? false : `${tool} is not installed`;
  if (skip) console.error(`\n!!!! ${name}: SKIPPED: ${skip}\n`);
  describe(name, { skip }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'gloss-deploy-'));
    const store = join(folder, 'store'), dist = join(folder, 'dist'), log = join(folder, 'log'), bin = join(folder, 'bin');
    const term = (id, body) => writeFileSync(join(folder, `mine/content/zh/terms/${id}.md`), `---\nid: ${id}\ntitle: 术语${id}\nshort: 定义。\ncategory: memory\nupdated: 2026-11-30\n---\n\n${body}\n`);
    before(() => {
      mkdirSync(store);
      mkdirSync(bin);
      writeFileSync(join(bin, 'gloss'), `#!/bin/sh\ncommand=$1; shift\nexec ${gloss} "$command" --content ${folder}/mine/content "$@"\n`);
      if (standIn) writeFileSync(join(bin, tool), standIn);
      for (const file of readdirSync(bin)) chmodSync(join(bin, file), 0o755);
      execFileSync(gloss, ['new', 'site', 'mine', '--lang', 'zh'], { cwd: folder, stdio: 'ignore' });
      term('one', '正文。');
    });
    after(() => rmSync(folder, { recursive: true, force: true }));

    const deploy = (more = {}) => {
      writeFileSync(log, '');
      const run = spawnSync('bash', ['-c', snippet(tool)], { cwd: folder, encoding: 'utf8', env: {
        ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}`, dist, remote: store, bucket: store, STORE: store, LOG: log, wait: '0', ...more } });
      return { ...run, steps: readFileSync(log, 'utf8').trim().split('\n').filter(Boolean) };
    };
    const same = () => {
      const published = tree(dist).filter((path) => !path.startsWith('.gloss/') || path === '.gloss/manifest.tsv').sort();
      assert.deepEqual(tree(store).sort(), published);
      for (const path of published) assert.ok(readFileSync(join(store, path)).equals(readFileSync(join(dist, path))), path);
    };
    const isAsset = (step) => /^put (assets|data)\//.test(step);

    test('the first time everything goes up: what pages name, pages, the manifest', () => {
      const { status, stderr, steps } = deploy();
      assert.equal(status, 0, stderr);
      same();
      if (!standIn) return;
      assert.ok(steps.length > 20);
      assert.ok(steps.findLastIndex(isAsset) < steps.findIndex((step) => step.includes('index.html')), 'a page before what it names');
      assert.match(steps.at(-1), /^put \.gloss\/manifest\.tsv/);
      assert.ok(steps.filter((step) => /^put assets\//.test(step)).every((step) => step.includes('public, max-age=31536000, immutable')));
      assert.ok(steps.filter((step) => /\.html /.test(step)).every((step) => step.includes('public, max-age=300')));
      if (tool !== 'aws') return;
      assert.match(steps.find((step) => step.startsWith('put zh/glossary/one/index.html.br ')), /--content-type text\/html; charset=utf-8 .*--content-encoding br/);
      assert.doesNotMatch(steps.find((step) => step.startsWith('put zh/glossary/one/index.html ')), /content-encoding/);
    });

    test('then what changed, deletions last', () => {
      term('two', '另一个，和术语one有关。');
      rmSync(join(folder, 'mine/content/zh/terms/one.md'));
      writeFileSync(join(folder, 'mine/content/site.yaml'), readFileSync(join(folder, 'mine/content/site.yaml'), 'utf8') + '\n# a remark\n');
      const before = statSync(join(store, '404.html.gz')).size;
      const { status, stderr, steps } = deploy();
      assert.equal(status, 0, stderr);
      same();
      assert.ok(before > 0);
      assert.ok(!existsSync(join(store, 'zh/glossary/one/index.html')));
      if (!standIn) return;
      const lastPut = steps.findLastIndex((step) => step.startsWith('put') && !step.includes('manifest.tsv')), firstDelete = steps.findIndex((step) => step.startsWith('delete'));
      assert.ok(firstDelete > lastPut, steps.join('\n'));
      assert.match(steps.at(-1), /manifest\.tsv/);
      assert.ok(!steps.some((step) => /^put assets\/site\./.test(step)), 'an unchanged style sheet went up again');
    });

    test('with nothing changed nothing is sent', () => {
      const { status, stderr, steps } = deploy();
      assert.equal(status, 0, stderr);
      assert.deepEqual(steps, []);
      assert.equal(readFileSync(join(folder, 'plan.tsv'), 'utf8'), '');
    });

    test('an upload that breaks off is taken up again', { skip: name !== 'rclone, a stand-in' }, () => {
      term('three', '第三个。');
      assert.notEqual(deploy({ FAIL_AT: 'zh/glossary/three/index.html' }).status, 0);
      const { status, stderr, steps } = deploy();
      assert.equal(status, 0, stderr);
      assert.ok(steps.some((step) => step.startsWith('put zh/glossary/three/index.html')));
      same();
    });
  });
}
