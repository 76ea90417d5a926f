// Catalogue search over 20,000 listings: the product's own read model, from filter to view, against a bare round trip, and
// over HTTP at 50 connections. With --full the same over 100,000, in turn, for how it grows.
// Listings go in as they do in the product: a revision, then the move to "listed", from which the database makes the entry.
import { connect } from './databases.mjs';
import { judge, median, rounded, timed } from './frame.mjs';
import { CONNECTIONS, forRequests, forSeconds, shoot, startServer } from './load.mjs';
import { startProduct } from './product.mjs';

const MODULE = ['libs/listings/src/index', 'ListingsModule'];
/** The module with the providers of the catalogue. */
const OWN_MODULE = ['libs/listings/src/catalogue/catalogue.module', 'CatalogueHttpModule'];
const CATALOGUE = ['libs/listings/src/catalogue/catalogue', 'Catalogue'];
const SCALES = {
  quick: { listings: 200, growth: true, rounds: 2, perRound: 6, warm: forRequests(50), load: forRequests(100) },
  usual: { listings: 20_000, growth: false, rounds: 5, perRound: 60, warm: forSeconds(1), load: forSeconds(5) },
};
SCALES.full = { ...SCALES.usual, growth: true };
/** Times the listings to see how it grows. */
const TIMES = 5;
const HTTP_P99_MS = 25;
/** The first build of the sets; nobody waits for it, but nothing is searched by them before. */
const BUILD_SECONDS = 10;
/** Five times the listings have five times the words, in sets that are five times as long. */
const BUILD_GROWTH = 8;
const P99_MS = 20;
const CATEGORIES = [
  'Productivity',
  'Sales',
  'Content',
  'Operations',
  'Intelligence',
  'Marketing',
  'Compliance',
  'Utilities',
];
const MOTIONS = ['build', 'scale', 'intel'];
const TIERS = ['free', 'starter', 'standard', 'pro', 'premium', 'flagship'];

const limit = 20;
/** Goal of each class, how much slower five times the listings may be, and a question at random of it. */
const CLASSES = {
  browse: [1.5, 1.5, () => ({ limit })],
  category: [1.5, 1.5, ({ pick }) => ({ category: [pick(CATEGORIES)], limit })],
  rare_words: [
    3.5,
    1.5,
    ({ all, random, word }) => ({ q: `${all[1_000 + Math.floor(random() * 3_000)]} ${word()}`, limit }),
  ],
  prefix: [6, 1.5, ({ word }) => ({ q: word().slice(0, 4), limit: 10 })],
  typo: [22, 5, ({ all, random }) => ({ q: typo(all[200 + Math.floor(random() * 3_000)], random), limit: 10 })],
  common_word: [75, 1.5, ({ all, random }) => ({ q: all[Math.floor(random() * 20)], limit })],
  filters_and_facets: [
    28,
    null,
    ({ all, random }) => ({ q: all[100 + Math.floor(random() * 900)], tier: ['free', 'standard', 'pro'], limit }),
  ],
  sorted_by_name: [1.5, 1.5, () => ({ sort: 'name', limit })],
};
const GROWING = Object.keys(CLASSES).filter((name) => CLASSES[name][1] !== null);

export const figures = (scale) => [
  ...Object.keys(CLASSES).flatMap((name) => [`search.${name}`, `search.${name}_p99`]),
  'search.build',
  ...(SCALES[scale].growth ? [...GROWING, 'build'].map((name) => `search.growth_${name}`) : []),
  ...['304', 'page', 'search'].map((name) => `search.http_${name}`),
];

export const run = ({ scale, databases }) => {
  const how = SCALES[scale];
  const listings = Number(process.env.BENCH_LISTINGS ?? how.listings);
  return inWorld(databases, listings, async (world) => {
    const lines = [...(await measure(world, how)), build(world)];
    // A server of its own: the two must not take each other's memory.
    if (how.growth)
      lines.push(
        ...(await inWorld(scale === 'quick' ? databases : databases.another(), listings * TIMES, (many) =>
          growth(world, many, how),
        )),
      );
    return [...lines, ...(await http(world, how))];
  });
};

/** Runs `work` with a catalogue of the given number of listings and queries to it. */
const inWorld = (databases, listings, work) =>
  databases.use(async (url) => {
    const words = vocabulary();
    const built = await fill(url, words, listings);
    const product = await startProduct(url, [MODULE]);
    try {
      const question = (name) => CLASSES[name][2](words);
      const database = product.get('libs/platform/src/database/index', 'Database');
      const catalogue = product.get(...CATALOGUE);
      await assertRight(catalogue, listings);
      for (const name of Object.keys(CLASSES)) for (let i = 0; i < 20; i += 1) await catalogue.list(question(name));
      return await work({
        url,
        listings,
        built,
        question,
        catalogue,
        another: () => product.another(...CATALOGUE, OWN_MODULE),
        floor: () => database.prepared('bench_floor', 'select 1'),
      });
    } finally {
      await product.close();
    }
  });

function typo(text, random) {
  const at = 1 + Math.floor(random() * (text.length - 2));
  return text.slice(0, at) + text.slice(at + 1);
}

/** Made-up words, used as unevenly as words are: the first ones in thousands of texts, the last ones in a few. */
function vocabulary() {
  let seed = 12345;
  const random = () => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) / 0x7fffffff;
  const pick = (list) => list[Math.floor(random() * list.length)];
  const syllables = 'ba co di fo ga hi jo ku le mi no pa qui ra se ti vo wa xe zu'.split(' ');
  const all = Array.from({ length: 4_000 }, () =>
    Array.from({ length: 2 + Math.floor(random() * 3) }, () => pick(syllables)).join(''),
  );
  const word = () => all[Math.floor(all.length * random() ** 2.5)];
  return { all, word, random, pick, several: (count) => Array.from({ length: count }, word).join(' ') };
}

/** Returns the seconds in which the sets were built. */
async function fill(url, { word, several, random, pick }, listings) {
  const client = await connect(url);
  const query = (sql, params) => client.query(sql, params);
  await query(
    `insert into authors.organizations (id, name, country, website) select gen_random_uuid(), 'Author ' || g, 'US', 'https://a.example' from generate_series(1, 400) g`,
  );
  const capital = (text) => text[0].toUpperCase() + text.slice(1);
  for (let from = 0; from < listings; from += 1_000) {
    const rows = Array.from({ length: Math.min(1_000, listings - from) }, (_, i) => ({
      n: from + i,
      name: `${capital(word())} ${capital(word())}`,
      tagline: several(7).slice(0, 80),
      description: several(90),
      category: pick(CATEGORIES),
      motion: pick(MOTIONS),
      tier: pick(TIERS),
      installs: Math.floor(5_000 * random() ** 4),
    }));
    await query('begin');
    await query(
      `create temp table batch on commit drop as select gen_random_uuid() as drive, gen_random_uuid() as revision, x.*
       from jsonb_to_recordset($1) as x(n int, name text, tagline text, description text, category text, motion text, tier text, installs int)`,
      [JSON.stringify(rows)],
    );
    await query(`insert into listings.listings (drive_id, org_id, slug, name)
      select drive, (select id from authors.organizations offset n % 400 limit 1), 'drive-' || n, name from batch`);
    await query(`insert into listings.revisions (id, drive_id, digest, version, shape, manifest_url, origin, canonical, manifest)
      select revision, drive, encode(sha256(convert_to(n::text, 'UTF8')), 'hex'), '1.0.0', 'structured', 'https://drive.example/m', 'https://drive.example',
        convert_to(n::text, 'UTF8'), jsonb_build_object('name', name, 'tagline', tagline, 'description', description, 'permissionsRequested', '["venture.read"]'::jsonb) from batch`);
    await query(`update listings.listings l set state = 'listed', live_revision_id = b.revision, listed_at = now() - b.n * interval '1 hour',
      tagline = b.tagline, category = b.category, motion = b.motion, tier = b.tier from batch b where l.drive_id = b.drive`);
    await query(
      `update listings.catalogue_entries e set installs = b.installs from batch b where e.drive_id = b.drive`,
    );
    await query('commit');
  }
  // The worker's job of every ten seconds.
  const seconds = await timed(() => query('select listings.merge_catalogue()'));
  for (const table of [
    'entries',
    'words',
    'facets',
    'terms',
    'trigrams',
    'popular',
    'moved',
    'values',
    'pending',
    'generation',
  ])
    await query(`vacuum analyze listings.catalogue_${table}`);
  for (const table of ['listings', 'prices']) await query(`vacuum analyze listings.${table}`);
  await query('analyze authors.organizations');
  await client.end();
  return seconds;
}

async function measure({ listings, question, catalogue, another, floor }, { rounds, perRound }) {
  const taken = Object.fromEntries(['floor', ...Object.keys(CLASSES)].map((name) => [name, []]));
  const unknown = Object.fromEntries(Object.keys(CLASSES).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const one of Object.values(taken)) one.push([]);
    for (let i = 0; i < perRound; i += 1) {
      taken.floor[round].push(await timedMs(floor));
      for (const name of Object.keys(CLASSES)) {
        const filter = question(name);
        taken[name][round].push(await timedMs(() => catalogue.list(filter)));
        // The same for a process that was never asked anything: no page and no count in its memory.
        if (i % 3 > 0) continue;
        const fresh = await another();
        unknown[name].push(await timedMs(() => fresh.list(filter)));
      }
    }
  }
  const floors = taken.floor.map((round) => median(round));
  return Object.entries(CLASSES).flatMap(([name, [goal]]) => {
    const every = taken[name].flat();
    const figures = {
      listings,
      query_class: name,
      p50_ms: rounded(median(every)),
      p95_ms: rounded(percentile(every, 95)),
      p99_ms: rounded(percentile(every, 99)),
      x_roundtrip: rounded(median(every) / median(taken.floor.flat())),
      from_nothing_p50_ms: rounded(median(unknown[name])),
      from_nothing_p99_ms: rounded(percentile(unknown[name], 99)),
    };
    const product = taken[name].map((round) => median(round));
    return [
      judge({
        id: `search.${name}`,
        workload: `${listings} listings, from the filter to the view`,
        unit: 'ms (median)',
        product,
        yardstick: { name: 'SELECT 1', values: floors },
        goal,
        lower: true,
        extra: figures,
      }),
      atMost(`search.${name}_p99`, `slowest hundredth of ${every.length}`, 'ms', percentile(every, 99), P99_MS),
    ];
  });
}

const atMost = (id, workload, unit, value, most, extra = {}) =>
  judge({
    id,
    workload,
    unit,
    product: [value],
    yardstick: { name: `${most} ${unit}`, values: [most] },
    goal: 1,
    lower: true,
    extra,
  });

const build = ({ listings, built }) =>
  atMost('search.build', `the sets of ${listings} listings, from nothing`, 's', built, BUILD_SECONDS);

/** The same questions to both catalogues in turn. */
async function growth(small, big, { rounds, perRound }) {
  const lines = [];
  for (const name of GROWING) {
    const taken = [small, big].map(() => []);
    for (let round = 0; round < rounds; round += 1) {
      for (const one of taken) one.push([]);
      for (let i = 0; i < perRound; i += 1)
        for (const [at, world] of [small, big].entries()) {
          const filter = world.question(name);
          taken[at][round].push(await timedMs(() => world.catalogue.list(filter)));
        }
    }
    const [few, many] = taken.map((every) => every.map((round) => median(round)));
    lines.push(
      judge({
        id: `search.growth_${name}`,
        workload: `${big.listings} listings, from the filter to the view`,
        unit: 'ms (median)',
        product: many,
        yardstick: { name: `${small.listings} listings`, values: few },
        goal: CLASSES[name][1],
        lower: true,
        extra: { p99_ms: rounded(percentile(taken[1].flat(), 99)) },
      }),
    );
  }
  const building = judge({
    id: 'search.growth_build',
    workload: `the sets of ${big.listings} listings, from nothing`,
    unit: 's',
    product: [big.built],
    yardstick: { name: `${small.listings} listings`, values: [small.built] },
    goal: BUILD_GROWTH,
    lower: true,
  });
  return [...lines, building];
}

/**
 * Waiting times of callers at 50 connections: a page they have already, a page that is in memory, and searches of all
 * kinds.
 */
async function http({ url, question }, { warm, load }) {
  const server = await startServer('product', url);
  try {
    const page = `${server.url}/api/public/catalogue`;
    const etag = (await fetch(page)).headers.get('etag');
    const kinds = [
      'rare_words',
      'prefix',
      'common_word',
      'filters_and_facets',
      'typo',
      'rare_words',
      'prefix',
      'category',
    ];
    const paths = Array.from({ length: 2_000 }, (_, i) => {
      const asked = Object.entries(question(kinds[i % kinds.length]));
      return `/api/public/catalogue?${new URLSearchParams(asked.map(([key, value]) => [key, String(value)])).toString()}`;
    });
    const line = async (id, workload, status, options) => {
      await shoot(page, warm, options);
      const result = await shoot(page, load, options);
      const others = Object.keys(result.statusCodeStats).filter((code) => code !== String(status));
      if (others.length > 0 || result.errors > 0)
        throw new Error(`${id}: statuses ${Object.keys(result.statusCodeStats).join()}, ${result.errors} errors`);
      return atMost(
        id,
        `${workload}, ${CONNECTIONS} connections, slowest hundredth`,
        'ms',
        result.latency.p99,
        HTTP_P99_MS,
        {
          p50_ms: result.latency.p50,
          rps: rounded(result.rps),
        },
      );
    };
    // Every connection begins elsewhere in the list: real callers do not request the same at the same time.
    let connections = 0;
    const searches = {
      setupClient: (client) => {
        const first = ((connections++ % CONNECTIONS) * paths.length) / CONNECTIONS;
        client.setRequests([...paths.slice(first), ...paths.slice(0, first)].map((path) => ({ method: 'GET', path })));
      },
    };
    return [
      await line('search.http_304', 'a page that the caller has (If-None-Match)', 304, {
        headers: { 'if-none-match': etag },
      }),
      await line('search.http_page', 'a page in memory', 200, {}),
      await line('search.http_search', 'searches of all kinds, each another', 200, searches),
    ];
  } finally {
    await server.stop();
  }
}

const timedMs = async (work) => 1_000 * (await timed(work));

function percentile(values, percent) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1)];
}

/** The same listing must be found by browsing, by its name, by the beginning of it and with a letter left out. */
async function assertRight(catalogue, listings) {
  const first = (await catalogue.list({ limit: 1 })).items[0];
  const whole = await catalogue.list({ limit: 1 });
  if (whole.total !== listings) throw new Error(`the catalogue counts ${whole.total} of ${listings}`);
  const finds = async (q) => (await catalogue.list({ q, limit: 100 })).items.some((one) => one.slug === first.slug);
  const [long] = first.name.split(' ').sort((a, b) => b.length - a.length);
  if (!(await finds(first.name))) throw new Error('a name is not found');
  if (!(await finds(first.name.slice(0, -1)))) throw new Error('the beginning of a name is not found');
  const misspelt = first.name.replace(long, long[0] + long.slice(2));
  const result = await catalogue.list({ q: `${misspelt}`, limit: 50 });
  if (result.match === 'similar' && !result.items.some((one) => one.slug === first.slug))
    throw new Error('a misspelt name is not found');
}
