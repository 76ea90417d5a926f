import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureBuilt } from './ensure-built.mjs';
import { startLocalPg } from './local-pg.mjs';
import { migrate } from './migrate.mjs';
import { Problem } from './problem.mjs';
import { createProgress } from './progress.mjs';
import { memoryDirectory } from './shared-temp.mjs';
import { openTestRun } from './test-run.mjs';

/**
 * A migrated database that tests copy theirs from. On the server of DATABASE_URL when that is set (the user needs the
 * right to create databases), else on a PostgreSQL of its own whose files lie in memory
 * where there is room for them, with `settings` of the server.
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
  if (process.env.DATABASE_URL) return onGivenServer(process.env.DATABASE_URL);
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
    return { url: server.url, loginUrl: loginUrl(server.url, 'portal_login'), stop };
  } catch (error) {
    remove();
    throw error;
  }
}

async function onGivenServer(given) {
  const name = `portal_tests_${crypto.randomBytes(5).toString('hex')}`;
  const { default: pg } = await import('pg');
  const asOwner = async (work) => {
    const url = new URL(given);
    url.pathname = '/postgres';
    const client = new pg.Client({ connectionString: url.href });
    client.on('error', () => {});
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end().catch(() => {});
    }
  };
  await asOwner((client) =>
    client.query(`create database ${client.escapeIdentifier(name)} encoding 'UTF8' template template0`),
  ).catch((error) => {
    throw new Problem(
      'database_url',
      `The server of DATABASE_URL cannot be used for the tests: ${error.message}`,
      'Its user must be able to connect and to create databases. Unset DATABASE_URL to use a PostgreSQL of our own.',
    );
  });
  const url = new URL(given);
  url.pathname = `/${name}`;
  const stop = () => asOwner((client) => dropAll(client, name));
  return { url: url.href, loginUrl: loginUrl(url.href, loginOf(name)), stop };
}

/** The role of a run on a server that others use too. */
const loginOf = (run) => `${run}_login`;

/** As api and worker log in: a role that owns nothing, with a password of this run. */
function loginUrl(owner, user) {
  const url = new URL(owner);
  url.username = user;
  url.password = crypto.randomBytes(16).toString('hex');
  return url.href;
}

/** Drops the template of a run and its copies, also while somebody is connected. */
async function dropAll(client, run) {
  const { rows } = await client.query('select datname from pg_database where datname like $1', [
    `${run.replaceAll('_', '\\_')}%`,
  ]);
  for (const { datname } of rows)
    await client.query(`drop database if exists ${client.escapeIdentifier(datname)} with (force)`);
  await client.query(`drop role if exists ${client.escapeIdentifier(loginOf(run))}`);
}
