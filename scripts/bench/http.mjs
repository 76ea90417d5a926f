// HTTP: the whole api (routing, access rule, validation, envelope, headers, log, scope of the data) against bare Fastify
// with the same work, one server process each, in turn; what an install costs; and lists with a hundred times the installs.
import { atMost, judge, median, timed } from './frame.mjs';
import { fillWorld, freeVenture, growWorld } from './http-world.mjs';
import { CONNECTIONS, forRequests, forSeconds, shoot, startServer } from './load.mjs';
import { part } from './product.mjs';

/** grown: installs of the large world; pages: rounds and calls in each. */
const SCALES = {
  quick: {
    rounds: 1,
    warm: forRequests(50),
    load: forRequests(100),
    world: { installs: 100, events: 2_000, ventures: 1_000 },
    grown: 1_000,
    pages: [2, 3],
  },
  usual: {
    rounds: 3,
    warm: forSeconds(0.75),
    load: forSeconds(1.5),
    world: {},
    grown: 100_000,
    pages: [7, 30],
  },
};
/** CPU of the api for an install, microseconds. */
const MOST_INSTALL_US = 8_000;
const POST_BODY = JSON.stringify({ tenant_id: 'ten_01J8ZK3Q', drive_id: 4242, plan: 'pro' });
const JSON_TYPE = { 'content-type': 'application/json' };
const POST = { method: 'POST', headers: JSON_TYPE, body: POST_BODY };

export const run = ({ scale, databases }) =>
  databases.use(async (url) => {
    const how = SCALES[scale === 'quick' ? 'quick' : 'usual'];
    const world = await fillWorld(url, how.world);
    const { get, post, install, ...lists } = routesOf(world);
    const found = { product: {}, fastify: {} };
    for (let round = 0; round < how.rounds; round += 1)
      for (const [kind, routes] of [
        ['product', { get, post, install }],
        ['fastify', { get, post }],
      ])
        await withServer(kind, url, async (server) => {
          if (kind === 'product') await assertRight(server.url);
          for (const [name, route] of Object.entries(routes))
            await measureRoute(server, route, how, (found[kind][name] ??= []));
        });
    return [...report(found), ...(await growth(url, world, how, lists))];
  });

async function withServer(kind, url, work) {
  const server = await startServer(kind, url);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

/** path, options: of the request, or a function that makes them for each request; status: 200 unless given. */
function routesOf(world) {
  const as = (token) => ({ headers: { authorization: `Bearer ${token}` } });
  const { driveId: drive_id, digest, permissions } = world;
  let venture = 0;
  const install = () => ({
    ...POST,
    headers: { ...JSON_TYPE, ...as(world.operator).headers },
    body: JSON.stringify({
      venture_id: freeVenture(world, (venture += 1)),
      drive_id,
      digest,
      permissions,
      config: { field_0: 'x' },
    }),
  });
  return {
    get: { path: '/x' },
    post: { path: '/x', options: POST },
    install: { path: '/api/v1/operator/installs', options: install, status: 202 },
    events: { path: `/api/v1/operator/installs/${world.install}/events`, options: as(world.operator) },
    author: { path: '/api/v1/author/drives', options: as(world.author) },
  };
}

/** Adds { rps, p99, cpu } to `rounds`; p99 in ms, cpu in microseconds per request. */
async function measureRoute(server, { path, options = {}, status = 200 }, { warm, load }, rounds) {
  const url = `${server.url}${path}`;
  const each = typeof options === 'function' ? options : () => options;
  const first = await fetch(url, each());
  const text = await first.text();
  if (first.status !== status) throw new Error(`${path}: ${first.status} ${text.slice(0, 300)}`);
  const requests =
    each === options ? { requests: [{ ...each(), setupRequest: (request) => ({ ...request, ...each() }) }] } : options;
  await shoot(url, warm, requests);
  const before = await server.cpuSeconds();
  const result = await shoot(url, load, requests);
  const cpu = (await server.cpuSeconds()) - before;
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${path}: ${result.non2xx} other answers, ${result.errors} errors`);
  rounds.push({ rps: result.rps, p99: result.latency.p99, cpu: (cpu * 1e6) / Math.max(1, result.requests.total) });
}

const figures = (rounds, name) => rounds.map((round) => round[name]);

function report({ product, fastify }) {
  const against = (id, workload, route, figure, unit, goal) =>
    judge({
      id: `http.${id}`,
      workload,
      unit,
      product: figures(product[route], figure),
      yardstick: { name: 'bare Fastify', values: figures(fastify[route], figure) },
      goal,
      lower: figure !== 'rps',
    });
  const both = (route, workload, rps, cpu) => [
    against(route, `${workload}, ${CONNECTIONS} connections`, route, 'rps', 'req/s', rps),
    against(`${route}_cpu`, `${workload}: CPU per request`, route, 'cpu', 'us', cpu),
  ];
  return [
    ...both('get', 'public JSON GET', 0.6, 1.5),
    ...both('post', 'validated POST with one indexed read', 0.6, 1.25),
    against('post_p99', 'latency of the slowest hundredth of the POSTs', 'post', 'p99', 'ms', 1.5),
    atMost(
      'http.install_cpu',
      'install: every gate, audit, event; CPU of the api',
      'us',
      figures(product.install, 'cpu'),
      MOST_INSTALL_US,
    ),
  ];
}

/** The same lists with a hundred times the installs, and the last page of a long one. */
async function growth(url, world, how, lists) {
  const measureAll = (work) =>
    withServer('product', url, async (server) => {
      const found = {};
      for (let round = 0; round < how.rounds; round += 1)
        for (const [name, route] of Object.entries(lists)) await measureRoute(server, route, how, (found[name] ??= []));
      return { found, more: await work?.(server) };
    });
  const { found: small } = await measureAll();
  await growWorld(url, world, how.grown);
  const { found: large, more: taken } = await measureAll((server) => pages(server.url, world, how));
  return [
    ...Object.keys(lists).map((name) =>
      judge({
        id: `http.growth_${name}`,
        workload: `CPU per request, ${how.grown} installs`,
        unit: 'us',
        product: figures(large[name], 'cpu'),
        yardstick: { name: `${world.installs} installs`, values: figures(small[name], 'cpu') },
        goal: 1.15,
        lower: true,
      }),
    ),
    judge({
      id: 'http.page_1000',
      workload: `events of an install, 100 a page, page ${world.events / 100} of ${world.events / 100}`,
      unit: 'ms',
      product: taken.last,
      yardstick: { name: 'page 1', values: taken.first },
      goal: 1.2,
      lower: true,
    }),
  ];
}

async function pages(base, world, { pages: [rounds, calls] }) {
  const encodeCursor = part('libs/kernel/src/index', 'encodeCursor');
  const address = `${base}/api/v1/operator/installs/${world.install}/events?limit=100`;
  const options = { headers: { authorization: `Bearer ${world.operator}` } };
  const page = async (cursor) => {
    const answer = await fetch(cursor === undefined ? address : `${address}&cursor=${cursor}`, options);
    const { data } = await answer.json();
    if (data?.items.length !== 100) throw new Error(`a page of ${data?.items.length} events`);
    return data.items;
  };
  const newest = Number((await page())[0].id);
  const first = newest - (world.events - 100);
  const deep = encodeCursor([String(first + 1)]);
  if (Number((await page(deep))[0].id) !== first) throw new Error('this is not the last page');
  const taken = { first: [], last: [] };
  for (let round = 0; round < rounds; round += 1)
    for (const [name, cursor] of [
      ['first', undefined],
      ['last', deep],
    ]) {
      const every = [];
      for (let i = 0; i < calls; i += 1) every.push(1_000 * (await timed(() => page(cursor))));
      taken[name].push(median(every));
    }
  return taken;
}

/** Good and bad answers, before anything is timed. */
async function assertRight(url) {
  const got = await (await fetch(`${url}/x`)).json();
  const posted = await (await fetch(`${url}/x`, POST)).json();
  const bad = await fetch(`${url}/x`, {
    ...POST,
    body: JSON.stringify({ tenant_id: 'abc', drive_id: 'x', plan: 'pro' }),
  });
  if (got.data?.hello !== 'world' || posted.data?.slug !== 'drive-4242' || bad.status !== 400)
    throw new Error('the product answers wrongly');
}
