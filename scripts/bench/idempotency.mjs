// Cost of an idempotency key for a POST in the database: the time for which the server runs statements, as the server
// itself counts it, with a key and without one, of a caller whose transaction writes a row.
import crypto from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from './databases.mjs';
import { judge } from './frame.mjs';
import { part, startProduct } from './product.mjs';

const PLATFORM = 'libs/platform/src';
const MODULES = [
  ['libs/identity/src/index', 'IdentityModule'],
  ['libs/platform/src/index', 'PlatformHttpModule'],
];
/** Milliseconds of database time that a key may cost. */
const LIMIT_MS = 0.25;
/** Rounds, and POSTs with and without a key in each. */
const SCALES = { quick: [1, 100], usual: [5, 1_000] };
const LOOK_MS = 10;

export const figures = () => ['idempotency.key'];

export const run = ({ scale, databases }) =>
  databases.use(async (url) => {
    const [rounds, posts] = SCALES[scale === 'quick' ? 'quick' : 'usual'];
    const owner = await connect(url);
    await owner.query('create table platform.bench_posts (id uuid primary key, body jsonb not null)');
    await owner.query('grant select, insert on platform.bench_posts to portal_caller');
    const taken = { plain: [], keyed: [] };
    for (let round = 0; round < rounds; round += 1)
      for (const [kind, times] of Object.entries(taken))
        times.push((await databaseTime(url, () => send(url, posts, kind === 'keyed'))) / posts);
    const { rows } = await owner.query(
      `select (select count(*)::int from platform.bench_posts) as posts,
         (select count(*)::int from platform.idempotency_keys where status = 201) as keys`,
    );
    await owner.end();
    if (rows[0].posts !== 2 * rounds * posts || rows[0].keys !== rounds * posts)
      throw new Error(`other rows than there should be: ${JSON.stringify(rows[0])}`);
    return [
      judge({
        id: 'idempotency.key',
        workload: 'database time that an idempotency key adds to a POST that writes a row',
        unit: 'ms',
        product: taken.keyed.map((ms, round) => ms - taken.plain[round]),
        yardstick: { name: `${LIMIT_MS} ms`, values: taken.keyed.map(() => LIMIT_MS) },
        goal: 1,
        lower: true,
      }),
    ];
  });

/** Sends POSTs one after the other. The product's statements at its start are the same with and without keys. */
async function send(url, posts, keyed) {
  const product = await startProduct(url, MODULES, {
    role: part(`${PLATFORM}/database/index`, 'CALLER_ROLE'),
  });
  const [withScope, setKeyedRequest] = ['withScope', 'setKeyedRequest'].map((name) =>
    part(`${PLATFORM}/database/data-scope`, name),
  );
  const transactor = product.get(`${PLATFORM}/database/index`, 'Transactor');
  const keys = product.get(`${PLATFORM}/http/idempotency-keys`, 'IdempotencyKeys');
  const caller = crypto.randomUUID();
  const body = { name: 'lamp', size: 3 };
  const post = async () => {
    const request = keyed && (await keys.begin({ scope: caller, key: crypto.randomUUID() }, 'hash'));
    if (request) setKeyedRequest(request);
    const id = await transactor.run(async (tx) => {
      const [row] = await tx.query('insert into platform.bench_posts (id, body) values ($1, $2) returning id', [
        crypto.randomUUID(),
        body,
      ]);
      return row.id;
    });
    if (request) await request.end(201, { id, ...body });
  };
  try {
    for (let i = 0; i < posts; i += 1) await withScope({ kind: 'caller', personId: caller, owners: [caller] }, post);
  } finally {
    await product.close();
  }
}

/**
 * Milliseconds for which the server ran statements of `work`, which closes its connections: their work is counted
 * then.
 */
async function databaseTime(url, work) {
  const copy = new URL(url);
  const name = copy.pathname.slice(1);
  copy.pathname = '/postgres';
  const counter = await connect(copy.href);
  try {
    const look = async () =>
      (
        await counter.query(
          `select active_time::float8 as ms, (select count(*)::int from pg_stat_activity where datname = $1 and application_name = 'drive-portal') as open
           from pg_stat_database where datname = $1`,
          [name],
        )
      ).rows[0];
    const before = await look();
    await work();
    let after = await look();
    for (; after.open > 0; after = await look()) await pause(LOOK_MS);
    return after.ms - before.ms;
  } finally {
    await counter.end();
  }
}
