// Reading installs: what one, two and four workers read a minute of Drives that answer in 200 ms, as real processes on a
// real PostgreSQL. A worker has few places in the first part, so that it waits for Drives and not for the cores, which
// the Drives and the database share with it here. Then everything once with the usual places, the same with a fifth of
// the Drives that hang and a fifth that are slow, and the manifests. Events answers are empty: storing events is not
// measured here.
import fs from 'node:fs';
import os from 'node:os';
import { inRoot } from '../lib/root.mjs';
import { cpuMs, rssMib, startApp } from './app.mjs';
import { connect } from './databases.mjs';
import { judge, machine, rounded, timed } from './frame.mjs';
import { fillPolls, served, worldSettings } from './poll-world.mjs';
import { startProduct } from './product.mjs';
import { withDrives } from './with-drives.mjs';

const DELAY_MS = 200;
const SLOW_MS = 2_500;
const PLACES = 1;
const QUICK = { places: 2, delayMs: 50 };
const WORKERS = [1, 2, 4];
const MOST_RSS = 280;
/** Commits of a reading among twenty of a Drive: those of the poll, shared by all, and its reservation to sign. */
const MOST_COMMITS = 1.5;
/** PostgreSQL counts the work of a connection up to ten seconds later. */
const COUNTED_S = 12;
const SWEEP_SECONDS = 300;
/** An install that is not read by then is not read at all. */
const MOST_SWEEP_SECONDS = 900;
const SCALES = {
  usual: {
    drives: 400,
    each: 10,
    seconds: 6,
    sweep: { drives: 200, each: 10 },
    faults: { drives: 100, each: 20 },
    manifests: 300,
  },
  full: {
    drives: 600,
    each: 10,
    seconds: 12,
    sweep: { drives: 5_000, each: 20 },
    faults: { drives: 200, each: 5 },
    manifests: 5_000,
  },
};

export const figures = (scale) =>
  scale === 'quick'
    ? ['poll.two', 'poll.rss']
    : ['poll.two', 'poll.four', 'poll.sweep', 'poll.commits', 'poll.rss', 'poll.faults', 'poll.manifests'];

export const run = ({ scale, databases }) => (scale === 'quick' ? quick(databases) : measured(scale, databases));

/** One install of each Drive of a small world, by workers in this process. */
const quick = (databases) =>
  withDrives({ drives: 16, delayMs: QUICK.delayMs }, (drives) =>
    databases.use(async (url) => {
      const settings = { ...worldSettings(), POLL_DRIVES_AT_ONCE: String(QUICK.places) };
      await fillPolls(url, { ports: drives.ports, each: 2, settings });
      const modules = [['libs/installs/src/index', 'InstallsWorkerModule']];
      const workers = await Promise.all([1, 2].map(() => startProduct(url, modules, { settings, pool: 4 })));
      const client = await connect(url);
      try {
        const rates = [];
        for (const count of [1, 2]) {
          await client.query(`update installs.installs set next_poll_at = '-infinity'`);
          await client.query(`delete from installs.readings`);
          await client.query(`update installs.drive_polls set due_at = '-infinity', slow = false`);
          await drives.ask('reset');
          const seconds = await timed(() =>
            Promise.all(
              workers
                .slice(0, count)
                .map((one) => one.get('libs/installs/src/polling/poll-installs', 'PollInstalls').execute('usual')),
            ),
          );
          const { metrics } = await drives.ask('count');
          if (metrics !== drives.ports.length * 2)
            throw new Error(`${metrics} readings instead of one of each install`);
          rates.push((metrics / seconds) * 60);
        }
        return [scaling('two', 2, rates, QUICK), memory([process.memoryUsage().rss / 2 ** 20])];
      } finally {
        await client.end();
        for (const one of workers) await one.close();
      }
    }),
  );

async function measured(scale, databases) {
  const { drives, each, seconds, sweep, faults, manifests } = SCALES[scale];
  const points = await rates(databases, { drives, each, seconds });
  const { idle, ...all } = await swept(databases, sweep);
  const healthy = await firstReadings(databases, faults, { hang: 0, slow: 0 });
  const among = await firstReadings(databases, faults, { hang: 1, slow: 1 });
  const read = await manifestsRead(databases, manifests);
  const perMinute = points.map(({ rate }) => rate * 60);
  if (scale === 'full') write({ points, idle, sweep: all, manifests: read });
  return [
    scaling('two', 2, perMinute),
    scaling('four', 4, perMinute),
    judge({
      id: 'poll.sweep',
      workload: `${all.installs} installs of ${all.drives} Drives, each read once by 4 workers, for 100,000`,
      unit: 's',
      product: [(all.seconds * 100_000) / all.installs],
      yardstick: { name: `${SWEEP_SECONDS} s`, values: [SWEEP_SECONDS] },
      goal: 1,
      lower: true,
      extra: { seconds: rounded(all.seconds) },
    }),
    judge({
      id: 'poll.commits',
      workload: `commits a reading, ${sweep.each} installs of a Drive in a look`,
      unit: 'commits',
      product: [all.commitsEach],
      yardstick: { name: `${MOST_COMMITS}`, values: [MOST_COMMITS] },
      goal: 1,
      lower: true,
      extra: { worker_ms: rounded(all.workerMs), database_ms: rounded(all.databaseMs) },
    }),
    memory([...all.rss, ...points.flatMap(({ rss }) => rss)]),
    judge({
      id: 'poll.faults',
      workload: `95 % of the healthy of ${faults.drives} Drives first read, with 20 % that hang and 20 % that are slow`,
      unit: 's',
      product: [among],
      yardstick: { name: 'all healthy', values: [healthy] },
      goal: 2,
      lower: true,
    }),
    judge({
      id: 'poll.manifests',
      workload: `${read.drives} manifests looked at by 2 workers, for 5,000`,
      unit: 's',
      product: [(read.seconds * 5_000) / read.drives],
      yardstick: { name: `${SWEEP_SECONDS} s`, values: [SWEEP_SECONDS] },
      goal: 1,
      lower: true,
      extra: { seconds: rounded(read.seconds) },
    }),
  ];
}

const scaling = (name, workers, perMinute, { places, delayMs } = { places: PLACES, delayMs: DELAY_MS }) =>
  judge({
    id: `poll.${name}`,
    workload: `installs read a minute by ${workers} workers, ${places} places each, Drives answer in ${delayMs} ms`,
    unit: 'installs/min',
    product: [perMinute[WORKERS.indexOf(workers)]],
    yardstick: { name: 'one worker', values: [perMinute[0]] },
    goal: workers === 2 ? 1.9 : 3.6,
  });

const memory = (values) =>
  judge({
    id: 'poll.rss',
    workload: 'highest resident memory of a worker that reads',
    unit: 'MiB',
    product: [Math.max(...values)],
    yardstick: { name: `${MOST_RSS} MiB`, values: [MOST_RSS] },
    goal: 1,
    lower: true,
  });

/** Readings a second with one, two and four workers. */
export const rates = (databases, { drives: count, each, seconds }) =>
  withWorld(databases, { drives: count, each }, async ({ drives, url, settings, client }) => {
    const workers = [];
    const points = [];
    try {
      for (const wanted of WORKERS) {
        await addWorkers(workers, wanted, url, { ...settings, POLL_DRIVES_AT_ONCE: String(PLACES) });
        // Each begins with its schedule, some seconds after its start.
        await pause(7);
        const before = await spent(drives, client, workers);
        await pause(seconds);
        const { read, seconds: lasted } = between(before, await spent(drives, client, workers));
        const rss = workers.map(({ pid }) => rssMib(pid));
        points.push({ workers: wanted, rate: read / lasted, rss, load: os.loadavg()[0] });
      }
    } finally {
      await Promise.all(workers.map((one) => one.stop()));
    }
    return points;
  });

/** Makes every Drive due, or none until then. */
const due = (client, now) =>
  client.query(`update installs.drive_polls set due_at = $1`, [now ? '-infinity' : 'infinity']);

/** Use between two moments: ms of CPU, commits, readings, seconds. */
function between(before, after) {
  const more = (figure) => after[figure] - before[figure];
  // Connections come and go: the use of an ended one is lost.
  const database = [...after.backends].reduce(
    (sum, [pid, ms]) => sum + Math.max(0, ms - (before.backends.get(pid) ?? 0)),
    0,
  );
  return {
    seconds: more('at') / 1_000,
    read: more('read'),
    workers: more('workers'),
    commits: more('commits'),
    database,
  };
}

async function spent(drives, client, workers) {
  const { rows } = await client.query(
    `select pg_stat_get_db_xact_commit(oid)::int as commits, (select array_agg(pid) from pg_stat_activity where datname = current_database()) as pids
     from pg_database where datname = current_database()`,
  );
  const [{ commits, pids }] = rows;
  return {
    at: performance.now(),
    read: (await drives.ask('count')).metrics ?? 0,
    workers: workers.reduce((sum, { pid }) => sum + cpuMs(pid), 0),
    backends: new Map(pids.map((pid) => [pid, cpuOf(pid)])),
    commits,
  };
}

/** 0 for a connection that has ended. */
function cpuOf(pid) {
  try {
    return cpuMs(pid);
  } catch {
    return 0;
  }
}

/**
 * Seconds in which four workers with the usual places read every install once, what a reading costs in CPU and commits, and
 * what one worker spends a second before, while nothing is due (`idle`), which is not counted with the readings.
 */
export const swept = (databases, { drives: count, each }) =>
  withWorld(databases, { drives: count, each }, async ({ drives, url, settings, client }) => {
    const workers = [];
    const rss = [];
    let idle;
    let used;
    let seconds = 0;
    try {
      await due(client, false);
      await addWorkers(workers, 4, url, settings);
      await pause(COUNTED_S);
      const settled = await spent(drives, client, workers);
      await pause(COUNTED_S);
      const before = await spent(drives, client, workers);
      idle = between(settled, before);
      await due(client, true);
      const from = performance.now();
      for (let left = count * each; left > 0;) {
        await pause(1);
        const { rows } = await client.query(
          'select count(*)::int as left from installs.installs where polled_at is null',
        );
        [{ left }] = rows;
        rss.push(...workers.map(({ pid }) => rssMib(pid)));
        seconds = (performance.now() - from) / 1_000;
        if (left > 0 && seconds > MOST_SWEEP_SECONDS) throw new Error(`${left} installs are not read`);
      }
      await pause(COUNTED_S);
      used = between(before, await spent(drives, client, workers));
    } finally {
      await Promise.all(workers.map((one) => one.stop()));
    }
    const { rows } = await client.query(
      `select pg_total_relation_size('installs.installs') + pg_total_relation_size('installs.readings')
         + pg_total_relation_size('secrets.install_uses') as bytes`,
    );
    const [{ bytes }] = rows;
    const aSecond = (figure) => idle[figure] / idle.seconds;
    const cost = (figure) => (used[figure] - aSecond(figure) * used.seconds) / used.read;
    return {
      drives: count,
      installs: count * each,
      seconds,
      workerMs: cost('workers'),
      databaseMs: cost('database'),
      commitsEach: cost('commits'),
      idle: {
        workerMs: aSecond('workers') / workers.length,
        databaseMs: aSecond('database') / workers.length,
        commits: aSecond('commits') / workers.length,
      },
      bytes: Number(bytes),
      rss,
    };
  });

/** Seconds from the first reading of a healthy Drive to that of 95 % of them. */
const firstReadings = (databases, { drives: count, each }, { hang, slow }) =>
  withWorld(databases, { drives: count, each }, async ({ drives, url, settings }) => {
    await drives.ask('behave', { hang, slow, slowMs: SLOW_MS, delayMs: DELAY_MS });
    await drives.ask('reset');
    const workers = [];
    // The same Drives in both runs: those that are healthy in the other one.
    const healthy = (firsts) =>
      Array.from({ length: count }, (_, n) => n)
        .filter((n) => n % 5 > 1)
        .map((n) => firsts[n]);
    try {
      await addWorkers(workers, 2, url, { ...settings, POLL_DRIVES_AT_ONCE: String(PLACES) });
      for (;;) {
        await pause(1);
        const firsts = healthy(await drives.ask('firsts'));
        if (firsts.some((ms) => ms === undefined || ms === null)) continue;
        const sorted = firsts.sort((a, b) => a - b);
        return (sorted[Math.floor(sorted.length * 0.95)] - sorted[0]) / 1_000;
      }
    } finally {
      await Promise.all(workers.map((one) => one.stop()));
    }
  });

/** Seconds in which two workers read every manifest once. */
const manifestsRead = (databases, count) =>
  withWorld(databases, { drives: count, each: 0, listed: true }, async ({ url, settings, client }) => {
    const workers = [];
    try {
      await addWorkers(workers, 2, url, settings);
      for (;;) {
        await pause(1);
        const { rows } = await client.query(
          `select count(*) filter (where last_synced_at is null)::int as left, extract(epoch from max(last_synced_at) - min(last_synced_at))::float8 as seconds from listings.listings`,
        );
        if (rows[0].left === 0) return { drives: count, seconds: rows[0].seconds };
      }
    } finally {
      await Promise.all(workers.map((one) => one.stop()));
    }
  });

async function addWorkers(workers, wanted, url, settings) {
  const more = Array.from({ length: wanted - workers.length }, () =>
    startApp('worker', url, { LOG_LEVEL: 'error', ...settings }),
  );
  workers.push(...(await Promise.all(more)));
}

const withWorld = (databases, { drives: count, each, listed }, work) =>
  withDrives({ drives: count, delayMs: DELAY_MS, manifest: served() }, (drives) =>
    databases.use(async (url) => {
      const settings = worldSettings();
      await fillPolls(url, { ports: drives.ports, each, settings, listed });
      const client = await connect(url);
      try {
        return await work({ drives, url, settings, client });
      } finally {
        await client.end();
      }
    }),
  );

/** The basis of docs/capacity.md. */
export function write({ points, idle, sweep, manifests }) {
  const file = inRoot('docs', 'capacity.json');
  const roundedOf = (figures) =>
    Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, rounded(value)]));
  const figure = ({ rss, ...one }) => ({ ...roundedOf(one), rss: rounded(Math.max(...rss)) });
  const { cpus, cpu_model, mem_gib, node } = machine();
  const report = {
    at: new Date().toISOString(),
    machine: { cpus, cpu_model, mem_gib, node },
    places: PLACES,
    delayMs: DELAY_MS,
    points: points.map(figure),
    idle: roundedOf(idle),
    sweep: figure(sweep),
    manifests: { drives: manifests.drives, seconds: rounded(manifests.seconds) },
  };
  fs.writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
}

const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
