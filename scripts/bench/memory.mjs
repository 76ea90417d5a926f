// Memory and start of the api and the worker as they run: resident memory when idle and under fifty connections, what is
// left of it afterwards, and the time from the start of the process until it listens.
import { spawn } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import { createProgress } from '../lib/progress.mjs';
import { inRoot } from '../lib/root.mjs';
import { NODE_FLAGS } from '../lib/service.mjs';
import { prepareTestDatabase } from '../lib/test-database.mjs';
import { judge, rounded } from './frame.mjs';
import { fillWorld } from './http-world.mjs';

const STARTS = 3;
const LOAD_SECONDS = process.argv.includes('--full') ? 60 : 15;
const REST_SECONDS = process.argv.includes('--full') ? 30 : 10;

export async function run() {
  const database = await prepareTestDatabase({ progress: createProgress({ quiet: true, stream: process.stderr }) });
  try {
    const world = await fillWorld(database.url, 1_000);
    const found = { api: [], worker: [] };
    for (let start = 0; start < STARTS; start += 1)
      for (const name of ['api', 'worker']) {
        const app = await startApp(name, database.url);
        try {
          await pause(3_000);
          found[name].push({ listening: app.listening, cpu: app.cpu, idle: rssMib(app.pid) });
          if (name === 'api' && start === STARTS - 1) found.load = await load(app, world);
        } finally {
          await app.stop();
        }
      }
    return report(found);
  } finally {
    await database.stop();
  }
}

function report({ api, worker, load }) {
  const line = (id, workload, unit, values, most, goal = 1) =>
    judge({
      id: `memory.${id}`,
      workload,
      unit,
      product: values,
      yardstick: { name: `${rounded(most)} ${unit}`, values: values.map(() => most) },
      goal,
      lower: true,
    });
  const of = (runs, figure) => runs.map((one) => one[figure]);
  return [
    line('api_idle', 'api, idle', 'MiB', of(api, 'idle'), 160),
    line('api_load', `api, 50 connections for ${LOAD_SECONDS} s, highest`, 'MiB', [load.peak], 220),
    line(
      'api_after',
      `api, ${REST_SECONDS} s after the load, of what it has when idle`,
      'MiB',
      [load.after],
      load.before,
      1.15,
    ),
    line('worker_idle', 'worker, idle', 'MiB', of(worker, 'idle'), 150),
    line('api_start', 'api, from the start of the process until it listens', 'ms', of(api, 'listening'), 1_500),
    line('api_start_cpu', 'the same, CPU', 'ms', of(api, 'cpu'), 1_500, undefined),
    line('worker_start', 'worker, from the start of the process until it works', 'ms', of(worker, 'listening'), 1_500),
  ];
}

/** The process as `npm start` runs it, on ports that are free. */
function startApp(name, databaseUrl) {
  const port = String(20_000 + crypto.randomInt(10_000));
  const child = spawn(process.execPath, [...NODE_FLAGS, inRoot('dist', 'apps', name, 'src', 'main.js')], {
    cwd: inRoot(),
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORTAL_MODE: 'sandbox',
      DATABASE_URL: databaseUrl,
      PORT: port,
      METRICS_PORT: '0',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      STRIPE_SECRET_KEY: 'sk_test_sandbox',
      STRIPE_WEBHOOK_SECRET: 'whsec_only_for_the_bench',
      STRIPE_API_BASE: 'http://127.0.0.1:1',
      KEYRING: `bench:${crypto.randomBytes(32).toString('base64')}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return new Promise((resolve, reject) => {
    let text = '';
    const listen = (chunk) => {
      text += chunk;
      const line = text.split('\n').find((one) => one.startsWith(`{"${name}":"up"`));
      if (line === undefined) return;
      child.stdout.off('data', listen);
      child.stdout.resume();
      const { since_start_ms } = JSON.parse(line);
      resolve({
        url: `http://127.0.0.1:${port}`,
        pid: child.pid,
        listening: since_start_ms,
        cpu: cpuMs(child.pid),
        stop,
      });
    };
    child.stdout.on('data', listen);
    void ended.then((code) => reject(new Error(`the ${name} ended with ${code}`)));
  });
}

/** A catalogue reader, an operator and an author at once. */
async function load({ url, pid }, world) {
  const { default: autocannon } = await import('autocannon');
  const as = (token) => ({ authorization: `Bearer ${token}` });
  const before = rssMib(pid);
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, rssMib(pid))), 200);
  const result = await new Promise((resolve, reject) =>
    autocannon(
      {
        url,
        connections: 50,
        duration: LOAD_SECONDS,
        requests: [
          { path: '/api/public/catalogue' },
          { path: `/api/public/catalogue/${world.slug}` },
          { path: `/api/v1/operator/installs/${world.install}/events?limit=100`, headers: as(world.operator) },
          { path: '/api/v1/author/drives', headers: as(world.author) },
          { path: '/api/v1/nothing' },
        ],
      },
      (error, done) => (error ? reject(error) : resolve(done)),
    ),
  );
  clearInterval(watch);
  if (result['5xx'] > 0 || result.errors > 0 || result['2xx'] === 0)
    throw new Error(`the load was not answered: ${result['5xx']} times 5xx, ${result.errors} errors`);
  await pause(REST_SECONDS * 1_000);
  return { before, peak, after: rssMib(pid) };
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function rssMib(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
}

function cpuMs(pid) {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
