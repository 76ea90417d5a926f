// npm run money-case -- <case.json | -> [--json]: computes installs, payments, refunds, disputes and payouts by the real
// engine on a database of its own and prints the result (docs/money-case.md). Exit code: 0 computed and every check holds,
// 1 it failed or a check does not hold, 2 the case or the call is not valid.
import './lib/node-version.cjs';
import { isUtf8 } from 'node:buffer';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { fail } from './lib/problem.mjs';
import { createProgress } from './lib/progress.mjs';

const USAGE = 'Use: npm run money-case -- <case.json | -> [--json]     The format: docs/money-case.md';
const args = process.argv.slice(2);
const json = args.includes('--json');

async function main() {
  if (args.includes('--help') || args.includes('-h')) return print(`${USAGE}\n`, 0);
  const files = args.filter((arg) => arg !== '--json');
  if (files.length !== 1 || (files[0].startsWith('-') && files[0] !== '-')) return refuse(USAGE);
  const bytes = await read(files[0]);
  if (typeof bytes === 'string') return refuse(bytes);

  const progress = createProgress({ quiet: true, stream: process.stderr });
  await ensureInstalled(progress);
  await ensureBuilt(progress, { web: false });
  const { prepareTestDatabase } = await import('./lib/test-database.mjs');
  const require = createRequire(import.meta.url);
  require('./lib/typescript.cjs');
  require('reflect-metadata');
  const driver = require('../test/support/money/driver/index.ts');
  let database;
  try {
    const input = driver.readScenario(bytes.toString('utf8'));
    database = await prepareTestDatabase({ progress, build: false });
    const result = await driver.runCase(input, database.url);
    const code = result.checks.every(({ ok }) => ok) ? 0 : 1;
    return json ? print(`${JSON.stringify(result, null, 2)}\n`, code) : printTables(result, code);
  } catch (error) {
    if (error instanceof driver.InputRefused) return refuse(error.message, error.problems);
    throw error;
  } finally {
    await database?.stop();
  }
}

async function read(file) {
  try {
    const bytes = file === '-' ? await buffer(process.stdin) : fs.readFileSync(file);
    return isUtf8(bytes) ? bytes : `${file === '-' ? 'Standard input' : file} is not UTF-8.`;
  } catch (error) {
    return `${file} cannot be read (${error.code ?? error.message}). ${USAGE}`;
  }
}

function refuse(message, problems = [{ pointer: '', message }]) {
  if (json) return print(`${JSON.stringify({ simulation: 1, problems }, null, 2)}\n`, 2);
  process.stderr.write(`${message}\n`);
  return 2;
}

function print(text, code) {
  process.stdout.write(text);
  return code;
}

function printTables({ lines, invoices, postings, accounts, runs, refused, checks }, code) {
  const tables = {
    lines,
    invoices: invoices.map(({ payments, ...invoice }) => ({ ...invoice, payments: payments.length })),
    postings: postings.flatMap(({ legs, ...posting }) => legs.map((leg) => ({ ...posting, ...leg }))),
    accounts,
    payouts: runs.flatMap(({ month, payouts }) => payouts.map(({ unpaid: _, ...payout }) => ({ month, ...payout }))),
    refused,
    checks,
  };
  for (const [title, rows] of Object.entries(tables)) {
    if (rows.length === 0) continue;
    process.stdout.write(`\n${title}\n`);
    console.table(rows);
  }
  return code;
}

main().then((code) => (process.exitCode = code), fail);
