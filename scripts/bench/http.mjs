// HTTP: the product's own stack (routing, access rule, validation, envelope, headers, log) against bare Fastify with the
// same work: a small public JSON answer, and a validated POST with one indexed read. One server process each, in turn.
import { fork } from 'node:child_process';
import fs from 'node:fs';
import { createProgress } from '../lib/progress.mjs';
import { inRoot } from '../lib/root.mjs';
import { prepareTestDatabase } from '../lib/test-database.mjs';
import { judge } from './frame.mjs';

const CONNECTIONS = 50;
const POST_BODY = JSON.stringify({ tenant_id: 'ten_01J8ZK3Q', drive_id: 4242, plan: 'pro' });
const POST = { method: 'POST', headers: { 'content-type': 'application/json' }, body: POST_BODY };

export async function run({ rounds = 3, seconds = 3 } = {}) {
  const { default: autocannon } = await import('autocannon');
  const database = await prepareTestDatabase({ progress: createProgress({ quiet: true, stream: process.stderr }) });
  const shoot = (url, duration, options = {}) =>
    new Promise((resolve, reject) =>
      autocannon({ url, connections: CONNECTIONS, duration, ...options }, (error, result) =>
        error ? reject(error) : resolve(result),
      ),
    );
  const measured = { product: measures(), fastify: measures() };
  try {
    await fill(database.url);
    for (let round = 0; round < rounds; round += 1) {
      for (const kind of ['fastify', 'product']) {
        const server = await startServer(kind, database.url);
        try {
          await assertRight(server.url, kind);
          for (const [name, options] of [
            ['get', {}],
            ['post', POST],
          ]) {
            await shoot(server.url, 1, options);
            const before = cpuSeconds(server.pid);
            const result = await shoot(server.url, seconds, options);
            if (result.non2xx > 0 || result.errors > 0)
              throw new Error(`${kind} ${name}: ${result.non2xx} refusals, ${result.errors} errors`);
            measured[kind][name].rps.push(result.requests.average);
            measured[kind][name].p99.push(result.latency.p99);
            measured[kind][name].cpu.push(((cpuSeconds(server.pid) - before) * 1e6) / result.requests.total);
          }
        } finally {
          await server.stop();
        }
      }
    }
  } finally {
    await database.stop();
  }
  const line = (id, workload, name, figure, unit, goal, lower) =>
    judge({
      id,
      workload,
      unit,
      product: measured.product[name][figure],
      yardstick: { name: 'bare Fastify', values: measured.fastify[name][figure] },
      goal,
      lower,
    });
  return [
    line('http.get', 'public JSON GET, 50 connections', 'get', 'rps', 'req/s', 0.65, false),
    line('http.get_cpu', 'CPU per GET', 'get', 'cpu', 'us', 1.5, true),
    line('http.post', 'validated POST with one indexed read, 50 connections', 'post', 'rps', 'req/s', 0.8, false),
    line('http.post_cpu', 'CPU per POST', 'post', 'cpu', 'us', 1.25, true),
    line('http.post_p99', 'latency of the slowest hundredth of the POSTs', 'post', 'p99', 'ms', 1.5, true),
  ];
}

const measures = () => ({ get: { rps: [], p99: [], cpu: [] }, post: { rps: [], p99: [], cpu: [] } });

async function fill(url) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `create table platform.bench_drives as select g::int as id, 'drive-' || g as slug, 'Drive ' || g as name, ((g % 50) * 100)::int as price_cents from generate_series(1, 20000) g`,
  );
  await client.query('alter table platform.bench_drives add primary key (id)');
  await client.query('grant select on platform.bench_drives to portal_app');
  await client.query('analyze platform.bench_drives');
  await client.end();
}

async function startServer(kind, databaseUrl) {
  const child = fork(inRoot('scripts/bench/http-server.mjs'), [kind], {
    env: { ...process.env, DATABASE_URL: databaseUrl, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const port = await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`the ${kind} server ended with ${code}`)));
  });
  return {
    url: `http://127.0.0.1:${port}/x`,
    pid: child.pid,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', resolve);
        child.kill('SIGKILL');
      }),
  };
}

/** Both must give the same answers, good and bad, before anything is timed. */
async function assertRight(url, kind) {
  const got = await (await fetch(url)).json();
  const posted = await (await fetch(url, POST)).json();
  const bad = await fetch(url, { ...POST, body: JSON.stringify({ tenant_id: 'abc', drive_id: 'x', plan: 'pro' }) });
  if (got.data?.hello !== 'world' || posted.data?.slug !== 'drive-4242' || bad.status !== 400)
    throw new Error(`the ${kind} server answers wrongly`);
}

function cpuSeconds(pid) {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
