// npm run simulate -- <scenario.json | -> [--json]: plays a scenario by the real engine on a throw-away database and
// prints lines, invoices, postings and payouts (docs/simulate.md). Exit code: 0 played and every check holds, 1 it
// failed or a check does not hold, 2 the scenario or the call is not valid.
import './lib/node-version.cjs';
import { spawn } from 'node:child_process';
import { isUtf8 } from 'node:buffer';
import fs from 'node:fs';
import readline from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { Problem } from './lib/problem.mjs';
import { createProgress } from './lib/progress.mjs';
import { inRoot } from './lib/root.mjs';
import { simulationServer } from './simulate/server.mjs';
import { printTables } from './simulate/tables.mjs';

const USAGE = 'Use: npm run simulate -- <scenario.json | -> [--json]     The format: docs/simulate.md';
const HELP = `Plays a billing scenario by the real engine on a throw-away database and prints what the engine made of it: lines,
invoices, postings, balances and payouts.

  npm run simulate -- scenario.json            tables for people
  npm run simulate -- scenario.json --json     one JSON document
  cat scenario.json | npm run simulate -- -    from standard input

  -h, --help    this text

Uses a PostgreSQL of this checkout, or the server of DATABASE_URL. With \`npm run --silent\` npm prints nothing of its own.
Exit code: 0 played and every check holds; 1 it failed, or a check does not hold; 2 the scenario or the call is not valid.
The format of scenario and result, with examples: docs/simulate.md
`;

async function main() {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(HELP);
    return 0;
  }
  const json = args.includes('--json');
  const files = args.filter((arg) => arg !== '--json');
  if (files.length !== 1 || (files[0].startsWith('-') && files[0] !== '-'))
    return refuse(json, [{ pointer: '', message: USAGE }]);
  const scenario = await read(files[0]);
  if (scenario.problem) return refuse(json, [{ pointer: '', message: scenario.problem }]);

  const progress = createProgress({ quiet: true, stream: process.stderr });
  await ensureInstalled(progress);
  await ensureBuilt(progress, { web: false });
  const server = await progress.phase('Starting PostgreSQL', () => simulationServer());
  let played;
  try {
    played = await progress.phase('Playing', (update) => play(scenario.text, server.url, update));
  } finally {
    await server.stop();
  }
  if (played.problems) return refuse(json, played.problems);
  if (!played.result) throw new Problem('simulation_failed', `The simulation failed:\n${played.stderr.trim()}`);
  if (json) process.stdout.write(`${JSON.stringify(played.result, null, 2)}\n`);
  else printTables(played.result, (line) => process.stdout.write(`${line}\n`));
  return played.code;
}

async function read(file) {
  try {
    const bytes = file === '-' ? await buffer(process.stdin) : fs.readFileSync(file);
    if (!isUtf8(bytes)) return { problem: `${file === '-' ? 'Standard input' : file} is not UTF-8.` };
    return { text: bytes.toString('utf8') };
  } catch (error) {
    return { problem: `${file} cannot be read (${error.code ?? error.message}). ${USAGE}` };
  }
}

function refuse(json, problems) {
  if (json) process.stdout.write(`${JSON.stringify({ simulation: 1, problems }, null, 2)}\n`);
  else for (const { pointer, message } of problems) process.stderr.write(`${pointer || '(scenario)'}: ${message}\n`);
  return 2;
}

function play(scenario, serverUrl, update) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [inRoot('dist', 'libs', 'simulator', 'src', 'program', 'main.js')], {
      env: { ...process.env, SIMULATOR_DATABASE_URL: serverUrl },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const played = { stderr: '' };
    readline.createInterface({ input: child.stdout }).on('line', (line) => {
      const message = JSON.parse(line);
      if (message.progress)
        update(`${message.progress.done} of ${message.progress.of}, ${message.progress.at.slice(0, 10)}`);
      else Object.assign(played, message);
    });
    child.stderr.on('data', (chunk) => (played.stderr += chunk));
    child.stdin.on('error', () => {});
    child.stdin.end(scenario);
    const stop = (signal) => child.kill(signal);
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
    child.once('error', reject);
    child.once('close', (code) => resolve({ ...played, code: code ?? 1 }));
  });
}

main().then(
  (code) => (process.exitCode = code),
  (error) => {
    process.stderr.write(`\n${error instanceof Problem ? error.message : (error?.stack ?? String(error))}\n`);
    process.exitCode = 1;
  },
);
