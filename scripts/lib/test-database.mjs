import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureBuilt } from './ensure-built.mjs';
import { startLocalPg } from './local-pg.mjs';
import { migrate } from './migrate.mjs';
import { createProgress } from './progress.mjs';
import { memoryDirectory } from './shared-temp.mjs';
import { openTestRun } from './test-run.mjs';

/**
 * A migrated database that tests copy theirs from, on a PostgreSQL of its own whose files lie in memory where there is
 * room for them, with `settings` of the server.
 * Begins a run of tests (test-run.mjs) unless one is going on.
 * Returns { url, loginUrl, stop }: `url` is its owner's, `loginUrl` that of api and worker, `stop` removes whatever this call and its copies left.
 */
export async function prepareTestDatabase({
  quiet = false,
  progress = createProgress({ quiet }),
  build = true,
  settings = {},
} = {}) {
  // A file somebody is in the middle of writing must not stop the tests of others: only files that the migrations need
  // count.
  if (build) await ensureBuilt(progress, { web: false, tolerant: true });
  const run = openTestRun();
  let server;
  try {
    server = await progress.phase('Starting PostgreSQL', () => testServer(settings));
    await progress.phase('Migrating the test database', () => migrate(server.url, server.loginUrl));
  } catch (error) {
    await server?.stop();
    run.close();
    throw error;
  }
  const stop = async () => {
    await server.stop();
    run.close();
  };
  return { url: server.url, loginUrl: server.loginUrl, stop };
}

async function testServer(settings) {
  const memory = memoryDirectory(process.env.PORTAL_TEST_RUN);
  // Passable: PostgreSQL may run as another account.
  if (memory) for (const one of [path.dirname(memory), memory]) fs.mkdirSync(one, { recursive: true, mode: 0o711 });
  const dataDir = fs.mkdtempSync(path.join(memory ?? os.tmpdir(), 'drive-portal-test-pg-'));
  const remove = () => fs.rmSync(dataDir, { recursive: true, force: true });
  try {
    const server = await startLocalPg({ dataDir, database: 'portal_test', throwaway: true, settings });
    const stop = async () => {
      await server.stop();
      remove();
    };
    return { url: server.url, loginUrl: loginUrl(server.url), stop };
  } catch (error) {
    remove();
    throw error;
  }
}

/** As api and worker log in: a role that owns nothing, with a password of this run. */
function loginUrl(owner) {
  const url = new URL(owner);
  url.username = 'portal_login';
  url.password = crypto.randomBytes(16).toString('hex');
  return url.href;
}
