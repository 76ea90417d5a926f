// HTTP: the whole api (routing, access rule, validation, envelope, headers, log, scope of the data) against bare Fastify
// with the same work, and its own routes against bare Fastify with the same answers. One server process each, in turn.
import { fork } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { createProgress } from '../lib/progress.mjs';
import { inRoot } from '../lib/root.mjs';
import { prepareTestDatabase } from '../lib/test-database.mjs';
import { judge, median, rounded } from './frame.mjs';
import { fillWorld, freeVenture, growWorld } from './http-world.mjs';

const require = createRequire(import.meta.url);
const CONNECTIONS = 50;
const SMALL = 1_000;
const LARGE = 100_000;
const POST_BODY = JSON.stringify({ tenant_id: 'ten_01J8ZK3Q', drive_id: 4242, plan: 'pro' });
const JSON_TYPE = { 'content-type': 'application/json' };
const POST = { method: 'POST', headers: JSON_TYPE, body: POST_BODY };
const BAD = { ...POST, body: JSON.stringify({ tenant_id: 'abc', drive_id: 'x', plan: 'pro' }) };

export async function run({ rounds = 3, seconds = 1.5 } = {}) {
  const database = await prepareTestDatabase({ progress: createProgress({ quiet: true, stream: process.stderr }) });
  try {
    const world = await fillWorld(database.url, SMALL);
    const routes = routesOf(world);
    const found = {};
    for (let round = 0; round < rounds; round += 1) {
      for (const kind of ['product', 'fastify']) {
        const server = await startServer(kind, database.url);
        try {
          if (kind === 'product') await assertRight(server.url, world);
          else for (const [name, { data }] of Object.entries(found)) await server.tell({ name, data });
          for (const route of routes) await measureRoute(server, kind, route, seconds, found);
        } finally {
          await server.stop();
        }
      }
    }
    return [
      ...report(found),
      ...(await scopeCost(database.url, world)),
      ...(await growth(database.url, world, rounds, seconds)),
    ];
  } finally {
    await database.stop();
  }
}

/** What is asked of whom: path and options, or a function that makes them anew for each request. */
function routesOf(world) {
  const as = (token) => ({ headers: { authorization: `Bearer ${token}` } });
  let venture = 0;
  const install = (venture_id) => ({
    ...POST,
    headers: { ...JSON_TYPE, ...as(world.operator).headers },
    body: JSON.stringify({
      venture_id,
      drive_id: world.driveId,
      digest: world.digest,
      permissions: world.permissions,
      config: { field_0: 'x' },
    }),
  });
  return [
    { name: 'get', product: ['/x'], fastify: ['/x'] },
    { name: 'post', product: ['/x', POST], fastify: ['/x', POST] },
    { name: 'health', product: ['/api/health/live'], fastify: ['/page/health'] },
    { name: 'catalogue', product: ['/api/public/catalogue'], fastify: ['/page/catalogue'] },
    { name: 'card', product: [`/api/public/catalogue/${world.slug}`], fastify: ['/page/card'] },
    {
      name: 'conformance',
      product: [`/api/public/catalogue/${world.slug}/conformance`],
      fastify: ['/page/conformance'],
    },
    {
      name: 'events',
      product: [`/api/v1/operator/installs/${world.install}/events`, as(world.operator)],
      fastify: [`/events/${world.install}`, as(world.operator)],
    },
    {
      name: 'install',
      product: ['/api/v1/operator/installs', () => install(freeVenture((venture += 1)))],
      fastify: ['/write', install(freeVenture(1))],
      status: 202,
    },
    { name: 'author', product: ['/api/v1/author/drives', as(world.author)] },
    { name: '401', product: ['/api/v1/author/drives'], status: 401 },
    { name: '400', product: ['/x', BAD], status: 400 },
    { name: '404', product: ['/api/v1/nothing'], status: 404 },
  ];
}

async function measureRoute(server, kind, { name, status, ...sides }, seconds, found) {
  if (!sides[kind]) return;
  const [path, options = {}] = sides[kind];
  const url = `${server.url}${path}`;
  const expected = kind === 'product' ? (status ?? 200) : 200;
  const ask = () => fetch(url, typeof options === 'function' ? options() : options);
  const first = await ask();
  const text = await first.text();
  if (first.status !== expected) throw new Error(`${kind} ${name}: ${first.status} ${text.slice(0, 300)}`);
  const route = (found[name] ??= {});
  if (kind === 'product') route.data = JSON.parse(text).data;
  await shoot(url, Math.min(1, seconds / 2), options);
  const before = cpuSeconds(server.pid);
  const result = await shoot(url, seconds, options);
  const wrong = expected < 300 ? result.non2xx : result.requests.total - result.non2xx;
  if (wrong > 0 || result.errors > 0)
    throw new Error(`${kind} ${name}: ${wrong} other answers, ${result.errors} errors`);
  const of = (route[kind] ??= { rps: [], p50: [], p99: [], cpu: [] });
  of.rps.push(result.requests.average);
  of.p50.push(result.latency.p50);
  of.p99.push(result.latency.p99);
  of.cpu.push(((cpuSeconds(server.pid) - before) * 1e6) / Math.max(1, result.requests.total));
}

async function shoot(url, duration, options) {
  const { default: autocannon } = await import('autocannon');
  const how =
    typeof options === 'function'
      ? { requests: [{ ...options(), setupRequest: (request) => ({ ...request, ...options() }) }] }
      : options;
  return new Promise((resolve, reject) =>
    autocannon({ url, connections: CONNECTIONS, duration, ...how }, (error, result) =>
      error ? reject(error) : resolve(result),
    ),
  );
}

function report(found) {
  const figures = ({ rps, cpu, p50, p99 }) => ({
    rps: rounded(median(rps)),
    cpu_us: rounded(median(cpu)),
    p50: rounded(median(p50)),
    p99: rounded(median(p99)),
  });
  const against = (
    id,
    workload,
    route,
    figure,
    unit,
    goal,
    lower,
    other = found[route].fastify,
    called = 'bare Fastify',
  ) =>
    judge({
      id: `http.${id}`,
      workload,
      unit,
      product: found[route].product[figure],
      yardstick: { name: called, values: other[figure] },
      goal,
      lower,
      extra: { route, ...figures(found[route].product), yardstick_figures: figures(other) },
    });
  const both = (route, workload, rps, cpu) => [
    against(route, `${workload}, ${CONNECTIONS} connections`, route, 'rps', 'req/s', rps, false),
    against(`${route}_cpu`, `${workload}: CPU per request`, route, 'cpu', 'us', cpu, true),
  ];
  const refusal = (route, workload, success) =>
    against(
      `${route}_cpu`,
      workload,
      route,
      'cpu',
      'us',
      1.2,
      true,
      found[success].product,
      `its success path (${success})`,
    );
  return [
    ...both('get', 'public JSON GET', 0.65, 1.5),
    ...both('post', 'validated POST with one indexed read', 0.8, 1.25),
    against('post_p99', 'latency of the slowest hundredth of the POSTs', 'post', 'p99', 'ms', 1.5, true),
    ...both('health', 'health', 0.65, 1.5),
    ...both('catalogue', 'catalogue page of 20 against the same bytes from memory'),
    ...both('card', 'catalogue entry against the same bytes from memory'),
    ...both('conformance', '28 days of checks against the same bytes from memory'),
    ...both('events', 'events page: token, install, page; three statements each'),
    ...both('install', 'install: every gate, audit, event, against one insert in a transaction'),
    against(
      'author_cpu',
      "author's Drives: CPU per request",
      'author',
      'cpu',
      'us',
      undefined,
      true,
      found.events.fastify,
      'bare events page',
    ),
    refusal('401', 'no credentials', 'get'),
    refusal('400', 'invalid body', 'post'),
    refusal('404', 'unknown address', 'get'),
  ];
}

/** An author's page with its scope, and by a role that needs none: what row-level security costs, in time and trips. */
async function scopeCost(url, world) {
  require('reflect-metadata');
  const platform = require(inRoot('dist/libs/platform/src/index.js'));
  const { AuthorDrives } = require(inRoot('dist/libs/listings/src/read/author-drives.js'));
  const actor = { kind: 'user', userId: world.authorId, name: 'a', roles: [{ role: 'author', scopeId: world.org }] };
  const scope = { kind: 'caller', personId: world.authorId, owners: [world.org] };
  /** Statements of callers are planned once; to compare the policies alone, so is the other side's. */
  class Planned extends platform.Database {
    query(sql, params) {
      return this.prepared('bench_author', sql, params);
    }
  }
  const open = async (role) => {
    const source = await platform.createDataSource({ url, pool: 1, applicationName: 'bench-scope', role }).initialize();
    const client = await source.driver.master.connect();
    const trips = { count: 0 };
    client.connection.on('readyForQuery', () => (trips.count += 1));
    client.release();
    return { source, trips };
  };
  const [scoped, free] = [await open(platform.CALLER_ROLE), await open(platform.APP_ROLE)];
  try {
    const drives = new AuthorDrives(new platform.Database(scoped.source));
    const freeDrives = new AuthorDrives(new Planned(free.source));
    const sides = {
      scoped: () => platform.withScope(scope, () => drives.list(actor)),
      free: () => freeDrives.list(actor),
    };
    const taken = { scoped: [], free: [] };
    for (const side of Object.values(sides)) for (let i = 0; i < 20; i += 1) await side();
    const [a, b] = [await sides.scoped(), await sides.free()];
    if (a.length !== 10 || JSON.stringify(a) !== JSON.stringify(b)) throw new Error('the scope changes the answer');
    const before = scoped.trips.count;
    for (let round = 0; round < 7; round += 1)
      for (const [name, side] of Object.entries(sides)) {
        const from = performance.now();
        for (let i = 0; i < 40; i += 1) await side();
        taken[name].push((performance.now() - from) / 40);
      }
    const trips = (scoped.trips.count - before) / (7 * 40);
    if (trips !== 1) throw new Error(`a scoped statement takes ${trips} round trips`);
    return [
      judge({
        id: 'http.scope',
        workload: "author's Drives read in the author's scope, by the role that passes every policy",
        unit: 'ms',
        product: taken.scoped,
        yardstick: { name: 'no scope', values: taken.free },
        lower: true,
        extra: { round_trips_per_statement: trips },
      }),
    ];
  } finally {
    await scoped.source.destroy();
    await free.source.destroy();
  }
}

/** The same requests with a hundred times the installs, and the thousandth page of a list. */
async function growth(url, world, rounds, seconds) {
  const routes = routesOf(world).filter(({ name }) => ['events', 'author', 'health'].includes(name));
  const sizes = { small: {}, large: {} };
  const measureAll = async (found) => {
    const server = await startServer('product', url);
    try {
      for (let round = 0; round < rounds; round += 1)
        for (const route of routes) await measureRoute(server, 'product', route, seconds, found);
      return found === sizes.large ? await pages(server.url, world) : undefined;
    } finally {
      await server.stop();
    }
  };
  await measureAll(sizes.small);
  await growWorld(url, world, SMALL, LARGE);
  const { first, thousandth } = await measureAll(sizes.large);
  return [
    ...routes.map(({ name }) =>
      judge({
        id: `http.growth_${name}`,
        workload: `CPU per request, ${LARGE} installs`,
        unit: 'us',
        product: sizes.large[name].product.cpu,
        yardstick: { name: `${SMALL} installs`, values: sizes.small[name].product.cpu },
        goal: 1.15,
        lower: true,
      }),
    ),
    judge({
      id: 'http.page_1000',
      workload: `events of an install, 100 a page, page 1,000 of ${world.events / 100}`,
      unit: 'ms',
      product: thousandth,
      yardstick: { name: 'page 1', values: first },
      goal: 1.2,
      lower: true,
    }),
  ];
}

async function pages(base, world) {
  const { encodeCursor } = require(inRoot('dist/libs/kernel/src/index.js'));
  const address = `${base}/api/v1/operator/installs/${world.install}/events?limit=100`;
  const options = { headers: { authorization: `Bearer ${world.operator}` } };
  const page = async (cursor) => {
    const answer = await fetch(cursor === undefined ? address : `${address}&cursor=${cursor}`, options);
    const { data } = await answer.json();
    if (data?.items.length !== 100) throw new Error(`a page of ${data?.items.length} events`);
    return data.items;
  };
  const newest = Number((await page())[0].id);
  const deep = encodeCursor([String(newest - 999 * 100 + 1)]);
  if (Number((await page(deep))[0].id) !== newest - 999 * 100) throw new Error('this is not page 1,000');
  const taken = { first: [], thousandth: [] };
  for (let round = 0; round < 7; round += 1)
    for (const [name, cursor] of [
      ['first', undefined],
      ['thousandth', deep],
    ]) {
      const every = [];
      for (let i = 0; i < 30; i += 1) {
        const from = performance.now();
        await page(cursor);
        every.push(performance.now() - from);
      }
      taken[name].push(median(every));
    }
  return taken;
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
    url: `http://127.0.0.1:${port}`,
    pid: child.pid,
    tell: (message) => new Promise((resolve) => child.send(message, resolve)),
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', resolve);
        child.kill('SIGKILL');
      }),
  };
}

/** Good and bad answers, before anything is timed. */
async function assertRight(url, world) {
  const got = await (await fetch(`${url}/x`)).json();
  const posted = await (await fetch(`${url}/x`, POST)).json();
  const bad = await fetch(`${url}/x`, BAD);
  if (got.data?.hello !== 'world' || posted.data?.slug !== 'drive-4242' || bad.status !== 400)
    throw new Error('the product answers wrongly');
  const page = (await (await fetch(`${url}/api/public/catalogue`)).json()).data;
  const history = (await (await fetch(`${url}/api/public/catalogue/${world.slug}/conformance`)).json()).data;
  if (page.total !== 300 || !history.intact || history.runs !== 28 * 24) throw new Error('the catalogue is wrong');
}

function cpuSeconds(pid) {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
