// Closing a month: the product's own use case over real migrations, from installed plugins to issued invoices, lines and
// ledger entries. The yardstick is the minimum for the disk and one core: the same rows written by CREATE TABLE AS.
import { connect } from './databases.mjs';
import { judge, median, rounded, timed } from './frame.mjs';
import { startProduct } from './product.mjs';

/** Installs; BENCH_CLOSE=10000,100000,1000000 or --full for the whole row. */
const SIZES = { quick: '1000', usual: '10000,100000', full: '10000,100000,1000000' };
const sizesOf = (scale) => (process.env.BENCH_CLOSE ?? SIZES[scale]).split(',').map(Number);
export const MONTH = '2025-10';
const MOST_X_FLOOR = 3.5;
const MOST_RERUN = 0.3;
const MOST_CHECK = 0.15;
const MOST_NODE_MIB = 30;
const MOST_SECONDS = 30;
/** A month can be closed once, so every round has a database of its own. */
const roundsOf = (scale) => Number(process.env.BENCH_ROUNDS ?? (scale === 'quick' ? 1 : 3));

export const figures = (scale) =>
  sizesOf(scale).flatMap((installs) =>
    ['', '_time', '_again', '_check', '_memory', '_waits'].map((figure) => `close.${installs}${figure}`),
  );

export async function run({ scale, databases }) {
  const items = [];
  for (const installs of sizesOf(scale)) {
    const rounds = [];
    for (let round = 0; round < Math.min(roundsOf(scale), installs > 200_000 ? 2 : Infinity); round += 1)
      rounds.push(await databases.use((url) => closeOnce(url, installs)));
    items.push(...report(installs, rounds));
  }
  return items;
}

async function closeOnce(url, installs) {
  const client = await connect(url);
  try {
    await fill(client, installs);
    return await measure(url, client, installs);
  } finally {
    await client.end();
  }
}

/** Segments as the product writes them: most run through the month, a tenth starts in it, a seventeenth ends in it. */
export async function fill(client, installs) {
  const tenants = Math.max(20, Math.round(installs / 20));
  const authors = Math.max(20, Math.round(installs / 100));
  const id = (kind, n) => `('01990000-0000-70${kind}-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
  const tenant = `1 + (g::bigint * 7919) % ${tenants}`;
  const author = `1 + (g::bigint * 104729 / 13) % ${authors}`;
  // The keys of a million segments are built afterwards at once; the database ends with exactly the product's own.
  const { rows } = await client.query(
    `select pg_get_constraintdef(oid) as def from pg_constraint where conname = 'install_segments_no_overlap'`,
  );
  await client.query('alter table billing.install_segments drop constraint install_segments_no_overlap');
  await client.query(
    `insert into billing.install_segments (id, install_id, tenant_id, venture_id, drive_id, org_id, tenant_name, venture_name, drive_name,
       price_id, amount, currency, split_rule_id, author_bps, started_at, ended_at, opened_by_event)
     select ${id('01', 'g')}, ${id('02', 'g')}, ${id('03', tenant)}, ${id('04', tenant)}, ${id('05', author)}, ${id('06', author)},
       'Tenant ' || (${tenant}), 'Venture ' || (${tenant}), 'Drive ' || (${author}), '01990000-0000-7007-8000-000000000001',
       (array[4900, 9900, 19900, 39900, 99900])[1 + g % 5], 'usd', 1, 7000,
       case when g % 10 = 0 then timestamptz '${MONTH}-01Z' + make_interval(secs => (g::bigint * 37) % 2678400) else timestamptz '2025-08-15Z' end,
       case when g % 17 = 0 and g % 10 <> 0 then timestamptz '${MONTH}-20Z' + make_interval(secs => (g::bigint * 13) % 864000) end, gen_random_uuid()
     from generate_series(1, ${installs}) g`,
  );
  await client.query(`alter table billing.install_segments add constraint install_segments_no_overlap ${rows[0].def}`);
  await client.query(`insert into billing.periods (month) values ('${MONTH}-01')`);
  await client.query(
    `update billing.periods set state = 'closing', closing_at = now(), requested_by = 'bench' where month = '${MONTH}-01'`,
  );
  await client.query('vacuum analyze billing.install_segments');
  await client.query('checkpoint');
}

async function measure(url, client, installs) {
  const product = await startProduct(url, [['libs/billing/src/index', 'BillingWorkerModule']], { pool: 3 });
  try {
    const close = product.get('libs/billing/src/invoicing/close-month', 'CloseMonth');
    const ledger = product.get('libs/ledger/src/index', 'Ledger');
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    const probe = probeInstalls(url);
    const seconds = await timed(() => close.execute(MONTH)).finally(probe.stop);
    const installsMeanwhile = await probe.stop();
    const nodeMib = (process.memoryUsage().rss - before) / 2 ** 20;
    const wrote = await counts(client);
    const rerunSeconds = await timed(() => close.execute(MONTH));
    if (JSON.stringify(await counts(client)) !== JSON.stringify(wrote)) throw new Error('the second run wrote rows');
    const floorSeconds = await floor(client);
    const narrowFloorSeconds = await narrowFloor(client);
    const checkSeconds = await timed(() => check(client));
    const proof = await ledger.proof();
    if (!proof.ok) throw new Error(`the books are wrong: ${JSON.stringify(proof.checks.filter((c) => !c.ok))}`);
    if (wrote.lines < installs * 0.99) throw new Error(`only ${wrote.lines} lines of ${installs} installs`);
    return { seconds, rerunSeconds, floorSeconds, narrowFloorSeconds, checkSeconds, nodeMib, installsMeanwhile, wrote };
  } finally {
    await product.close();
  }
}

/** Installs that begin and end while the month closes; how long the slowest waited. */
function probeInstalls(url) {
  let going = true;
  const waits = [];
  const work = (async () => {
    const client = await connect(url);
    try {
      for (let n = 1; going || n === 1; n += 1) {
        const from = performance.now();
        await client.query('begin');
        await client.query(
          `insert into billing.install_segments (id, install_id, tenant_id, venture_id, drive_id, tenant_name, venture_name, drive_name, price_id, amount,
             currency, split_rule_id, author_bps, started_at, opened_by_event)
           select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'T', 'V', 'D', gen_random_uuid(), 4900,
             'usd', 1, 0, '2025-11-02Z', gen_random_uuid()`,
        );
        await client.query(`insert into billing.periods (month) values ('2025-11-01') on conflict do nothing`);
        await client.query(
          `update billing.install_segments set ended_at = '2025-11-03Z', closed_by_event = gen_random_uuid() where id = ('01990000-0000-7001-8000-' || lpad(to_hex($1::int * 10 + 1), 12, '0'))::uuid and ended_at is null`,
          [n % 900],
        );
        await client.query('commit');
        waits.push(performance.now() - from);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    } finally {
      await client.end();
    }
  })();
  return {
    async stop() {
      going = false;
      await work;
      return { installs: waits.length, median_ms: rounded(median(waits)), slowest_ms: rounded(Math.max(...waits)) };
    },
  };
}

async function counts(client) {
  const { rows } = await client.query(
    `select (select count(*)::int from billing.invoice_lines) as lines, (select count(*)::int from billing.invoices) as invoices,
       (select count(*)::int from ledger.ledger_tx) as transactions, (select count(*)::int from ledger.ledger_entry) as entries,
       (select count(*)::int from ledger.account_balance b join ledger.ledger_account a on a.id = b.account_id where a.code = 'author_pending') as authors,
       (select count(*)::int from platform.outbox_events) as events, (select count(distinct tenant_id)::int from billing.invoices) as tenants`,
  );
  return rows[0];
}

/** Every row that the close writes, in the columns and types it has in the product, without key, index or rule. */
const WRITTEN = [
  'billing.invoice_lines',
  'billing.invoices',
  'ledger.ledger_account',
  'ledger.ledger_tx',
  'ledger.ledger_entry',
  'ledger.account_balance',
  'platform.outbox_events',
];

const floor = (client) => copied(client, WRITTEN);

/**
 * The floor of a design with number keys and without names: a charge of six numbers and three postings of four per
 * line, a sum per author. Only for comparison with figures of such a design; the goal is judged by `floor`.
 */
async function narrowFloor(client) {
  await client.query(`create table bench_charges as select month, hashtext(install_id::text) as install_id, hashtext(org_id::text) as author_id,
      gross::int as gross, author_share::int as author, seconds * 1000 as ms from billing.invoice_lines`);
  await client.query(`create table bench_postings as select c.month, c.install_id, v.account_id, v.amount from bench_charges c
      cross join lateral (values (1, c.gross), (c.author_id, -c.author), (2, c.author - c.gross)) v(account_id, amount)`);
  await client.query(
    'create table bench_sums as select month, author_id, count(*)::int as installs, sum(author)::bigint as amount from bench_charges group by 1, 2',
  );
  const tables = ['bench_charges', 'bench_postings', 'bench_sums'];
  const seconds = await copied(client, tables);
  await client.query(`drop table ${tables.join(', ')}`);
  return seconds;
}

/** Seconds to write these tables once more by CREATE TABLE AS; median of three. */
async function copied(client, tables) {
  const taken = [];
  for (let round = 0; round < 3; round += 1) {
    await client.query('checkpoint');
    taken.push(
      await timed(async () => {
        for (const [n, table] of tables.entries())
          await client.query(`create table bench_copy_${n} as select * from ${table}`);
      }),
    );
    await client.query(`drop table ${tables.map((_, n) => `bench_copy_${n}`).join(', ')}`);
  }
  return median(taken);
}

/** Every transaction sums to zero, and the credits of authors equal their lines. */
async function check(client) {
  const { rows } = await client.query(
    `select (select count(*)::int from (select from ledger.ledger_entry group by tx_id, currency having sum(amount) <> 0) x) as unbalanced,
       (select sum(author_share) from billing.invoice_lines) = (select sum(b.credits - b.debits) from ledger.account_balance b
          join ledger.ledger_account a on a.id = b.account_id where a.code = 'author_pending') as authors`,
  );
  if (rows[0].unbalanced !== 0 || !rows[0].authors)
    throw new Error(`the month does not add up: ${JSON.stringify(rows[0])}`);
}

function report(installs, rounds) {
  const of = (name) => rounds.map((round) => round[name]);
  const seconds = of('seconds');
  const floors = of('floorSeconds');
  const { wrote, installsMeanwhile } = rounds.at(-1);
  const figures = {
    installs,
    authors: wrote.authors,
    tenants: wrote.tenants,
    charges: wrote.lines,
    postings: wrote.entries,
    payouts: wrote.authors,
    seconds: rounded(median(seconds)),
    rerun_s: rounded(median(of('rerunSeconds'))),
    check_s: rounded(median(of('checkSeconds'))),
    floor_s: rounded(median(floors)),
    x_floor: rounded(median(seconds.map((s, i) => s / floors[i]))),
    narrow_floor_s: rounded(median(of('narrowFloorSeconds'))),
    x_narrow_floor: rounded(median(rounds.map((r) => r.seconds / r.narrowFloorSeconds))),
    us_per_install: rounded((median(seconds) / installs) * 1e6),
    node_mib: rounded(Math.max(...of('nodeMib'))),
    meanwhile: installsMeanwhile,
  };
  const line = (id, workload, product, yardstick, goal, extra = {}) =>
    judge({ id: `close.${id}`, workload, unit: 's', product, yardstick, goal, lower: true, extra });
  const name = `${installs}`;
  return [
    line(
      `${name}`,
      `${installs} installs, ${wrote.tenants} tenants, ${wrote.authors} authors: ${wrote.lines} lines, ${wrote.entries} entries (${figures.x_narrow_floor}x of narrow rows with numbers for keys)`,
      seconds,
      { name: 'CREATE TABLE AS of the same rows', values: floors },
      MOST_X_FLOOR,
      { close: figures },
    ),
    line(
      `${name}_time`,
      'the whole close',
      seconds,
      { name: `${MOST_SECONDS} s`, values: seconds.map(() => MOST_SECONDS) },
      1,
    ),
    line(
      `${name}_again`,
      'the closed month once more, no new row',
      of('rerunSeconds'),
      { name: 'the first run', values: seconds },
      MOST_RERUN,
    ),
    line(
      `${name}_check`,
      'every transaction 0, authors as their lines',
      of('checkSeconds'),
      { name: 'the close', values: seconds },
      MOST_CHECK,
    ),
    line(
      `${name}_memory`,
      'growth of the process (MiB)',
      of('nodeMib').map((mib) => Math.max(mib, 0.1)),
      { name: `${MOST_NODE_MIB} MiB`, values: seconds.map(() => MOST_NODE_MIB) },
      1,
    ),
    line(
      `${name}_waits`,
      'an install that began or ended meanwhile, slowest (s)',
      rounds.map((r) => r.installsMeanwhile.slowest_ms / 1000),
      { name: 'a quarter of the close', values: seconds.map((s) => Math.max(s / 4, 0.25)) },
      1,
    ),
  ];
}
