// npm run db [-- -c "select 1"]: a SQL prompt, as the owner, on the database of the portal that runs here (npm start or
// npm run dev; DATA_DIR as there), or of DATABASE_URL. Statements may also come through standard input.
import './lib/node-version.cjs';
import { spawn } from 'node:child_process';
import path from 'node:path';
import readline from 'node:readline';
import { prompt } from './lib/db/prompt.mjs';
import { Session, errorText } from './lib/db/session.mjs';
import { createReader } from './lib/db/statements.mjs';
import { lockHolder } from './lib/lock-file.mjs';
import { portalLock } from './lib/portal.mjs';
import { Problem, fail } from './lib/problem.mjs';
import { inRoot } from './lib/root.mjs';

async function main() {
  const { command } = options(process.argv.slice(2));
  const url = databaseUrl();
  if (command !== undefined) return runAll(url, [command]);
  if (!process.stdin.isTTY) return runAll(url, fromInput());
  if (await psql(url)) return;
  const session = await Session.open(url, (notice) => process.stdout.write(`${notice}\n`));
  void session.lost.then((error) => fail(new Problem('lost', `\nThe database has gone: ${error.message}`)));
  process.stdout.write('A statement ends with ";".  \\dt [schema.]  \\d table  \\x one line per value  \\q ends.\n');
  await prompt(session, { database: new URL(url).pathname.slice(1) });
  await session.end();
}

function options(args) {
  if (args.length === 0) return {};
  if (args.length === 2 && ['-c', '--command'].includes(args[0])) return { command: args[1] };
  throw new Problem('usage', `Unknown: ${args.join(' ')}`, 'Known: npm run db, npm run db -- -c "select 1"');
}

function databaseUrl() {
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL;
  const dataDir = path.resolve(process.env.DATA_DIR || inRoot('.data'));
  const holder = lockHolder(portalLock(dataDir));
  if (holder?.database_url) return holder.database_url;
  throw new Problem(
    'nothing_runs',
    holder
      ? `The portal on ${dataDir} (process ${holder.pid}) has no database yet.`
      : `No portal runs on the data in ${dataDir}.`,
    holder
      ? 'Wait until it is ready and run the same command again.'
      : 'Start one (npm run dev, or npm start), name its DATA_DIR, or set DATABASE_URL.',
  );
}

async function* fromInput() {
  const reader = createReader();
  for await (const line of readline.createInterface({ input: process.stdin })) yield* reader.add(line);
  if (reader.rest) yield reader.rest;
}

/** One after the other, until one fails: that becomes exit code 1. */
async function runAll(url, statements) {
  const session = await Session.open(url, (notice) => process.stderr.write(`${notice}\n`));
  try {
    for await (const asked of statements) {
      if (/^\\q\b/.test(asked)) break;
      for (const shown of await session.answer(asked)) process.stdout.write(`${shown}\n`);
    }
  } catch (error) {
    process.stderr.write(`${errorText(error)}\n`);
    process.exitCode = 1;
  } finally {
    await session.end();
  }
}

/** Gives the terminal to psql; false when it is not installed. The password is not in its command line. */
function psql(url) {
  const target = new URL(url);
  const password = decodeURIComponent(target.password);
  target.password = '';
  const env = { ...process.env, ...(password && { PGPASSWORD: password }) };
  // Ctrl-C cancels a statement there.
  process.on('SIGINT', () => {});
  return new Promise((resolve, reject) => {
    const child = spawn('psql', ['--pset=null=NULL', target.href], { env, stdio: 'inherit' });
    child.once('spawn', () =>
      child.once('close', (code) => {
        process.exitCode = code ?? 1;
        resolve(true);
      }),
    );
    child.once('error', (error) => (error.code === 'ENOENT' ? resolve(false) : reject(error)));
  });
}

main().catch(fail);
