// @ts-check
// Run by "npm test": signing vectors of the contract, then this Drive as the host sees it.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { refusal } from '../verify.mjs';

const SECRET = 'a-secret-for-tests-0123456789abcdef';
const here = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));

describe('signatures', () => {
  /** @type {{ name: string, headers: Record<string, string>, path: string, secrets: string[], now_ms: number, reason: string | null }[]} */
  const vectors = JSON.parse(readFileSync(here('vectors.json'), 'utf8'));
  for (const { name, headers, path: target, secrets, now_ms, reason } of vectors)
    it(name, () => assert.equal(refusal(headers, target, secrets, now_ms), reason));
});

describe('the running Drive', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'drive-test-'));
  /** @type {import('node:child_process').ChildProcess} */
  let child;
  let origin = '';

  before(async () => {
    child = spawn(process.execPath, [here('../server.mjs')], {
      env: { ...process.env, PORT: '0', PLATFORM_AGENT_SECRET: SECRET, DATA_FILE: path.join(folder, 'data.json') },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    origin = await new Promise((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`the Drive ended with ${code}`)));
      child.stdout?.on('data', (chunk) => {
        const found = /http:\/\/\S+/.exec(String(chunk))?.[0];
        if (found) resolve(found);
      });
    });
  });
  after(() => {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  let last = 0;
  /** @param {string} method @param {string} target @param {{ body?: object, bearer?: string, signed?: boolean }} [options] */
  async function call(method, target, { body, bearer, signed = true } = {}) {
    last = Math.max(Date.now(), last + 1);
    const signature = createHmac('sha256', SECRET).update(`${last}:${target}`).digest('hex');
    const response = await fetch(origin + target, {
      method,
      headers: {
        ...(signed ? { 'x-platform-timestamp': String(last), 'x-platform-signature': signature } : {}),
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      },
      body: body && JSON.stringify(body),
    });
    return { status: response.status, body: /** @type {any} */ (await response.json()) };
  }

  it('shows health and manifest to everybody, and nothing else', async () => {
    assert.equal((await call('GET', '/api/platform/health', { signed: false })).status, 200);
    assert.equal((await call('GET', '/api/platform/drive/manifest', { signed: false })).body.data.schema_version, 1);
    for (const name of ['metrics', 'events', 'billing'])
      assert.equal((await call('GET', `/api/platform/${name}`, { signed: false })).status, 401);
  });

  it('installs once per venture, and its token dies with the install', async () => {
    const install = { body: { tenant_id: 't1', venture_id: 'v1' } };
    const first = await call('POST', '/api/platform/install', install);
    assert.equal(first.status, 200);
    const { install_id: id, scoped_token: bearer } = first.body.data;
    assert.equal((await call('POST', '/api/platform/install', install)).body.data.install_id, id);
    assert.equal((await call('GET', '/api/platform/metrics', { bearer })).body.data.installs_active, 1);
    assert.equal((await call('DELETE', `/api/platform/install/${id}`)).body.data.revoked, true);
    assert.equal((await call('DELETE', `/api/platform/install/${id}`)).status, 404);
    assert.equal((await call('GET', '/api/platform/metrics', { bearer })).status, 401);
    const { events } = (await call('GET', '/api/platform/events?since=0')).body.data;
    assert.deepEqual(
      events.map((/** @type {{ type: string }} */ row) => row.type),
      ['install.created', 'install.revoked'],
    );
  });

  it('refuses an install without a tenant', async () => {
    assert.equal((await call('POST', '/api/platform/install', { body: {} })).status, 400);
  });
});
