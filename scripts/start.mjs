// npm start [-- --no-demo] [-- --no-story] [-- --no-marketplace] [-- --no-migrate] [-- --json]: installs, builds, migrates,
// starts everything and says where it is. With demo persons the first start then runs the story and fills the portal with
// a marketplace of six months, unless told not to (--no-story: neither). --no-migrate: the database of DATABASE_URL is up to date already.
import './lib/node-version.cjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { Problem, fail } from './lib/problem.mjs';
import { createProgress } from './lib/progress.mjs';
import { inRoot } from './lib/root.mjs';
import { printReady } from './lib/ready-message.mjs';
import { preflight, startPortal } from './lib/portal.mjs';
import { portNumber } from './lib/ports.mjs';
import { stopOnRequest } from './lib/stop-on-request.mjs';

const KNOWN = ['--no-demo', '--no-story', '--no-marketplace', '--no-migrate', '--json'];

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
  const story = demo && !args.includes('--no-story');
  // An account of one's own at Stripe has no clock that could begin in the past.
  const marketplace = story && !args.includes('--no-marketplace') && !process.env.STRIPE_SECRET_KEY;
  const port = portNumber(process.env.PORT);
  const startedAt = performance.now();
  const progress = createProgress({ stream: json ? process.stderr : process.stdout });
  const say = (text) => process.stderr.write(`[${new Date().toISOString()}] ${text}\n`);

  let running;
  let ready = false;
  const request = stopOnRequest({
    stop: (options) => running?.stop(options),
    exitCode: () => (ready ? 0 : 130),
    say: json ? () => {} : (text) => process.stdout.write(`${text}\n`),
  });

  const dataDir = process.env.DATA_DIR || inRoot('.data');
  await preflight({ dataDir, port });
  await ensureInstalled(progress);
  await ensureBuilt(progress);
  // They need what was only now installed and built.
  const { BEGINS_AT, beginFilling, fillMarketplace } = await import('./demo/marketplace/fill.mjs');
  const { runFirstStory } = await import('./lib/first-story.mjs');
  const portal = await startPortal({
    dataDir,
    port,
    demo,
    migrated: args.includes('--no-migrate'),
    beginsAt: marketplace ? BEGINS_AT : undefined,
    progress,
    say,
    onStarting: (started) => (running = started),
  }).catch((error) => {
    // Being stopped while it starts makes the start fail; that is not a failure to report.
    if (request.isStopping) return new Promise(() => {});
    throw error;
  });
  ready = true;
  await printReady({
    portal,
    demo,
    json,
    filled: marketplace,
    times: progress.times,
    ms: performance.now() - startedAt,
  });
  if (!story) return;
  if (marketplace) await beginFilling(portal, say);
  await runFirstStory(portal, say);
  if (marketplace) await fillMarketplace(portal, say);
}

main().catch(fail);
