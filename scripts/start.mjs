// npm start [-- --no-demo] [-- --no-story] [-- --json]: installs, builds, migrates, starts everything and says where it
// is. With demo persons the first start also plays the story once, so that every page has something to show.
import './lib/node-version.cjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { playFirstStory } from './lib/first-story.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { Problem, fail } from './lib/problem.mjs';
import { commandLine, isAlive, parentOf } from './lib/process-info.mjs';
import { createProgress } from './lib/progress.mjs';
import { inRoot } from './lib/root.mjs';
import { printReady } from './lib/ready-message.mjs';
import { preflight, startPortal } from './lib/portal.mjs';

const KNOWN = ['--no-demo', '--no-story', '--json'];

async function main() {
  const args = process.argv.slice(2);
  const unknown = args.filter((arg) => !KNOWN.includes(arg));
  if (unknown.length > 0)
    throw new Problem(
      'usage',
      `Unknown: ${unknown.join(' ')}`,
      `Known: ${KNOWN.join(', ')}. Settings are variables: PORT, DATA_DIR, DATABASE_URL, REDIS_URL.`,
    );
  const json = args.includes('--json');
  const demo = !args.includes('--no-demo');
  const port = portNumber(process.env.PORT);
  const startedAt = performance.now();
  const progress = createProgress({ stream: json ? process.stderr : process.stdout });
  const say = (text) => process.stderr.write(`[${new Date().toISOString()}] ${text}\n`);

  let running;
  let ready = false;
  let stoppingSince;
  const stop = async (why) => {
    // Ctrl-C reaches us twice, from the terminal and from npm; only a later one means that somebody lost patience.
    if (stoppingSince !== undefined)
      return performance.now() - stoppingSince > 1_500 ? running?.stop({ now: true }) : undefined;
    stoppingSince = performance.now();
    if (!json) process.stdout.write(`\nStopping (${why}) ...\n`);
    await running?.stop();
    if (!json)
      process.stdout.write(
        `Stopped after ${((performance.now() - stoppingSince) / 1000).toFixed(1)} s. The data is kept.\n`,
      );
    process.exit(ready ? 0 : 130);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(signal));
  stopWithNpm(() => void stop('npm has ended'));

  const dataDir = process.env.DATA_DIR || inRoot('.data');
  await preflight({ dataDir, port });
  await ensureInstalled(progress);
  await ensureBuilt(progress);
  const portal = await startPortal({
    dataDir,
    port,
    demo,
    progress,
    say,
    onStarting: (started) => (running = started),
  }).catch((error) => {
    // Being stopped while it starts makes the start fail; that is not a failure to report.
    if (stoppingSince !== undefined) return new Promise(() => {});
    throw error;
  });
  ready = true;
  await printReady({ portal, demo, json, times: progress.times, ms: performance.now() - startedAt });
  if (demo && !args.includes('--no-story')) await playFirstStory(portal, say);
}

function portNumber(text) {
  if (!text) return 3000;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_400) return Number(text);
  throw new Problem('usage', `PORT must be a port number, but is "${text}".`, 'For example: PORT=3100 npm start');
}

// Killing npm with SIGKILL would leave us behind with nobody to stop us; started by hand or by a service manager, we
// stay whoever our parent is. Between npm and us there may be a shell.
function stopWithNpm(stop) {
  if (!process.env.npm_lifecycle_event) return;
  const above = [process.ppid, parentOf(process.ppid)].filter((pid) => pid > 1);
  const npm = above.find((pid) => /\bnpm\b/.test(commandLine(pid))) ?? process.ppid;
  const watch = setInterval(() => {
    if (isAlive(npm)) return;
    clearInterval(watch);
    stop();
  }, 1_000);
  watch.unref();
}

main().catch(fail);
