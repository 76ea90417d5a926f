// Memory and start of the api and the worker as they run: resident memory when idle and under fifty connections, what is
// left of it afterwards, and the time from the start of the process until it listens.
import { rssMib, startApp } from './app.mjs';
import { atMost } from './frame.mjs';
import { fillWorld } from './http-world.mjs';
import { CONNECTIONS, forRequests, forSeconds, shoot } from './load.mjs';

/** From the start of the process. */
const MOST_START_MS = 1_800;
/** idle, rest: seconds. */
const SCALES = {
  quick: {
    starts: 1,
    idle: 0.2,
    load: forRequests(250),
    rest: 0.2,
    world: { installs: 100, events: 1_000, ventures: 10 },
  },
  usual: { starts: 3, idle: 3, load: forSeconds(15), rest: 10, world: {} },
};
SCALES.full = { ...SCALES.usual, load: forSeconds(60), rest: 30 };

export const run = ({ scale, databases }) =>
  databases.use(async (url) => {
    const how = SCALES[scale];
    const world = await fillWorld(url, how.world);
    const found = { api: [], worker: [] };
    for (let start = 0; start < how.starts; start += 1)
      for (const name of ['api', 'worker']) {
        const app = await startApp(name, url);
        try {
          await pause(how.idle);
          found[name].push({ listening: app.listening, idle: rssMib(app.pid) });
          if (name === 'api' && start === how.starts - 1) found.load = await load(app, world, how);
        } finally {
          await app.stop();
        }
      }
    return report(found, how);
  });

function report({ api, worker, load }, how) {
  const line = (id, workload, unit, values, most) => atMost(`memory.${id}`, workload, unit, values, most);
  const of = (runs, figure) => runs.map((one) => one[figure]);
  const after = `api, ${how.rest} s after the load; 1.15 times what it had when idle`;
  return [
    line('api_idle', 'api, idle', 'MiB', of(api, 'idle'), 160),
    line('api_load', `api, ${CONNECTIONS} connections for ${lasting(how.load)}, highest`, 'MiB', [load.peak], 220),
    line('api_after', after, 'MiB', [load.after], 1.15 * load.before),
    line('worker_idle', 'worker, idle', 'MiB', of(worker, 'idle'), 150),
    line('api_start', 'api, until it listens', 'ms', of(api, 'listening'), MOST_START_MS),
    line('worker_start', 'worker, until it works', 'ms', of(worker, 'listening'), MOST_START_MS),
  ];
}

const lasting = ({ duration, amount }) => (amount ? `${amount} requests` : `${duration} s`);

/** A catalogue reader, an operator and an author at once. */
async function load({ url, pid }, world, how) {
  const as = (token) => ({ authorization: `Bearer ${token}` });
  const before = rssMib(pid);
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, rssMib(pid))), 200);
  const result = await shoot(url, how.load, {
    requests: [
      { path: '/api/public/catalogue' },
      { path: `/api/public/catalogue/${world.slug}` },
      { path: `/api/v1/operator/installs/${world.install}/events?limit=100`, headers: as(world.operator) },
      { path: '/api/v1/author/drives', headers: as(world.author) },
      { path: '/api/v1/nothing' },
    ],
  });
  clearInterval(watch);
  if (result['5xx'] > 0 || result.errors > 0 || result['2xx'] === 0)
    throw new Error(`the load was not answered: ${result['5xx']} times 5xx, ${result.errors} errors`);
  await pause(how.rest);
  return { before, peak, after: rssMib(pid) };
}

const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
