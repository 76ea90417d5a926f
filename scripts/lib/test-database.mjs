import { spawn } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureBuilt } from './ensure-built.mjs';
import { startLocalPg } from './local-pg.mjs';
import { Problem } from './problem.mjs';
import { createProgress } from './progress.mjs';
import { inRoot } from './root.mjs';

/**
 * A migrated database that tests copy theirs from. On the server of DATABASE_URL when that is set (the user needs the
 * right to create databases), else on a PostgreSQL of its own in a temporary directory, with `settings` of the server.
 * Returns { url, stop }: `stop` removes whatever this call and its copies left.
 */
export async function prepareTestDatabase({
  quiet = false,
  progress = createProgress({ quiet }),
  build = true,
  settings = {},
} = {}) {
  const name = `portal_test_${crypto.randomBytes(5).toString('hex')}`;
  // A file somebody is in the middle of writing must not stop the tests of others: what the migrations need counts.
  if (build) await ensureBuilt(progress, { web: false, tolerant: true });
  const server = await progress.phase('Starting PostgreSQL', () => testServer(name, settings));
  try {
    await progress.phase('Migrating the test database', () => migrate(server.url));
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

async function testServer(name, settings) {
  if (process.env.DATABASE_URL) return onGivenServer(process.env.DATABASE_URL, name);
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'drive-portal-test-pg-'));
  const remove = () => fs.rmSync(dataDir, { recursive: true, force: true });
  try {
    const server = await startLocalPg({ dataDir, database: name, throwaway: true, settings });
    const stop = async () => {
      await server.stop();
      remove();
    };
    return { url: server.url, stop };
  } catch (error) {
    remove();
    throw error;
  }
}

async function onGivenServer(given, name) {
  const { default: pg } = await import('pg');
  const admin = async (work) => {
    const client = new pg.Client({ connectionString: given });
    client.on('error', () => {});
    try {
      await client.connect();
      return await work(client);
    } catch (error) {
      throw new Problem(
        'database_url',
        `The server of DATABASE_URL cannot be used for the tests: ${error.message}`,
        'Its user must be able to connect and to create databases. Unset DATABASE_URL to use a PostgreSQL of our own.',
      );
    } finally {
      await client.end().catch(() => {});
    }
  };
  await admin((client) =>
    client.query(`create database ${client.escapeIdentifier(name)} encoding 'UTF8' template template0`),
  );
  const url = new URL(given);
  url.pathname = `/${name}`;
  const stop = () =>
    admin(async (client) => {
      const { rows } = await client.query('select datname from pg_database where datname like $1', [
        `${name.replaceAll('_', '\\_')}%`,
      ]);
      for (const { datname } of rows)
        await client.query(`drop database if exists ${client.escapeIdentifier(datname)} with (force)`);
    });
  return { url: url.href, stop };
}

function migrate(url) {
  const main = inRoot('dist', 'apps', 'migrate', 'src', 'main.js');
  if (!fs.existsSync(main)) throw new Problem('no_migrate', `${main} does not exist.`);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [main], {
      cwd: inRoot(),
      env: { ...process.env, DATABASE_URL: url, PORTAL_MODE: 'sandbox' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0
        ? resolve()
        : reject(new Problem('migrate_failed', `The migrations failed (code ${code}):\n${output.trim()}`)),
    );
  });
}
