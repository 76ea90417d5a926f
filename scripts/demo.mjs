// npm run demo [-- --json] [--url http://...]: runs the whole story through the public API of a running portal, or of one
// that it starts for itself on a temporary directory. Exit code 1 when a step fails.
import './lib/node-version.cjs';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { Problem, fail } from './lib/problem.mjs';
import { createProgress } from './lib/progress.mjs';
import { startPortal } from './lib/portal.mjs';
import { runStory } from './demo/run.mjs';

async function main() {
  const args = process.argv.slice(2);
  const json = args.includes('--json');
  const at = args.indexOf('--url');
  const unknown = args.filter((arg, i) => arg !== '--json' && arg !== '--url' && (at < 0 || i !== at + 1));
  if (unknown.length > 0 || (at >= 0 && !args[at + 1]))
    throw new Problem(
      'usage',
      `Unknown: ${unknown.join(' ') || '--url without an address'}`,
      'Use: npm run demo -- [--json] [--url http://127.0.0.1:3000]',
    );
  const progress = createProgress({ quiet: true, stream: json ? process.stderr : process.stdout });
  await ensureInstalled(progress);
  await ensureBuilt(progress);

  const wanted = at >= 0 ? args[at + 1] : (process.env.PORTAL_URL ?? `http://127.0.0.1:${process.env.PORT || 3000}`);
  const say = (line) => process.stdout.write(`${line}\n`);
  if (await isPortal(wanted)) {
    if (!json) say(`Running the story at ${wanted}`);
    if (!(await runStory({ base: wanted, json, say }))) process.exitCode = 1;
    return;
  }
  if (at >= 0 || process.env.PORTAL_URL)
    throw new Problem(
      'not_running',
      `No portal answers at ${wanted}.`,
      'Start one with npm start, or leave the address out: then one is started for the story.',
    );
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'drive-portal-demo-'));
  if (!json) say('No portal is running: starting one for the story (its data is thrown away afterwards).');
  const portal = await startPortal({ dataDir, port: 0, demo: true, progress });
  const stop = async () => {
    await portal.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  };
  process.once('SIGINT', () => void stop().then(() => process.exit(130)));
  try {
    if (!(await runStory({ base: portal.url, json, say }))) process.exitCode = 1;
  } finally {
    await stop();
  }
}

async function isPortal(url) {
  try {
    const response = await fetch(`${url}/api/health/ready`, { signal: AbortSignal.timeout(30_000) });
    return response.ok && (await response.json()).ok === true;
  } catch {
    return false;
  }
}

main().catch(fail);
