import { randomUUID } from 'node:crypto';
import { RequestReconciliation } from './request-reconciliation.js';
import { Ledger } from '@portal/ledger';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { BooksWorld } from '../../../test/support/money/books.js';
import { eventually } from '../../../test/support/test-timeout.js';
import { Client } from 'pg';
import type Stripe from 'stripe';

const world = BooksWorld.forTests();

const equalityOf = async (name: string) => (await world.books()).equalities.find((one) => one.name === name);
const thisMonth = async () =>
  (
    await world.query<{ month: string }>(`select to_char(platform.portal_now() at time zone 'UTC', 'YYYY-MM') as month`)
  )[0]!.month;

describe('comparing our books with the provider', () => {
  it('matches charges with payment and fee, books top-ups as bank money, and the figures agree', async () => {
    await world.charge(10_000);
    await world.charge(2_345);
    await world.stripe.topups.create({ amount: 50_000, currency: 'usd' });
    const books = await world.reconcile();
    expect(books).toMatchObject({ holds: true, open: 0, blocking: 0, matched: 3 });
    expect(await equalityOf('balance')).toMatchObject({ currency: 'usd', under_way_minor: '0', holds: true });
    const provider = await world.stripe.balance.retrieve();
    const total = provider.available[0]!.amount + provider.pending[0]!.amount;
    expect((await equalityOf('balance'))?.right_minor).toBe(String(total));
    expect(await world.held('bank')).toBe(-50_000n);
  });

  it('finds nothing new and books nothing when it is repeated', async () => {
    const before = await world.query('select count(*)::int as n from ledger.ledger_tx');
    expect(await world.reconcile()).toMatchObject({ holds: true, open: 0, matched: 0 });
    expect(await world.query('select count(*)::int as n from ledger.ledger_tx')).toEqual(before);
  });

  it('takes in what the provider lists up to two days late', async () => {
    const movement = (await world.charge(1_200)).balance_transaction as Stripe.BalanceTransaction;
    const provider = new Client({ connectionString: world.sandboxDatabase.url });
    await provider.connect();
    try {
      const sql = `update stripe_sandbox.balance_transactions set created_at = created_at - interval '47 hours' where id = $1`;
      expect((await provider.query(sql, [movement.id])).rowCount).toBe(1);
    } finally {
      await provider.end();
    }
    expect(await world.reconcile()).toMatchObject({ holds: true, open: 0, matched: 1 });
  });

  it('books into the first open month what happened in a month that was closed before it was compared', async () => {
    const month = await thisMonth();
    const bank = await world.held('bank');
    const topup = await world.stripe.topups.create({ amount: 1_100, currency: 'usd' });
    const foreign = await world.charge(900, { booked: false, ours: false });
    await world.pass(32);
    await world.get(Transactor).run((tx) => world.get(Ledger).closePeriod(tx, month));
    expect(await world.reconcile()).toMatchObject({ holds: true, open: 1 });
    expect(await world.held('bank')).toBe(bank - 1_100n);
    const booked = await world.query(
      `select b.source_id, to_char(b.created_at at time zone 'UTC', 'YYYY-MM') as happened,
         t.effective_at = ($1 || '-01')::timestamp at time zone 'UTC' + interval '1 month' as dated
       from ledger.ledger_tx t join reconciliation.provider_balance_tx b on t.source_type = 'provider_balance_tx' and b.id = t.source_id
       where b.source_id = any($2) order by b.source_id`,
      [month, [topup.id, foreign.id]],
    );
    expect(booked).toEqual([
      { source_id: foreign.id, happened: month, dated: true },
      { source_id: topup.id, happened: month, dated: true },
    ]);
    const [item] = await world.items();
    await world.writeOff(item!.id, { account: 'bad_debt' });
    expect(await world.reconcile()).toMatchObject({ holds: true, open: 0, matched: 0 });
  });

  it('pages through everything there is', async () => {
    for (let at = 0; at < 105; at += 1) await world.stripe.topups.create({ amount: 10, currency: 'eur' });
    expect(await world.reconcile()).toMatchObject({ holds: true, matched: 105 });
    expect((await equalityOf('balance'))?.currency).toBe('eur');
  });

  it('shows a charge that is not booked yet as under way for an hour, then as an item that blocks, then as healed', async () => {
    const charge = await world.charge(7_000, { booked: false });
    expect(await world.reconcile()).toMatchObject({ holds: true, open: 0 });
    await world.pass(1);
    expect(await world.reconcile()).toMatchObject({ holds: true, open: 1, blocking: 1 });
    const [item] = await world.items();
    expect(item).toMatchObject({ kind: 'not_booked', amount_minor: '6767', suspense_minor: '0', blocking: true });
    expect(item!.facts).toContainEqual({ name: 'object', value: charge.id });
    // Nobody knows whose it is.
    expect(await world.leftOut()).toEqual([{ kind: 'not_booked', org_id: null, currency: 'usd' }]);
    await world.bookCharge(charge);
    expect(await world.reconcile()).toMatchObject({ holds: true, open: 0 });
    const closed = await world.item(item!.id);
    expect([closed.state, closed.close_reason]).toEqual(['closed', 'The difference no longer exists.']);
    expect(closed.history.map((one) => one.what)).toEqual(['opened', 'closed']);
  });

  it('agrees when a feature books a charge during the comparison', async () => {
    const charge = await world.charge(4_000, { booked: false });
    const owner = new Client({ connectionString: world.app.database.url });
    await owner.connect();
    try {
      // Matches are stored after both lists were read and before the figures are.
      await owner.query('begin; lock table reconciliation.matches in share mode');
      const compared = world.reconcile();
      const waits = `select 1 from pg_locks where relation = 'reconciliation.matches'::regclass and not granted`;
      await eventually(
        'a wait',
        async () => (await owner.query(waits)).rows.length,
        (found) => found > 0,
      );
      await world.bookCharge(charge);
      await owner.query('commit');
      expect(await compared).toMatchObject({ holds: true, open: 0 });
    } finally {
      await owner.end();
    }
    expect(await world.reconcile()).toMatchObject({ holds: true, open: 0, matched: 1 });
  });

  it('closes an item without money on hold once it is explained, and reopens it while its cause remains', async () => {
    const charge = await world.charge(3_000, { booked: false });
    await world.pass(1);
    await world.reconcile();
    const [item] = await world.items();
    const close = () => world.act(item!.id, 'close', { reason: 'It is booked tomorrow.' });
    expect(await close()).toMatchObject({ status: 409, error: 'exception_needs_explanation' });
    await world.act(item!.id, 'explain', { reason: 'The webhook was lost.' });
    expect(await close()).toMatchObject({ status: 200, data: { state: 'closed' } });
    expect(await close()).toMatchObject({ error: 'exception_closed' });
    expect(await world.reconcile()).toMatchObject({ open: 1, blocking: 1 });
    await world.bookCharge(charge);
    expect(await world.reconcile()).toMatchObject({ holds: true, open: 0 });
  });

  it('leaves the author of an altered statement out of payout runs until a person has reviewed it, and then leaves it closed', async () => {
    const run = randomUUID();
    const { orgId } = await world.author({ account: 'none' });
    const owner = new Client({ connectionString: world.app.database.url });
    await owner.connect();
    await owner.query(`begin; set local session_replication_role = replica;
      insert into statements.months (seq, month, run_id, after_tx, cutoff_tx, sealed_tx, size, tree_root, previous_root, root, salt_key, sealed_at)
        values (1, '2026-01', '${run}', 0, 1, 1, 1, repeat('a', 64), repeat('0', 64), repeat('b', 64), sha256('x'), now());
      insert into statements.alterations (run_id, org_id, currency) values ('${run}', '${orgId}', 'usd'); commit`);
    await owner.end();
    expect(await world.reconcile()).toMatchObject({ holds: true, open: 1, blocking: 1 });
    const item = (await world.items()).find(({ kind }) => kind === 'statement_altered')!;
    expect(item).toMatchObject({ amount_minor: '0', suspense_minor: '0', blocking: true });
    expect(item.facts).toContainEqual({ name: 'month', value: '2026-01' });
    expect(await world.leftOut()).toEqual([{ kind: 'statement_altered', org_id: orgId, currency: 'usd' }]);
    expect(await world.reconcile()).toMatchObject({ open: 1 });
    await world.act(item.id, 'explain', { reason: 'The line was put right again.' });
    await world.act(item.id, 'close', { reason: 'It is shown as it was sealed.' });
    expect(await world.reconcile()).toMatchObject({ open: 0, blocking: 0 });
  });

  it('shows a posting that is unknown to the provider as an item too', async () => {
    await world.bookMadeUp({
      idempotencyKey: `pay:ch_${randomUUID().replaceAll('-', '')}`,
      legs: [
        { account: { code: 'stripe_balance', currency: 'usd' }, amountMinor: 400n },
        { account: { code: 'tenant_receivable', currency: 'usd' }, amountMinor: -400n },
      ],
    });
    // The provider may list it a little later.
    await world.reconcile();
    expect((await world.items()).filter(({ kind }) => kind === 'not_at_provider')).toEqual([]);
    await world.pass(1);
    await world.reconcile();
    const [item] = await world.items();
    expect(item).toMatchObject({ kind: 'not_at_provider', amount_minor: '-400' });
    await world.writeOff(item!.id, { account: 'tenant_receivable' });
    expect(await world.reconcile()).toMatchObject({ holds: true, open: 0 });
  });

  it('leaves a run that says so while the provider is unavailable, and invents no figures', async () => {
    await world.control('/faults', { kind: '429', path: '/v1/balance_transactions', method: 'GET' });
    await expect(world.reconcile()).rejects.toMatchObject({ code: 'payment_provider_unavailable' });
    const books = (
      await world.read<{ failure: string | null; running: boolean }>(world.preparer, '/finance/reconciliation')
    ).data;
    expect(books).toMatchObject({
      running: false,
      failure: expect.stringContaining('temporarily unavailable') as string,
    });
    expect((await world.reconcile()).holds).toBe(true);
  });

  it('starts one run in the background for "now", and only one', async () => {
    const first = await world.post(world.preparer, '/finance/reconciliation');
    expect(first.status).toBe(202);
    expect(await world.post(world.preparer, '/finance/reconciliation')).toMatchObject({
      status: 409,
      error: 'reconciliation_running',
    });
    await expect(world.get(RequestReconciliation).execute(SYSTEM_ACTOR)).rejects.toMatchObject({
      code: 'reconciliation_running',
    });
    const requested = await world.query(
      `select 1 from platform.outbox_events where type = 'reconciliation.requested' and payload->>'run_id' = $1`,
      [(first.data as { id: string }).id],
    );
    expect(requested).toHaveLength(1);
    // A run whose process died is given up after two hours.
    await world.pass(1);
    expect((await world.reconcile()).holds).toBe(true);
  });
});

const surplus = async (amount: bigint) => {
  const source = randomUUID();
  await world.bookMadeUp({
    kind: 'payment_surplus',
    sourceId: source,
    idempotencyKey: `test:${source}`,
    legs: [
      { account: { code: 'tenant_receivable', currency: 'usd' }, amountMinor: amount },
      { account: { code: 'suspense', currency: 'usd' }, amountMinor: -amount },
    ],
  });
  await world.reconcile();
  const items = await world.items('state=open&kind=in_suspense');
  return items.at(-1)!;
};

describe('the worklist of differences', () => {
  it('takes money that a feature put into suspense, does not block, and is closed by two persons with a posting', async () => {
    const item = await surplus(900n);
    expect(item).toMatchObject({ suspense_minor: '900', blocking: false, age_days: 0 });
    expect(await world.act(item.id, 'close', { reason: 'not needed' })).toMatchObject({
      error: 'exception_holds_money',
    });
    const { data } = await world.proposeWriteOff(item.id, { account: 'platform_revenue' });
    expect(data).toMatchObject({ state: 'waiting', amount_minor: '900' });
    expect((await world.proposeWriteOff(item.id, { account: 'bad_debt' })).error).toBe('approval_open');
    expect((await world.approveWriteOff(world.preparer, data)).error).toBe('approval_same_person');
    const before = await world.held('suspense');
    expect((await world.approveWriteOff(world.approver, data)).data.state).toBe('approved');
    expect(await world.item(item.id)).toMatchObject({ state: 'closed', close_reason: 'Written off.' });
    expect(await world.held('suspense')).toBe(before - 900n);
    expect(await world.act(item.id, 'note', { reason: 'too late' })).toMatchObject({ error: 'exception_closed' });
    expect(await world.reconcile()).toMatchObject({ holds: true, open: 0 });
  });

  it('lets an item be claimed, released, commented on, and explained', async () => {
    const item = await surplus(50n);
    expect((await world.act(item.id, 'assign', { take: true })).data.owner_name).not.toBeNull();
    expect((await world.items('owner=me')).map((one) => one.id)).toContain(item.id);
    expect((await world.items('owner=nobody')).map((one) => one.id)).not.toContain(item.id);
    expect((await world.act(item.id, 'assign', { take: false })).data.owner_name).toBeNull();
    await world.act(item.id, 'note', { reason: 'asked the tenant' });
    expect((await world.act(item.id, 'explain', { reason: 'a second card was charged' })).data.state).toBe('explained');
    const { history } = await world.item(item.id);
    expect(history.map((one) => one.what)).toEqual(['opened', 'assigned', 'released', 'note', 'explained']);
  });

  it('heals an item when the feature takes the money out of suspense', async () => {
    const [item] = await world.items('kind=in_suspense&state=explained');
    const { data } = await world.proposeWriteOff(item!.id, { account: 'bad_debt' });
    const [row] = await world.query<{ source: string }>(
      `select split_part(ref, ':', 3) as source from reconciliation.items where id = $1`,
      [item!.id],
    );
    await world.bookMadeUp({
      kind: 'payment_surplus_returned',
      sourceId: row!.source,
      idempotencyKey: `test:${row!.source}:back`,
      legs: [
        { account: { code: 'suspense', currency: 'usd' }, amountMinor: 50n },
        { account: { code: 'tenant_receivable', currency: 'usd' }, amountMinor: -50n },
      ],
    });
    await world.reconcile();
    expect((await world.item(item!.id)).state).toBe('closed');
    expect((await world.approveWriteOff(world.approver, data)).error).toBe('approval_closed');
  });

  it.each([
    [
      'author_payable without an author',
      { account: 'author_payable', reason: 'for them' },
      'write_off_account_invalid',
    ],
    [
      'bad_debt with one',
      { account: 'bad_debt', org_id: randomUUID(), reason: 'for them' },
      'write_off_account_invalid',
    ],
    ['an account that is no place for it', { account: 'stripe_balance', reason: 'back' }, 'invalid_request'],
    ['no reason', { account: 'bad_debt', reason: '' }, 'invalid_request'],
  ])('refuses %s', async (_what, body, error) => {
    const item = await surplus(1n);
    expect((await world.proposeWriteOff(item.id, body)).error).toBe(error);
  });

  it('refuses the id of anything else', async () => {
    expect(await world.act(randomUUID(), 'note', { reason: 'hello' })).toMatchObject({ status: 404 });
  });

  it('is paged by age, with filters', async () => {
    const all = await world.items('limit=100');
    const first = await world.read<{ items: { id: string }[]; next_cursor: string }>(
      world.preparer,
      '/finance/exceptions?limit=2',
    );
    const second = await world.read<{ items: { id: string }[] }>(
      world.preparer,
      `/finance/exceptions?limit=2&cursor=${first.data.next_cursor}`,
    );
    expect([...first.data.items, ...second.data.items].map((one) => one.id)).toEqual(
      all.slice(0, 4).map((one) => one.id),
    );
    expect(await world.items('blocking=true&state=not_closed')).toEqual([]);
  });
});

describe('the database, with the service bypassed,', () => {
  const insert = (more: Record<string, unknown> = {}) => {
    const row: Record<string, unknown> = {
      id: randomUUID(),
      ref: `test:${randomUUID()}`,
      kind: 'in_suspense',
      currency: 'usd',
      amount: 5,
      suspense: 5,
      blocking: false,
      occurred_at: new Date(),
      detail: 'x',
      ...more,
    };
    const names = Object.keys(row);
    return world
      .query(
        `insert into reconciliation.items (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
        Object.values(row),
      )
      .then(() => String(row['id']));
  };
  const update = (id: string, set: string) => world.query(`update reconciliation.items set ${set} where id = '${id}'`);

  it('closes nothing with money without an approval of exactly that', async () => {
    const close = `state = 'closed', closed_at = now(), close_reason = 'x'`;
    const [item, id] = [await surplus(30n), await insert()];
    await expect(update(id, close)).rejects.toThrow(/items_money_is_posted/);
    await expect(update(id, `${close}, approval_id = '${randomUUID()}'`)).rejects.toThrow(/with an approval/);
    const { data } = await world.proposeWriteOff(item.id, { account: 'bad_debt' });
    const approved = (change: string) =>
      world.get(Transactor).run(async (tx) => {
        await tx.query(
          `update approvals.approvals set state = 'approved', decided_by_name = 'Nobody', decided_at = $2,
             decided_by = (select id from identity.users where demo_person = 'finance-approver') where id = $1`,
          [data.id, tx.now],
        );
        await tx.query(`update reconciliation.items set ${close}, approval_id = $1 ${change}`, [data.id]);
      });
    await expect(approved(`where id = '${id}'`)).rejects.toThrow(/other than what was approved: id/);
    await expect(approved(`, suspense = 4 where id = '${item.id}'`)).rejects.toThrow(/approved: suspense/);
    await update(id, `${close}, suspense = 0`);
    await expect(update(id, `state = 'open'`)).rejects.toThrow(/is closed/);
    await expect(update(id, `detail = 'y'`)).rejects.toThrow(/is closed/);
  });

  it('keeps one open item per cause, and matches a posting once', async () => {
    const ref = `test:${randomUUID()}`;
    const id = await insert({ ref });
    await expect(insert({ ref })).rejects.toThrow(/items_one_open/);
    await expect(update(id, `kind = 'not_booked'`)).rejects.toThrow(/permission denied/);
    const [match] = await world.query<{ ledger_tx_id: string }>(
      'select ledger_tx_id from reconciliation.matches limit 1',
    );
    await expect(
      world.query('insert into reconciliation.matches (ledger_tx_id) values ($1)', [match!.ledger_tx_id]),
    ).rejects.toThrow(/matches_pkey/);
  });

  it('posts once for two concurrent approvals', async () => {
    const source = randomUUID();
    await world.bookMadeUp({
      sourceId: source,
      idempotencyKey: `test:${source}`,
      legs: [
        { account: { code: 'tenant_receivable', currency: 'usd' }, amountMinor: 70n },
        { account: { code: 'suspense', currency: 'usd' }, amountMinor: -70n },
      ],
    });
    await world.reconcile();
    const item = (await world.items('kind=in_suspense')).find((one) => one.suspense_minor === '70')!;
    const { data } = await world.proposeWriteOff(item.id, { account: 'bad_debt' });
    const before = await world.held('suspense');
    const answers = await Promise.all([1, 2, 3].map(() => world.approveWriteOff(world.approver, data)));
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409, 409]);
    expect(await world.held('suspense')).toBe(before - 70n);
  });
});
