// HTTP: the whole api (routing, access rule, validation, envelope, headers, log, scope of the data) against bare Fastify
// with the same work, and its own routes against bare Fastify with the same answers. One server process each, in turn.
import { judge, median, rounded, timed } from './frame.mjs';
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
const POST_BODY = JSON.stringify({ tenant_id: 'ten_01J8ZK3Q', drive_id: 4242, plan: 'pro' });
const JSON_TYPE = { 'content-type': 'application/json' };
const POST = { method: 'POST', headers: JSON_TYPE, body: POST_BODY };
const BAD = { ...POST, body: JSON.stringify({ tenant_id: 'abc', drive_id: 'x', plan: 'pro' }) };

const GROWING = ['events', 'author', 'health'];

export const run = ({ scale, databases }) =>
  databases.use(async (url) => {
    const how = SCALES[scale === 'quick' ? 'quick' : 'usual'];
    const world = await fillWorld(url, how.world);
    const routes = routesOf(world);
    const found = {};
    for (let round = 0; round < how.rounds; round += 1) {
      for (const kind of ['product', 'fastify']) {
        const server = await startServer(kind, url);
        try {
          if (kind === 'product') await assertRight(server.url, world);
          else for (const [name, { data }] of Object.entries(found)) await server.send({ name, data });
          for (const route of routes) await measureRoute(server, kind, route, how, found);
        } finally {
          await server.stop();
        }
      }
    }
    return [...report(found), ...(await growth(url, world, how))];
  });

/** The request: path and options, or a function that makes them for each request. */
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
      product: ['/api/v1/operator/installs', () => install(freeVenture(world, (venture += 1)))],
      fastify: ['/write', install(freeVenture(world, 1))],
      status: 202,
    },
    { name: 'author', product: ['/api/v1/author/drives', as(world.author)] },
    { name: '401', product: ['/api/v1/author/drives'], status: 401 },
    { name: '400', product: ['/x', BAD], status: 400 },
    { name: '404', product: ['/api/v1/nothing'], status: 404 },
  ];
}

async function measureRoute(server, kind, { name, status, ...sides }, { warm, load }, found) {
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
  const requests =
    typeof options === 'function'
      ? { requests: [{ ...options(), setupRequest: (request) => ({ ...request, ...options() }) }] }
      : options;
  await shoot(url, warm, requests);
  const before = await server.cpuSeconds();
  const result = await shoot(url, load, requests);
  const cpu = (await server.cpuSeconds()) - before;
  const wrong = expected < 300 ? result.non2xx : result.requests.total - result.non2xx;
  if (wrong > 0 || result.errors > 0)
    throw new Error(`${kind} ${name}: ${wrong} other answers, ${result.errors} errors`);
  const of = (route[kind] ??= { rps: [], p50: [], p99: [], cpu: [] });
  of.rps.push(result.rps);
  of.p50.push(result.latency.p50);
  of.p99.push(result.latency.p99);
  of.cpu.push((cpu * 1e6) / Math.max(1, result.requests.total));
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
    ...both('get', 'public JSON GET', 0.6, 1.5),
    ...both('post', 'validated POST with one indexed read', 0.6, 1.25),
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

/** The same requests with a hundred times the installs, and the last page of a long list. */
async function growth(url, world, how) {
  const routes = routesOf(world).filter(({ name }) => GROWING.includes(name));
  const sizes = { small: {}, large: {} };
  const measureAll = async (found) => {
    const server = await startServer('product', url);
    try {
      for (let round = 0; round < how.rounds; round += 1)
        for (const route of routes) await measureRoute(server, 'product', route, how, found);
      return found === sizes.large ? await pages(server.url, world, how) : undefined;
    } finally {
      await server.stop();
    }
  };
  await measureAll(sizes.small);
  await growWorld(url, world, how.grown);
  const { first, last } = await measureAll(sizes.large);
  return [
    ...routes.map(({ name }) =>
      judge({
        id: `http.growth_${name}`,
        workload: `CPU per request, ${how.grown} installs`,
        unit: 'us',
        product: sizes.large[name].product.cpu,
        yardstick: { name: `${world.installs} installs`, values: sizes.small[name].product.cpu },
        goal: 1.15,
        lower: true,
      }),
    ),
    judge({
      id: 'http.page_1000',
      workload: `events of an install, 100 a page, page ${world.events / 100} of ${world.events / 100}`,
      unit: 'ms',
      product: last,
      yardstick: { name: 'page 1', values: first },
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
