// One round: the marketplace of the demo, six months of everything, while its processes fall: installs, settings, upgrades,
// uninstalls, events, charges, refunds, disputes, closes, seals, payouts, webhooks, polls, sync. Its persons send again what was
// not answered, under the same key.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { demoPerson, patience } from '../demo/client.mjs';
import { BEGINS_AT, beginFilling, fillMarketplace } from '../demo/marketplace/fill.mjs';
import { chances, MONTHS } from '../demo/marketplace/plan.mjs';
import { runFirstStory } from '../lib/first-story.mjs';
import { startPortal } from '../lib/portal.mjs';
import { testRedis } from '../lib/redis.mjs';
import { compare } from './compare.mjs';
import { Faults } from './faults.mjs';
import { Network } from './network.mjs';
import { Traffic } from './traffic.mjs';

/** How long nothing new may be done before the round counts as stuck. */
const SILENCE_MS = 180_000;
const NOWHERE = 'http://127.0.0.1:1';

/** Plays its first `months` and compares. Returns { kills: by kind, checks, dataDir }, which is kept when something differs; all that was started is ended. */
export async function playRound({ kills, seed, months, progress }) {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'chaos-'));
  const failures = [];
  const failed = (text) => failures.push(text);
  const say = (text) => /^(?!PostgreSQL)\S+ ended \(|story failed/.test(text) && failed(text);
  patience.ms = 120_000;
  const redis = await testRedis();
  const network = new Network();
  let portal, database, traffic, holds;
  const atStripe = () => portal?.stripeUrl ?? NOWHERE;
  const env = {
    ...process.env,
    DATABASE_URL: '',
    STRIPE_SECRET_KEY: '',
    STRIPE_API_BASE: await network.through(NOWHERE, atStripe),
    LOG_LEVEL: 'error',
    REDIS_URL: redis.url ?? '',
  };
  try {
    portal = await startPortal({ dataDir, port: 0, beginsAt: BEGINS_AT, reach: network.through, env, progress, say });
    await portal.startSecondWorker();
    database = new pg.Pool({ connectionString: portal.databaseUrl, max: 2 });
    database.on('error', () => {});
    traffic = new Traffic(portal, chances(seed + 1));
    await beginFilling(portal, say);
    await traffic.begin();
    await progress.phase('The story', () => runFirstStory(portal, say));
    const faults = new Faults({
      portal,
      database,
      network,
      redis: redis.url && redis,
      kills,
      failed,
      random: chances(seed),
    });
    let over = false;
    const isOver = () => over;
    const playing = filled(portal, months).catch((error) => failed(error.message));
    await progress.phase(`Playing ${months} months under ${kills} faults`, () =>
      Promise.all([playing.finally(() => (over = true)), faults.play(isOver), traffic.play(isOver)]),
    );
    const checks = await progress.phase('Comparing', () => compare({ portal, database, traffic }));
    checks.unshift({
      name: 'nothing failed or ended by itself',
      ok: failures.length === 0,
      detail: failures[0] ?? 'nothing',
    });
    holds = checks.every(({ ok }) => ok);
    return { kills: faults.done, checks, dataDir };
  } finally {
    traffic?.close();
    await database?.end().catch(() => {});
    await portal?.stop({ now: true });
    network.close();
    await redis.stop?.();
    if (holds) fs.rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
}

/** Goes on from what is done after each failure, until all of it is. */
async function filled(portal, months) {
  let [last, done, movedAt] = ['', -1, performance.now()];
  for (;;) {
    await fillMarketplace(portal, (text) => (last = text), months);
    const state = await (await demoPerson(portal.url, 'admin')).get('/demo/filling');
    if (state.finished || (months < MONTHS && state.done.includes(`troubles ${months}`))) return;
    if (state.done.length > done) [done, movedAt] = [state.done.length, performance.now()];
    if (performance.now() - movedAt > SILENCE_MS) throw new Error(`Nothing more is done: ${last}`);
    await pause(1_000);
  }
}
