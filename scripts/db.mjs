// npm run db [-- psql's arguments]: psql, as the owner, on the database of the portal that runs here (npm start or npm run dev;
// DATA_DIR as there), or of DATABASE_URL. Where psql is not installed it prints the address for any other client.
import './lib/node-version.cjs';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { lockHolder } from './lib/lock-file.mjs';
import { portalLock } from './lib/portal.mjs';
import { Problem, fail } from './lib/problem.mjs';
import { inRoot } from './lib/root.mjs';

function main() {
  const url = databaseUrl();
  const target = new URL(url);
  // Not in its command line, which everybody on the machine can read.
  const password = decodeURIComponent(target.password);
  target.password = '';
  const env = { ...process.env, ...(password && { PGPASSWORD: password }) };
  // Ctrl-C cancels a statement there.
  process.on('SIGINT', () => {});
  const { error, status } = spawnSync('psql', [target.href, ...process.argv.slice(2)], { env, stdio: 'inherit' });
  process.exitCode = status ?? 1;
  if (error?.code === 'ENOENT')
    throw new Problem('no_psql', `psql is not installed. The database is ${url}`, 'Any client of PostgreSQL opens it.');
  if (error) throw error;
}

function databaseUrl() {
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL;
  const dataDir = path.resolve(process.env.DATA_DIR || inRoot('.data'));
  const url = lockHolder(portalLock(dataDir))?.database_url;
  if (url) return url;
  throw new Problem(
    'nothing_runs',
    `No portal that is ready runs on the data in ${dataDir}.`,
    'Start one (npm run dev, or npm start), name its DATA_DIR, or set DATABASE_URL.',
  );
}

try {
  main();
} catch (error) {
  fail(error);
}
