// The published files for nginx and Caddy, tried: the server starts with them, and sends every page with its headers, its
// compressed twin and its redirects. A server that is not installed is skipped, loudly.
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { files, pages, pageTypes, read, root, site, urlOf } from './support.mjs';

const found = (command, more = []) => [...more, `/usr/sbin/${command}`, `/usr/bin/${command}`].find((path) => existsSync(path));
const unpacked = join(root, '.deps/nginx');
const nginx = found('nginx', [join(unpacked, 'usr/sbin/nginx')]);
const brotli = ['/usr/lib/nginx/modules', join(unpacked, 'usr/lib/nginx/modules')].map((folder) => join(folder, 'ngx_http_brotli_static_module.so')).find(existsSync);
const caddy = found('caddy', process.env.CADDY ? [process.env.CADDY] : []);

const freePort = () => new Promise((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    server.close(() => resolve(port));
  });
});

const get = (port, path, headers = {}) => new Promise((resolve, reject) => {
  request({ host: '127.0.0.1', port, path, headers }, (answer) => {
    const chunks = [];
    answer.on('data', (chunk) => chunks.push(chunk));
    answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) }));
  }).on('error', reject).end();
});

/** The headers that `_headers` has for a path. */
function expectedHeaders(path) {
  const result = {};
  let matches = false;
  for (const line of read('_headers').split('\n')) {
    if (line.startsWith('/')) matches = line.endsWith('*') ? path.startsWith(line.slice(0, -1)) : path === line;
    else if (matches && line.includes(': ')) result[line.trim().split(': ')[0].toLowerCase()] = line.slice(line.indexOf(': ') + 2);
  }
  return result;
}

const servers = {
  nginx: {
    missing: !nginx ? 'nginx is not installed (tools/setup unpacks it into .deps)' : !brotli ? 'nginx has no brotli_static (Debian: libnginx-mod-http-brotli-static)' : '',
    start(folder, port) {
      const path = join(folder, 'nginx.conf');
      writeFileSync(path, `load_module ${brotli};\ndaemon off;\nmaster_process off;\npid ${folder}/pid;\nerror_log stderr crit;\nevents {}\nhttp {\n`
        + ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};\n`).join('')
        + `access_log off;\nserver { listen 127.0.0.1:${port}; root ${site}; include ${site}/.gloss/nginx.conf; }\n}\n`);
      const checked = spawnSync(nginx, ['-t', '-e', 'stderr', '-c', path], { encoding: 'utf8' });
      assert.equal(checked.status, 0, checked.stderr);
      return spawn(nginx, ['-e', 'stderr', '-c', path], { stdio: ['ignore', 'ignore', 'inherit'] });
    },
  },
  caddy: {
    missing: caddy ? '' : 'caddy is not installed (Debian: caddy; or CADDY=/path/to/caddy)',
    start(folder, port) {
      const path = join(folder, 'Caddyfile');
      writeFileSync(path, `{\n\tadmin off\n}\nhttp://127.0.0.1:${port} {\n\troot * ${site}\n\timport ${site}/.gloss/Caddyfile\n}\n`);
      const environment = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
      const checked = spawnSync(caddy, ['validate', '--adapter', 'caddyfile', '--config', path], { encoding: 'utf8', env: environment });
      assert.equal(checked.status, 0, checked.stderr);
      return spawn(caddy, ['run', '--adapter', 'caddyfile', '--config', path], { stdio: 'ignore', env: environment });
    },
  },
};

for (const [name, { missing, start }] of Object.entries(servers)) {
  if (missing) console.error(`\n!!!! ${name}: SKIPPED: ${missing}\n`);
  describe(`${name} with the published file`, { skip: missing || false }, () => {
    const folder = mkdtempSync(join(tmpdir(), `gloss-${name}-`));
    let server, port;
    before(async () => {
      port = await freePort();
      server = start(folder, port);
      server.on('exit', () => { server = null; });
      for (let tries = 0; ; tries++) {
        try { await get(port, '/'); break; } catch (error) {
          if (tries > 200 || !server) throw error;
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      }
    });
    after(() => {
      server?.kill();
      rmSync(folder, { recursive: true, force: true });
    });

    test('every page answers, and every link of a page of each type', async () => {
      const bad = [];
      const seen = new Set();
      const visit = async (path) => {
        if (seen.has(path)) return null;
        seen.add(path);
        const answer = await get(port, path);
        if (answer.status !== 200) bad.push(`${path}: ${answer.status}`);
        return answer;
      };
      for (const page of pages()) if (page !== '404.html') {
        const path = urlOf(page);
        const answer = await get(port, encodeURI(path));
        seen.add(path);
        const redirect = answer.status === 301 && read('_redirects').includes(`${path} ${answer.headers.location} 301`);
        if (answer.status !== 200 && !redirect) bad.push(`${path}: ${answer.status} ${answer.headers.location ?? ''}`);
      }
      for (const path of Object.values(pageTypes())) {
        const { body } = await get(port, path);
        for (const [, target] of body.toString().matchAll(/\s(?:href|src|action)="([^"#]+)/g)) {
          const url = new URL(target.replaceAll('&amp;', '&'), `http://site.invalid${path}`);
          if (url.host === 'site.invalid') await visit(url.pathname);
        }
      }
      assert.deepEqual(bad.slice(0, 20), [], `${bad.length} of ${seen.size}`);
    });

    test('headers are those of _headers, types are right', async () => {
      const css = files().find((path) => /^assets\/site\.[^/]*\.css$/.test(path));
      const wasm = files().find((path) => path.endsWith('.wasm'));
      const script = files().find((path) => path.endsWith('/main.js'));
      for (const [path, type] of [['/', 'text/html'], ['/zh/', 'text/html'], ['/zh/glossary/kv-cache/', 'text/html'], ['/zh/glossary/kv-cache/index.html.md', 'text/markdown'],
        ['/embed/v1/zh/throughput/', 'text/html'], ['/embed/v1/embed.js', 'text/javascript'], [`/${css}`, 'text/css'], [`/${wasm}`, 'application/wasm'],
        [`/${script}`, 'text/javascript'], ['/data/models.json', 'application/json'], ['/icons/favicon.svg', 'image/svg+xml'], ['/zh/feed.xml', 'application/xml'], ['/llms.txt', 'text/plain']]) {
        const { status, headers } = await get(port, path);
        assert.equal(status, 200, path);
        assert.ok(headers['content-type']?.startsWith(type), `${path}: ${headers['content-type']}`);
        if (type.startsWith('text/')) assert.match(headers['content-type'], /charset=utf-8/, path);
        for (const [key, value] of Object.entries(expectedHeaders(path))) assert.equal(headers[key], value, `${path}: ${key}`);
      }
    });

    test('who takes brotli or gzip gets the twin', async () => {
      for (const path of ['/zh/glossary/kv-cache/', '/zh/glossary/kv-cache/index.html.md', '/data/models.json']) {
        const plain = await get(port, path);
        assert.equal(plain.headers['content-encoding'], undefined);
        const br = await get(port, path, { 'accept-encoding': 'gzip, br' });
        assert.equal(br.headers['content-encoding'], 'br', path);
        assert.match(br.headers.vary ?? '', /accept-encoding/i);
        assert.deepEqual(brotliDecompressSync(br.body), plain.body);
        const gzip = await get(port, path, { 'accept-encoding': 'gzip' });
        assert.equal(gzip.headers['content-encoding'], 'gzip', path);
        assert.deepEqual(gunzipSync(gzip.body), plain.body);
        assert.equal(gzip.headers['content-type'], plain.headers['content-type']);
      }
    });

    test('redirects, the page for what is not there, and what is not for visitors', async () => {
      for (const line of read('_redirects').trim().split('\n')) {
        const [from, to] = line.split(' ');
        const { status, headers } = await get(port, from);
        assert.equal(status, 301, from);
        assert.equal(new URL(headers.location, 'http://x').pathname, to);
      }
      const folderWithoutSlash = await get(port, '/zh/glossary/kv-cache');
      assert.ok([301, 308].includes(folderWithoutSlash.status));
      assert.equal(new URL(folderWithoutSlash.headers.location, 'http://x').pathname, '/zh/glossary/kv-cache/');
      for (const path of ['/zh/nowhere/', '/nowhere', '/_headers', '/_redirects', '/.gloss/links.tsv', '/.gloss/nginx.conf']) {
        const { status, body } = await get(port, path);
        assert.equal(status, 404, path);
        assert.equal(body.toString(), readFileSync(join(site, '404.html'), 'utf8'), path);
      }
    });
  });
}

test('the manifest and a plan against itself', () => {
  const gloss = process.env.GLOSS ?? join(root, 'build/release/site/gloss');
  const plan = execFileSync(gloss, ['deploy', '--out', site, '--format', 'tsv'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 28 });
  const steps = plan.trim().split('\n').map((line) => line.split('\t')[0]);
  assert.deepEqual(steps.filter((step, i) => step !== steps[i - 1]), ['assets', 'pages', 'manifest']);
  const listed = new Set(plan.trim().split('\n').map((line) => line.split('\t')[2]));
  assert.deepEqual(files().filter((path) => !path.startsWith('.gloss/') && !listed.has(path)), []);
  const again = execFileSync(gloss, ['deploy', '--out', site, '--against', join(site, '.gloss/manifest.tsv'), '--format', 'tsv'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  assert.equal(again, '');
});
