// npm run dev [-- --without api] [-- --no-demo]: everything of `npm start`, with the pages served from their sources, api
// and worker restarted when theirs change, debuggers, and one log.
import './lib/node-version.cjs';
import fs from 'node:fs';
import path from 'node:path';
import { createChanges } from './lib/dev/apply-changes.mjs';
import { writeEnvFile } from './lib/dev/env-file.mjs';
import { followFile } from './lib/dev/follow-file.mjs';
import { createPrinter, readable } from './lib/dev/log-lines.mjs';
import { ensureApiTypes } from './lib/ensure-api-types.mjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { preflight, startPortal } from './lib/portal.mjs';
import { portNumber } from './lib/ports.mjs';
import { Problem, fail } from './lib/problem.mjs';
import { createProgress } from './lib/progress.mjs';
import { printReady } from './lib/ready-message.mjs';
import { inRoot } from './lib/root.mjs';
import { stopOnRequest } from './lib/stop-on-request.mjs';

const PROCESSES = ['api', 'worker', 'reference-drive', 'stripe-sandbox'];
const LABELS = { 'reference-drive': 'drive', 'stripe-sandbox': 'stripe', 'story-drive': 'story' };

/** Started parts, in order; ended in reverse. */
const running = [];
let request;

async function main() {
  const { without, demo } = options(process.argv.slice(2));
  const port = portNumber(process.env.PORT);
  const dataDir = path.resolve(process.env.DATA_DIR || inRoot('.data'));
  const startedAt = performance.now();
  const printer = createPrinter();
  const logs = [];
  const say = (text) => {
    // The last output of a process comes before our line about its end.
    logs.forEach((log) => log.look());
    printer.print('dev', text);
  };
  const progress = createProgress({ stream: { write: say } });
  let ready = false;
  request = stopOnRequest({ stop: stopAll, exitCode: () => (ready ? 0 : 130), say });

  await preflight({ dataDir, port });
  await ensureInstalled(progress);
  // For the editor: nothing that runs needs them.
  ensureApiTypes();
  const build = (shown, docs = false) => ensureBuilt(shown, { web: false, docs, tolerant: true });
  const { files: built, errors } = await build(progress, true);
  if (errors.length > 0) say(`These files do not compile; what was built of them before runs.\n${errors.join('\n')}`);
  logs.push(...followLogs(path.join(dataDir, 'logs'), printer));

  const portal = await startPortal({
    dataDir,
    port,
    demo,
    development: { without },
    env: { ...process.env },
    progress,
    say,
    onStarting: (started) => running.push(started),
  });
  const envFiles = without.map((name) => [name, path.join(dataDir, `${name}.env`)]);
  for (const [name, file] of envFiles) {
    writeEnvFile(file, portal.environments[name]);
    running.push({ stop: () => fs.rmSync(file, { force: true }) });
  }

  const quiet = createProgress({ quiet: true, stream: { write: () => {} } });
  const changes = createChanges({
    build: () => build(quiet),
    built,
    services: () => portal.services,
    migrate: () => portal.migrate(),
    say,
  });
  // Only now: it needs the installed packages.
  const { watchSources } = await import('./lib/dev/watch-sources.mjs');
  const watch = await watchSources([inRoot('apps'), inRoot('libs')], changes.changed);
  running.push({ stop: () => Promise.all([watch.close(), changes.close()]) });
  await progress.phase('Starting the pages', () => servePages({ portal, dataDir, changes, printer }));
  if (request.isStopping) return;

  ready = true;
  await printReady({
    portal,
    demo: demo && portal.services.some(({ name, isUp }) => name === 'api' && isUp),
    times: progress.times,
    ms: performance.now() - startedAt,
    rows: [
      ...Object.entries(portal.inspect)
        .filter(([name]) => !without.includes(name))
        .map(([name, at]) => [`Debugger (${name})`, `127.0.0.1:${at}`]),
      ...envFiles.map(([name, file]) => [`Without ${name}`, `its environment: ${path.relative(process.cwd(), file)}`]),
    ],
  });
  // Changes saved while everything started.
  changes.changed();
}

async function stopAll({ now }) {
  if (now) return running.forEach((one) => void one.stop({ now }));
  for (const one of running.toReversed()) await one.stop({ now });
}

function followLogs(directory, { print, colour }) {
  return [...PROCESSES, 'story-drive'].map((name) => {
    const log = followFile(path.join(directory, `${name}.log`), (line) => {
      const text = readable(line, { colour });
      if (text !== undefined) print(LABELS[name] ?? name, text);
    });
    running.push({ stop: () => log.close() });
    return log;
  });
}

async function servePages({ portal, dataDir, changes, printer }) {
  // Vite takes its time to load; nothing before needs it.
  const { startPages } = await import('./lib/dev/pages.mjs');
  const pages = await startPages({
    url: portal.url,
    host: process.env.HOST || '127.0.0.1',
    port: portal.port,
    apiUrl: portal.apiUrl,
    cacheDir: path.join(dataDir, 'vite'),
    apiSettled: () => changes.settled('api'),
    print: (text) => printer.print('web', text),
  });
  running.push({ stop: () => pages.close() });
}

function options(args) {
  const without = args.flatMap((arg, at) => (args[at - 1] === '--without' ? arg.split(',') : []));
  const unknown = [
    ...args.filter((arg, at) => !['--without', '--no-demo'].includes(arg) && args[at - 1] !== '--without'),
    ...without.filter((name) => !PROCESSES.includes(name)),
  ];
  if (unknown.length > 0)
    throw new Problem(
      'usage',
      `Unknown: ${unknown.join(' ')}`,
      `Known: --without ${PROCESSES.join('|')}, --no-demo. Settings are variables: PORT, DATA_DIR, DATABASE_URL, REDIS_URL.`,
    );
  return { without, demo: !args.includes('--no-demo') };
}

main().catch(async (error) => {
  // Being stopped while it starts makes the start fail; that is not a failure to report.
  if (request?.isStopping) return;
  await stopAll({ now: false });
  fail(error);
});
