// Reading installs: worker processes on a real PostgreSQL read every install of Drives that answer in 200 ms once, and again
// with a fifth of the Drives that hang and a fifth that are slow. Events answers are empty: storing events is not measured here.
import { rssMib, startApp } from './app.mjs';
import { connect } from './databases.mjs';
import { atMost, judge, rounded } from './frame.mjs';
import { fillPolls, served, worldSettings } from './poll-world.mjs';
import { withDrives } from './with-drives.mjs';

const DELAY_MS = 200;
const SLOW_MS = 2_500;
const MOST_RSS = 280;
/** For 100,000 installs. */
const SWEEP_SECONDS = 300;
/** An install that is not read by then is not read at all. */
const MOST_SWEEP_SECONDS = 900;
const SCALES = {
  quick: { workers: 1, sweep: { drives: 16, each: 2 } },
  usual: { workers: 4, sweep: { drives: 200, each: 10 }, faults: { drives: 100, each: 20 } },
  full: { workers: 4, sweep: { drives: 5_000, each: 20 }, faults: { drives: 200, each: 5 } },
};

export async function run({ scale, databases }) {
  const { workers, sweep, faults } = SCALES[scale];
  const { installs, seconds, rss } = await swept(databases, workers, sweep);
  const lines = [
    atMost(
      'poll.sweep',
      `${installs} installs of ${sweep.drives} Drives, each read once by ${workers} workers, for 100,000`,
      's',
      [(seconds * 100_000) / installs],
      SWEEP_SECONDS,
      { seconds: rounded(seconds) },
    ),
    atMost('poll.rss', 'highest resident memory of a worker that reads', 'MiB', [Math.max(...rss)], MOST_RSS),
  ];
  if (faults === undefined) return lines;
  const healthy = await firstReadings(databases, faults, { hang: 0, slow: 0 });
  const among = await firstReadings(databases, faults, { hang: 1, slow: 1 });
  return [
    ...lines,
    judge({
      id: 'poll.faults',
      workload: `95 % of the healthy of ${faults.drives} Drives first read, with 20 % that hang and 20 % that are slow`,
      unit: 's',
      product: [among],
      yardstick: { name: 'all healthy', values: [healthy] },
      goal: 2,
      lower: true,
    }),
  ];
}

/** Seconds in which the workers read every install once, and their memory meanwhile. */
const swept = (databases, count, { drives, each }) =>
  withWorld(databases, { drives, each }, ({ url, settings, client }) =>
    withWorkers(count, url, settings, async (workers) => {
      const rss = [];
      const from = performance.now();
      for (;;) {
        await pause(0.5);
        rss.push(...workers.map(({ pid }) => rssMib(pid)));
        const { rows } = await client.query(
          'select count(*)::int as left from installs.installs where polled_at is null',
        );
        const seconds = (performance.now() - from) / 1_000;
        if (rows[0].left === 0) return { installs: drives * each, seconds, rss };
        if (seconds > MOST_SWEEP_SECONDS) throw new Error(`${rows[0].left} installs are not read`);
      }
    }),
  );

/** Seconds from the first reading of a healthy Drive to that of 95 % of them. */
const firstReadings = (databases, { drives: count, each }, { hang, slow }) =>
  withWorld(databases, { drives: count, each }, async ({ drives, url, settings }) => {
    await drives.ask('behave', { hang, slow, slowMs: SLOW_MS, delayMs: DELAY_MS });
    // The same Drives in both runs: those that are healthy in the other one.
    const healthy = (firsts) => Array.from({ length: count }, (_, n) => firsts[n]).filter((_, n) => n % 5 > 1);
    return withWorkers(2, url, { ...settings, POLL_DRIVES_AT_ONCE: '1' }, async () => {
      for (;;) {
        await pause(1);
        const firsts = healthy(await drives.ask('firsts'));
        if (firsts.some((ms) => ms === undefined || ms === null)) continue;
        const sorted = firsts.sort((a, b) => a - b);
        return (sorted[Math.floor(sorted.length * 0.95)] - sorted[0]) / 1_000;
      }
    });
  });

async function withWorkers(count, url, settings, work) {
  const start = () => startApp('worker', url, { LOG_LEVEL: 'error', ...settings });
  const workers = await Promise.all(Array.from({ length: count }, start));
  try {
    return await work(workers);
  } finally {
    await Promise.all(workers.map((one) => one.stop()));
  }
}

const withWorld = (databases, { drives: count, each }, work) =>
  withDrives({ drives: count, delayMs: DELAY_MS, manifest: served() }, (drives) =>
    databases.use(async (url) => {
      const settings = worldSettings();
      await fillPolls(url, { ports: drives.ports, each, settings });
      const client = await connect(url);
      try {
        return await work({ drives, url, settings, client });
      } finally {
        await client.end();
      }
    }),
  );

const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
