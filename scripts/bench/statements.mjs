// Statements: sealing a month, and making one statement with its proof among everybody else's. The month
// is closed, paid and paid out by the product's own rules; only the processor's answers are written here.
import { randomUUID } from 'node:crypto';
import { fill, MONTH } from './close.mjs';
import { connect } from './databases.mjs';
import { judge, rounded, timed } from './frame.mjs';
import { part, startProduct } from './product.mjs';

/** Lines of the month; an author has about a hundred. BENCH_STATEMENTS=10000,100000 or --full for a million. */
const SIZES = { quick: '1000', usual: '10000,100000', full: '10000,1000000' };
const sizesOf = (scale) => (process.env.BENCH_STATEMENTS ?? SIZES[scale]).split(',').map(Number);
const MOST_SAMPLES = 60;
const MOST_PROOF = 1.25;
const MOST_MS = 50;
const MOST_MIB = 24;
/** Making statements is asking for each one's lines and bookings; the yardstick only carries the same rows over. */
const MOST_SEAL = 6;

export async function run({ scale, databases }) {
  const items = [];
  for (const lines of sizesOf(scale)) items.push(...(await databases.use((url) => measured(url, lines))));
  return items;
}

async function measured(url, lines) {
  const client = await connect(url);
  try {
    await fill(client, lines);
    const product = await startProduct(
      url,
      [
        ['libs/billing/src/index', 'BillingWorkerModule'],
        ['libs/payouts/src/index', 'PayoutsCoreModule'],
        ['libs/statements/src/statements.module', 'StatementsModule'],
        ['libs/statements/src/statements.module', 'StatementsWorkerModule'],
      ],
      {
        pool: 4,
      },
    );
    try {
      await payOut(product, client);
      return await measure(product, client, lines);
    } finally {
      await product.close();
    }
  } finally {
    await client.end();
  }
}

/** Close, payment of every invoice, and a run in which every transfer was made. */
async function payOut(product, client) {
  await product.get('libs/billing/src/invoicing/close-month', 'CloseMonth').execute(MONTH);
  const transactor = product.get('libs/platform/src/database/index', 'Transactor');
  const ledger = product.get('libs/ledger/src/index', 'Ledger');
  await transactor.run((tx) =>
    ledger.postSelected(tx, {
      transactions: `select id as ref, 'pay:ch_' || replace(id::text, '-', '') as key, 'invoice_paid' as kind, 'invoice' as source_type,
          id::text as source_id, platform.portal_now() as effective_at from billing.invoices where state = 'open' and amount_due > $1::bigint`,
      legs: `with due as (select * from billing.invoices where state = 'open' and amount_due > $1::bigint),
          shares as (select invoice_id, org_id, currency, sum(author_share)::bigint as amount from billing.invoice_lines
            where org_id is not null and invoice_id in (select id from due) group by 1, 2, 3 having sum(author_share) > 0)
        select id as ref, 'stripe_balance' as code, null::uuid as owner_id, currency, amount_due as amount from due
        union all select id, 'tenant_receivable', null, currency, -amount_due from due
        union all select invoice_id, 'author_pending', org_id, currency, amount from shares
        union all select invoice_id, 'author_payable', org_id, currency, -amount from shares`,
      params: ['0'],
    }),
  );
  await client.query(
    `update billing.invoices set state = 'paid', paid_at = platform.portal_now(), next_retry_at = null where state = 'open' and amount_due > 0`,
  );
  await client.query(`insert into payouts.payout_accounts (id, org_id, country, provider_account_id, state, checked_at)
    select gen_random_uuid(), org_id, 'US', 'acct_' || replace(org_id::text, '-', ''), 'ready', platform.portal_now()
    from (select distinct org_id from billing.install_segments where org_id is not null) o`);
  await client.query('vacuum analyze');
  const person = (name) => ({ kind: 'user', userId: randomUUID(), name, roles: [] });
  const { id } = await product
    .get('libs/payouts/src/runs/prepare-run', 'PrepareRun')
    .execute(MONTH, person('Preparer'));
  const { rows } = await client.query('select input_hash from payouts.payout_runs where id = $1', [id]);
  await product
    .get('libs/payouts/src/runs/approve-run', 'ApproveRun')
    .execute(id, rows[0].input_hash, person('Approver'));
  await client.query(`update payouts.payout_runs set state = 'executing' where id = $1`, [id]);
  for (const state of ['sending', 'settled'])
    await client.query(
      `update payouts.payouts set state = $2::text, settled_at = case $2::text when 'settled' then platform.portal_now() end
       where run_id = $1 and amount > 0`,
      [id, state],
    );
  await transactor.run((tx) =>
    ledger.postSelected(tx, {
      transactions: `select id as ref, 'po:' || id || ':settle:tr_' || replace(id::text, '-', '') as key, 'payout_settled' as kind, 'payout' as source_type,
          id::text as source_id, platform.portal_now() as effective_at from payouts.payouts where run_id = $1 and amount > 0`,
      legs: `select id as ref, 'payout_clearing' as code, null::uuid as owner_id, currency, amount from payouts.payouts where run_id = $1 and amount > 0
        union all select id, 'stripe_balance', null, currency, -amount from payouts.payouts where run_id = $1 and amount > 0`,
      params: [id],
    }),
  );
  await client.query(`update payouts.payout_runs set state = 'settled' where id = $1`, [id]);
  await client.query('vacuum analyze');
  await client.query('checkpoint');
}

async function measure(product, client, lines) {
  const seal = product.get('libs/statements/src/seal-month', 'SealMonth');
  const statements = product.get('libs/statements/src/read/statements', 'Statements');
  const before = process.memoryUsage().rss;
  const growth = highWater();
  const sealSeconds = await timed(() => seal.execute());
  const sealMib = (growth.stop() - before) / 2 ** 20;
  const floorSeconds = await timed(() => carriedOver(client));
  const { rows } = await client.query(
    `select id, org_id from statements.statements order by md5(id::text) limit ${MOST_SAMPLES}`,
  );
  const { rows: counts } = await client.query(
    `select (select count(*)::int from statements.statements) as statements, (select count(*)::int from billing.invoice_lines) as lines`,
  );
  const [whole, bare] = [[], []];
  for (const { id, org_id } of rows.slice(0, 10)) await statements.get(id, [org_id]);
  const resting = process.memoryUsage().rss;
  const reading = highWater();
  for (const { id, org_id } of rows) {
    let document;
    whole.push(1000 * (await timed(async () => (document = await statements.get(id, [org_id])))));
    if (document.proof === null || document.lines.length === 0) throw new Error(`statement ${id} has no proof`);
    bare.push(1000 * (await timed(() => statements.list([org_id], { month: MONTH, limit: 1 }))));
  }
  const oneMib = Math.max((reading.stop() - resting) / 2 ** 20, 0.1);
  await verified(rows, statements);
  const name = `${counts[0].statements} statements, ${counts[0].lines} lines`;
  const item = (id, workload, unit, product, yardstick, goal, extra = {}) =>
    judge({ id: `statements.${lines}_${id}`, workload, unit, product, yardstick, goal, lower: true, extra });
  const flat = (value, unit, of) => ({ name: `${value} ${unit}`, values: of.map(() => value) });
  const figures = { seal_seconds: rounded(sealSeconds), seal_mib: rounded(sealMib), ...counts[0] };
  return [
    item(
      'seal',
      `${name}: sealed`,
      's',
      [sealSeconds],
      { name: 'the same rows, author by author, to this process', values: [floorSeconds] },
      MOST_SEAL,
      { seal: figures },
    ),
    item(
      'one',
      `one of ${name}, with its proof`,
      'ms',
      whole,
      { name: 'the same in a list, without proof', values: bare },
      MOST_PROOF,
    ),
    item('one_time', `one of ${name}`, 'ms', whole, flat(MOST_MS, 'ms', whole), 1),
    item('one_memory', `${rows.length} of them, one after the other`, 'MiB', [oneMib], flat(MOST_MIB, 'MiB', [0]), 1),
  ];
}

/** Lines and bookings of each author, queried for one author after the other in the simplest way. */
async function carriedOver(client) {
  const { rows } = await client.query('select org_id, currency from statements.statements');
  for (const { org_id, currency } of rows) {
    await client.query('select * from billing.invoice_lines where org_id = $1 and currency = $2', [org_id, currency]);
    await client.query(
      `select e.*, t.* from ledger.ledger_account a join ledger.ledger_entry e on e.account_id = a.id join ledger.ledger_tx t on t.id = e.tx_id
       where a.code = 'author_payable' and a.owner_id = $1 and a.currency = $2`,
      [org_id, currency],
    );
  }
}

/** Anybody can verify the statements: every tenth of the samples, from its text. */
async function verified(rows, statements) {
  const of = (name) => part('libs/statement-proof/src/index', name);
  for (const { id, org_id } of rows.filter((_, n) => n % 10 === 0)) {
    const document = of('parseStatement')(of('serializeStatement')(await statements.get(id, [org_id])));
    const wrong = of('checkStatement')(document).filter((check) => !check.ok);
    if (wrong.length > 0) throw new Error(`statement ${id}: ${wrong[0].title}: ${wrong[0].detail}`);
  }
}

/** Largest resident size of this process from now on. */
function highWater() {
  let most = process.memoryUsage().rss;
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
  return {
    stop: () => {
      clearInterval(timer);
      return Math.max(most, process.memoryUsage().rss);
    },
  };
}
