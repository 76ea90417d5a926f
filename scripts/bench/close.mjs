// Closing a month: the product's own use case on a migrated database, from installed plugins to issued invoices, lines and
// ledger entries, while other installs begin and end.
import { connect, withProduct } from './databases.mjs';
import { judge, median, rounded, timed } from './frame.mjs';

/** Installs; BENCH_CLOSE=10000,100000,1000000 or --full for the whole row. */
const SIZES = { quick: '1000', usual: '10000,100000', full: '10000,100000,1000000' };
const sizesOf = (scale) => (process.env.BENCH_CLOSE ?? SIZES[scale]).split(',').map(Number);
const MONTH = '2025-10';

const MOST_US_PER_INSTALL = 60;
/** Bound of the time per install at every larger size, as a multiple of that at the smallest. */
const MOST_GROWTH = 1.5;
const MOST_RERUN = 0.3;
/** Of the preview, as a multiple of the close. */
const MOST_PREVIEW = 1.3;
const MOST_NODE_MIB = 30;
/** A month can be closed once, so every round has a database of its own. */
const roundsOf = (scale) => Number(process.env.BENCH_ROUNDS ?? (scale === 'quick' ? 1 : 3));

export async function run({ scale, databases }) {
  const items = [];
  let smallest;
  for (const installs of sizesOf(scale)) {
    const rounds = [];
    for (let round = 0; round < roundsOf(scale); round += 1)
      rounds.push(await databases.use((url) => closeOnce(url, installs)));
    smallest ??= median(rounds.map((round) => round.usPerInstall));
    items.push(...report(installs, rounds, smallest));
  }
  return items;
}

/** Segments as the product writes them: most run through the month, a tenth starts in it, a seventeenth ends in it. */
async function fill(client, installs) {
  const tenants = Math.max(20, Math.round(installs / 20));
  const authors = Math.max(20, Math.round(installs / 100));
  const id = (kind, n) => `('01990000-0000-70${kind}-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
  const tenant = `1 + (g::bigint * 7919) % ${tenants}`;
  const author = `1 + (g::bigint * 104729 / 13) % ${authors}`;
  // Checking a million segments against each other row by row takes minutes: the index is built afterwards.
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
  // So large a month is closed by two people, which is not measured.
  await client.query('alter table billing.periods disable trigger second_person');
  await client.query('vacuum analyze billing.install_segments');
  await client.query('checkpoint');
}

const closeOnce = (url, installs) =>
  withProduct(url, [['libs/billing/src/index', 'BillingWorkerModule']], { pool: 3 }, async ({ client, get }) => {
    await fill(client, installs);
    const preview = get('libs/billing/src/invoicing/read/close-preview', 'ClosePreview');
    let total;
    const previewSeconds = await timed(async () => (total = (await preview.of(MONTH)).totals[0].total_minor));
    await client.query(
      `update billing.periods set state = 'closing', closing_at = now(), requested_by = 'bench' where month = '${MONTH}-01'`,
    );
    const close = get('libs/billing/src/invoicing/close-month', 'CloseMonth');
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    const others = beginInstalls(url);
    const seconds = await timed(() => close.execute(MONTH)).finally(others.stop);
    const nodeMib = Math.max(0.1, (process.memoryUsage().rss - before) / 2 ** 20);
    const wrote = await counts(client);
    const rerunSeconds = await timed(() => close.execute(MONTH));
    if (JSON.stringify(await counts(client)) !== JSON.stringify(wrote)) throw new Error('the second run wrote rows');
    if (wrote.total !== total) throw new Error(`the preview says ${total}, the close ${wrote.total}`);
    if (wrote.lines < installs * 0.99) throw new Error(`only ${wrote.lines} lines of ${installs} installs`);
    const proof = await get('libs/ledger/src/index', 'Ledger').proof();
    if (!proof.ok) throw new Error(`the books are wrong: ${JSON.stringify(proof.checks.filter((c) => !c.ok))}`);
    const usPerInstall = (seconds / installs) * 1e6;
    return { seconds, previewSeconds, usPerInstall, rerunSeconds, nodeMib, slowestWait: await others.stop(), wrote };
  });

/** Begins an install and ends another every 20 ms; `stop` gives the seconds that the slowest waited. */
function beginInstalls(url) {
  let going = true;
  let slowest = 0;
  const work = (async () => {
    const client = await connect(url);
    for (let n = 1; going || n === 1; n += 1) {
      const took = await timed(async () => {
        await client.query('begin');
        await client.query(
          `insert into billing.install_segments (id, install_id, tenant_id, venture_id, drive_id, tenant_name, venture_name, drive_name, price_id, amount,
             currency, split_rule_id, author_bps, started_at, opened_by_event)
           select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'T', 'V', 'D', gen_random_uuid(), 4900,
             'usd', 1, 0, '2025-11-02Z', gen_random_uuid()`,
        );
        await client.query(`insert into billing.periods (month) values ('2025-11-01') on conflict do nothing`);
        await client.query(
          `update billing.install_segments set ended_at = '2025-11-03Z', closed_by_event = gen_random_uuid()
           where id = ('01990000-0000-7001-8000-' || lpad(to_hex($1::int * 10 + 1), 12, '0'))::uuid and ended_at is null`,
          [n % 900],
        );
        await client.query('commit');
      });
      slowest = Math.max(slowest, took);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await client.end();
  })();
  return {
    async stop() {
      going = false;
      await work;
      return slowest;
    },
  };
}

async function counts(client) {
  const { rows } = await client.query(
    `select (select count(*)::int from billing.invoice_lines) as lines, (select count(*)::int from billing.invoices) as invoices,
       (select sum(total)::text from billing.invoices) as total,
       (select count(*)::int from ledger.ledger_entry) as entries, (select count(*)::int from platform.outbox_events) as events`,
  );
  return rows[0];
}

function report(installs, rounds, smallest) {
  const of = (name) => rounds.map((round) => round[name]);
  const { lines, invoices, entries } = rounds.at(-1).wrote;
  const line = (figure, unit, workload, product, name, most, goal = 1) => {
    const yardstick = { name, values: Array.isArray(most) ? most : rounds.map(() => most) };
    return judge({ id: `close.${installs}${figure}`, workload, unit, product, yardstick, goal, lower: true });
  };
  const wrote = `${installs} installs: ${invoices} invoices, ${lines} lines, ${entries} entries in ${rounded(median(of('seconds')))} s`;
  const perInstall = of('usPerInstall');
  return [
    line('', 'us', `${wrote}; an install`, perInstall, `${MOST_US_PER_INSTALL} us`, MOST_US_PER_INSTALL),
    line('_linear', 'us', 'an install', perInstall, 'one of the smallest month', smallest, MOST_GROWTH),
    line('_again', 's', 'the closed month, no new row', of('rerunSeconds'), 'the close', of('seconds'), MOST_RERUN),
    line('_preview', 's', 'its preview before', of('previewSeconds'), 'the close', of('seconds'), MOST_PREVIEW),
    line('_memory', 'MiB', 'growth of the process', of('nodeMib'), `${MOST_NODE_MIB} MiB`, MOST_NODE_MIB),
    line(
      '_waits',
      's',
      'the slowest other install',
      of('slowestWait'),
      'a quarter of the close',
      of('seconds').map((s) => Math.max(s / 4, 0.25)),
    ),
  ];
}
