// Catalogue search: the product's own read model, from filter to view, and over HTTP at 50 connections. The goals are waiting
// times of the slowest hundredth. Listings go in as they do in the product: a revision, then the move to "listed", from which
// the database makes the entry.
import { connect } from './databases.mjs';
import { atMost, median, percentile, rounded, timed } from './frame.mjs';
import { CONNECTIONS, forRequests, forSeconds, shoot, startServer } from './load.mjs';
import { part, startProduct } from './product.mjs';

const MODULE = ['libs/listings/src/index', 'ListingsModule'];
const CATALOGUE = ['libs/listings/src/catalogue/catalogue', 'Catalogue'];
/** By number of listings, ms of the slowest hundredth: of a single question, and of one among fifty. */
const MOST_MS = { 5_000: [25, 40], 20_000: [40, 60] };
const SCALES = {
  quick: { sizes: [200], questions: 12, warm: forRequests(50), load: forRequests(100) },
  usual: { sizes: [5_000, 20_000], questions: 300, warm: forSeconds(1), load: forSeconds(5) },
};
SCALES.full = { ...SCALES.usual, questions: 1_000 };
const CATEGORIES = part('libs/contract/src/manifest/types', 'CATEGORIES');
const MOTIONS = part('libs/contract/src/manifest/types', 'MOTIONS');
const TIERS = part('libs/contract/src/manifest/types', 'PRICING_TIERS').filter((tier) => tier !== 'custom');

const limit = 20;
/** A question at random of each class. */
const CLASSES = {
  browse: () => ({ limit }),
  category: ({ pick }) => ({ category: [pick(CATEGORIES)], limit }),
  rare_words: ({ all, random, word }) => ({ q: `${all[1_000 + Math.floor(random() * 3_000)]} ${word()}`, limit }),
  prefix: ({ word }) => ({ q: word().slice(0, 4), limit: 10 }),
  typo: ({ all, random }) => ({ q: typo(all[200 + Math.floor(random() * 3_000)], random), limit: 10 }),
  common_word: ({ all, random }) => ({ q: all[Math.floor(random() * 20)], limit }),
  filters_and_facets: ({ all, random }) => ({
    q: all[100 + Math.floor(random() * 900)],
    tier: ['free', 'standard', 'pro'],
    limit,
  }),
  sorted_by_name: () => ({ sort: 'name', limit }),
};

export async function run({ scale, databases }) {
  const lines = [];
  for (const listings of SCALES[scale].sizes)
    lines.push(...(await databases.use((url) => measured(url, listings, SCALES[scale]))));
  return lines;
}

async function measured(url, listings, how) {
  const words = vocabulary();
  await fill(url, words, listings);
  const question = (name) => CLASSES[name](words);
  const [single, among] = MOST_MS[listings] ?? MOST_MS[20_000];
  const product = await startProduct(url, [MODULE]);
  try {
    const catalogue = product.get(...CATALOGUE);
    await assertRight(catalogue, listings);
    for (const name of Object.keys(CLASSES)) for (let i = 0; i < 20; i += 1) await catalogue.list(question(name));
    const lines = [];
    for (const name of Object.keys(CLASSES)) {
      const taken = [];
      for (let i = 0; i < how.questions; i += 1) {
        const filter = question(name);
        taken.push(1_000 * (await timed(() => catalogue.list(filter))));
      }
      lines.push(
        waits(`${listings}_${name}`, 'from the filter to the view', percentile(taken, 99), single, median(taken)),
      );
    }
    return [...lines, await http(url, listings, question, among, how)];
  } finally {
    await product.close();
  }
}

/** `value`: of the slowest hundredth. */
const waits = (id, workload, value, most, p50) =>
  atMost(`search.${id}`, workload, 'ms', [value], most, { p50_ms: rounded(p50) });

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
  await query('vacuum analyze');
  await client.end();
}

/** Waiting time of callers at 50 connections. */
async function http(url, listings, question, most, { warm, load }) {
  const server = await startServer('product', url);
  try {
    const page = `${server.url}/api/public/catalogue`;
    const kinds = ['rare_words', 'prefix', 'common_word', 'filters_and_facets', 'typo', 'category'];
    const paths = Array.from({ length: 2_000 }, (_, i) => {
      const asked = Object.entries(question(kinds[i % kinds.length]));
      return `/api/public/catalogue?${new URLSearchParams(asked.map(([key, value]) => [key, String(value)])).toString()}`;
    });
    // Every connection begins elsewhere in the list: real callers do not request the same at the same time.
    let connections = 0;
    const searches = {
      setupClient: (client) => {
        const first = ((connections++ % CONNECTIONS) * paths.length) / CONNECTIONS;
        client.setRequests([...paths.slice(first), ...paths.slice(0, first)].map((path) => ({ method: 'GET', path })));
      },
    };
    await shoot(page, warm, searches);
    const result = await shoot(page, load, searches);
    if (result.non2xx > 0 || result.errors > 0)
      throw new Error(`search: ${result.non2xx} other answers, ${result.errors} errors`);
    const { p50, p99 } = result.latency;
    const workload = `searches of all kinds, each another, ${CONNECTIONS} connections`;
    return waits(`${listings}_http_search`, workload, p99, most, p50);
  } finally {
    await server.stop();
  }
}

/** A listing must be found by browsing, by its name and by the beginning of it; with a letter left out, some are. */
async function assertRight(catalogue, listings) {
  const first = (await catalogue.list({ limit: 1 })).items[0];
  const whole = await catalogue.list({ limit: 1 });
  if (whole.total !== listings) throw new Error(`the catalogue counts ${whole.total} of ${listings}`);
  const finds = async (q) => (await catalogue.list({ q, limit: 100 })).items.some((one) => one.slug === first.slug);
  const [long] = first.name.split(' ').sort((a, b) => b.length - a.length);
  if (!(await finds(first.name))) throw new Error('a name is not found');
  if (!(await finds(first.name.slice(0, -1)))) throw new Error('the beginning of a name is not found');
  const misspelt = first.name.replace(long, long[0] + long.slice(2));
  const { total: similar } = await catalogue.list({ q: misspelt, limit: 1 });
  if (similar === 0) throw new Error('a misspelt name finds nothing');
}
