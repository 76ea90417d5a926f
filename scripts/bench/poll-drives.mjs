// Scripted Drives for the benches of polling and of sending events, a process of their own: one port per Drive, each answer after a given time.
// Its parent sets their behaviour; it counts the requests.
import http from 'node:http';

/** By number of the Drive: ms until it answers; Infinity never. */
let delays = [];
let counts = {};
/** Of each Drive: ms after `from` at which its first reading of metrics ended. */
let firsts = [];
let from = performance.now();

const envelope = (data) =>
  JSON.stringify({ ok: true, data, meta: { version: 'v1', generated_at: '2026-01-01T00:00:00.000Z' } });
const ANSWERS = {
  events: envelope({ events: [] }),
  metrics: envelope({ installs_active: 1 }),
  health: envelope({ status: 'ok', uptime_s: 1 }),
  receive: envelope({}),
};

async function start({ drives, delayMs, manifest }) {
  delays = Array(drives).fill(delayMs);
  const ports = [];
  for (let n = 0; n < drives; n += 1) {
    const server = http.createServer({ keepAliveTimeout: 2_000 }, (request, response) => {
      const what = /\/(\w+)(?:\?|$)/.exec(request.url)?.[1];
      counts[what] = (counts[what] ?? 0) + 1;
      const answer = what === 'manifest' ? manifest : ANSWERS[what];
      if (delays[n] === Infinity) return;
      setTimeout(() => {
        if (what === 'metrics') firsts[n] ??= performance.now() - from;
        response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(answer ?? '{}');
      }, delays[n]);
    });
    server.on('connection', () => (counts.connections = (counts.connections ?? 0) + 1));
    await new Promise((resolve) => server.listen(0, '127.0.0.1', 1_024, resolve));
    ports.push(server.address().port);
  }
  return ports;
}

const TASKS = {
  start,
  /** From now on: `hang` and `slow` Drives of five, the others as before. */
  behave: ({ hang, slow, slowMs, delayMs }) => {
    delays = delays.map((_, n) => (n % 5 < hang ? Infinity : n % 5 < hang + slow ? slowMs : delayMs));
  },
  count: () => ({ ...counts }),
  reset: () => {
    counts = {};
    firsts = [];
    from = performance.now();
  },
  firsts: () => [...firsts],
};

process.on('message', async ({ id, task, input }) => process.send({ id, result: await TASKS[task](input) }));
process.on('disconnect', () => process.exit(0));
