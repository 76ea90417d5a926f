import { randomUUID } from 'node:crypto';
import { AuthorsModule } from '@portal/authors';
import { IdentityModule } from '@portal/identity';
import { Ledger } from '@portal/ledger';
import { Database, Transactor } from '@portal/platform';
import { StripeGatewayModule } from '@portal/stripe-gateway';
import Stripe from 'stripe';
import { createSandbox, type Sandbox } from '../../../apps/stripe-sandbox/src/sandbox.js';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { TestApp, type Answer } from '../../../test/support/http-app.js';
import { FollowAccount } from './follow-account.js';
import { PayoutsModule } from './index.js';
import { RedriveAttempts } from './redrive-attempts.js';
import { SendPayout } from './send-payout.js';

// Which months are closed is billing's; here it is given, the ledger and the processor are real.
jest.mock(
  '@portal/billing',
  () => {
    class Billing {
      isClosed = (month: string): Promise<boolean> => Promise.resolve(month !== '2027-12');
    }
    class BillingCoreModule {}
    const { Module } = jest.requireActual<typeof import('@nestjs/common')>('@nestjs/common');
    Module({ providers: [Billing], exports: [Billing] })(BillingCoreModule);
    return { Billing, BillingCoreModule };
  },
  { virtual: true },
);

const HOUR_MS = 3_600_000;
let app: TestApp;
let sandbox: Sandbox;
let sandboxDatabase: TestDatabase;
let preparer: string;
let approver: string;
let reviewer: string;
let serial = 0;

beforeAll(async () => {
  sandboxDatabase = await createTestDatabase();
  sandbox = await createSandbox({ databaseUrl: sandboxDatabase.url });
  app = await TestApp.start([IdentityModule, AuthorsModule, StripeGatewayModule, PayoutsModule], {
    STRIPE_API_BASE: sandbox.url,
  });
  preparer = await app.demo('finance-preparer');
  approver = await app.demo('finance-approver');
  reviewer = await app.demo('reviewer');
  await topUp(100_000_000);
});
afterAll(async () => {
  await app.close();
  await sandbox.close();
  await sandboxDatabase.drop();
});

const stripe = () =>
  new Stripe('sk_test_sandbox', { host: '127.0.0.1', port: sandbox.port, protocol: 'http', telemetry: false });
const topUp = (amount: number) => stripe().topups.create({ amount, currency: 'usd' });
async function control(path: string, body: object): Promise<void> {
  const answer = await fetch(`${sandbox.url}/_sandbox${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
  if (!answer.ok) throw new Error(await answer.text());
}
/** Moves our clock and the processor's. */
async function advance(ms: number): Promise<void> {
  await query('update platform.test_clock set offset_ms = offset_ms + $1', [ms]);
  await control('/clock', { advance_ms: ms });
}
const query = <R>(sql: string, params: unknown[] = []) => app.get(Database).query<R>(sql, params);
const post = <T>(as: string, url: string, body: object = {}): Promise<Answer<T>> =>
  app.call<T>({ method: 'POST', url: `/api/v1${url}`, body, as });
const get = <T>(as: string, url: string): Promise<Answer<T>> =>
  app.call<T>({ method: 'GET', url: `/api/v1${url}`, as });
const send = (payoutId: string) => app.get(SendPayout).execute(payoutId);
const transfersOf = async (payoutId: string) =>
  (await stripe().transfers.list({ transfer_group: `po_${payoutId}` })).data;

interface Author {
  session: string;
  orgId: string;
  accountId: string | null;
}

async function author(account: 'ready' | 'none' = 'ready'): Promise<Author> {
  const n = ++serial;
  const session = await app.signUp(`paid${n}@example.org`, `Paid ${n}`);
  const application = await post<{ id: string; org_id: string }>(session, '/applications', {
    founder_name: `Paid ${n}`,
    company_name: `Paid ${n}`,
    country: 'US',
    website: 'https://example.com',
    drive_name: 'A Drive',
    drive_slug: `paid-drive-${n}`,
    description: 'Writes and plans posts for teams.',
    security_contact: 'security@example.com',
  });
  const id = application.data.id;
  await post(session, `/applications/${id}/submit`);
  await post(reviewer, `/review/applications/${id}/open`);
  await post(reviewer, `/review/applications/${id}/decide`, {
    decision: 'approve',
    reason_code: 'meets_requirements',
    text: 'Everything was checked and is in order.',
  });
  const orgId = application.data.org_id;
  if (account === 'none') return { session, orgId, accountId: null };
  expect((await post<{ onboarding_url: string }>(session, '/author/payout-account')).status).toBe(200);
  const [row] = await query<{ provider_account_id: string }>(
    'select provider_account_id from payouts.payout_accounts where org_id = $1',
    [orgId],
  );
  await control(`/accounts/${row!.provider_account_id}`, { capability: 'active' });
  expect((await post<{ state: string }>(session, '/author/payout-account/refresh')).data.state).toBe('ready');
  return { session, orgId, accountId: row!.provider_account_id };
}

/** The author is owed `amount` for one invoice line of the month. Negative: taken back by a correction. */
async function earn(orgId: string, month: string, amount: bigint): Promise<void> {
  const invoiceId = randomUUID();
  const gross = (amount * 10n) / 7n;
  await app.get(Transactor).run((tx) =>
    app.get(Ledger).post(tx, {
      kind: 'invoice_paid',
      idempotencyKey: `test:${invoiceId}`,
      sourceType: 'invoice',
      sourceId: invoiceId,
      effectiveAt: tx.now,
      legs: [
        { account: { code: 'stripe_balance', currency: 'usd' }, amountMinor: gross },
        { account: { code: 'author_payable', ownerId: orgId, currency: 'usd' }, amountMinor: -amount },
        { account: { code: 'platform_revenue', currency: 'usd' }, amountMinor: amount - gross },
      ],
    }),
  );
}

interface Run {
  id: string;
  state: string;
  paused: boolean;
  input_hash: string;
  payouts: {
    id: string;
    org_id: string;
    state: string;
    reason: string;
    amount_minor: string;
    attempts: number;
    transfer_id: string | null;
  }[];
}
let monthNo = 0;
const nextMonth = (): string => `20${26 + Math.floor(monthNo / 12)}-${String((monthNo++ % 12) + 1).padStart(2, '0')}`;
const runOf = async (id: string): Promise<Run> => (await get<Run>(preparer, `/finance/payout-runs/${id}`)).data;
const balance = (orgId: string) =>
  app.get(Ledger).balance(app.get(Database), { code: 'author_payable', ownerId: orgId, currency: 'usd' });

/** A run that pays one author; other authors of this file may be carried in it. */
async function executing(amount = 5_000n): Promise<{ author: Author; month: string; run: Run; payoutId: string }> {
  const month = nextMonth();
  const who = await author();
  await earn(who.orgId, month, amount);
  const prepared = await post<Run>(preparer, '/finance/payout-runs', { month });
  expect(prepared.status).toBe(201);
  const approved = await post<Run>(approver, `/finance/payout-runs/${prepared.data.id}/approve`, {
    input_hash: prepared.data.input_hash,
  });
  expect(approved.data.state).toBe('approved');
  const run = await post<Run>(preparer, `/finance/payout-runs/${prepared.data.id}/execute`);
  expect([run.status, run.data.state]).toEqual([202, 'executing']);
  return { author: who, month, run: run.data, payoutId: run.data.payouts.find((p) => p.org_id === who.orgId)!.id };
}

async function expectPaidOnce(payoutId: string, runId: string): Promise<void> {
  const transfers = await transfersOf(payoutId);
  expect(transfers).toHaveLength(1);
  const run = await runOf(runId);
  expect(run.payouts.find((p) => p.id === payoutId)).toMatchObject({ state: 'settled', transfer_id: transfers[0]!.id });
  const settles = await query(`select 1 from ledger.ledger_tx where idempotency_key like $1`, [
    `po:${payoutId}:settle:%`,
  ]);
  expect(settles).toHaveLength(1);
}

describe('the run', () => {
  it('is prepared by one, approved by another on its hash, sent and settled', async () => {
    const month = nextMonth();
    const who = await author();
    await earn(who.orgId, month, 4_321n);
    await earn(who.orgId, month, 700n);
    const prepared = await post<Run>(preparer, '/finance/payout-runs', { month });
    const { id, input_hash } = prepared.data;
    expect((await post(preparer, '/finance/payout-runs', { month })).error).toBe('payout_run_exists');
    expect((await post(preparer, `/finance/payout-runs/${id}/execute`)).status).toBe(409);
    expect((await post(preparer, `/finance/payout-runs/${id}/approve`, { input_hash })).error).toBe(
      'preparer_cannot_approve',
    );
    expect((await post(approver, `/finance/payout-runs/${id}/approve`, { input_hash: '0'.repeat(64) })).error).toBe(
      'payout_set_changed',
    );
    expect((await post<Run>(approver, `/finance/payout-runs/${id}/approve`, { input_hash })).data.state).toBe(
      'approved',
    );
    expect(await balance(who.orgId)).toBe(0n);
    await post(preparer, `/finance/payout-runs/${id}/execute`);
    const payout = (await runOf(id)).payouts.find((p) => p.org_id === who.orgId)!;
    await send(payout.id);
    await expectPaidOnce(payout.id, id);
    expect((await runOf(id)).state).toBe('settled');
    expect((await get(who.session, `/finance/payout-runs/${id}`)).error).toBe('forbidden');
  });

  it('of a month that is not closed is refused', async () => {
    expect((await post(preparer, '/finance/payout-runs', { month: '2027-12' })).error).toBe('period_not_closed');
  });

  it('carries what cannot be paid, with a reason, and pays it when the reason is gone', async () => {
    const month = nextMonth();
    const [small, homeless, owing] = [await author(), await author('none'), await author()];
    await earn(small.orgId, month, 2_499n);
    await earn(homeless.orgId, month, 9_000n);
    await earn(owing.orgId, month, -70n);
    const run = await post<Run>(preparer, '/finance/payout-runs', { month });
    const reasonOf = (who: Author) => run.data.payouts.find((p) => p.org_id === who.orgId);
    expect(reasonOf(small)).toMatchObject({ amount_minor: '0', reason: 'below_minimum' });
    expect(reasonOf(homeless)).toMatchObject({ amount_minor: '0', reason: 'no_account' });
    expect(reasonOf(owing)).toMatchObject({ amount_minor: '0', reason: 'negative_balance' });
    await post(approver, `/finance/payout-runs/${run.data.id}/approve`, { input_hash: run.data.input_hash });
    await post(preparer, `/finance/payout-runs/${run.data.id}/execute`);
    expect(await balance(small.orgId)).toBe(2_499n);
    const later = nextMonth();
    await earn(small.orgId, later, 7n);
    const next = await post<Run>(preparer, '/finance/payout-runs', { month: later });
    expect(next.data.payouts.find((p) => p.org_id === small.orgId)).toMatchObject({
      amount_minor: '2506',
      reason: 'to_pay',
    });
    // Paid or cancelled, a later run must not find these again.
    await post(approver, `/finance/payout-runs/${next.data.id}/approve`, { input_hash: next.data.input_hash });
    await post(preparer, `/finance/payout-runs/${next.data.id}/execute`);
    const payout = (await runOf(next.data.id)).payouts.find((p) => p.org_id === small.orgId)!;
    await send(payout.id);
  });

  it('is approved once, of two approvals at the same time', async () => {
    const month = nextMonth();
    const who = await author();
    await earn(who.orgId, month, 3_000n);
    const { data } = await post<Run>(preparer, '/finance/payout-runs', { month });
    const approve = () => post(approver, `/finance/payout-runs/${data.id}/approve`, { input_hash: data.input_hash });
    expect((await Promise.all([approve(), approve()])).map((a) => a.status).sort()).toEqual([200, 409]);
    expect(await balance(who.orgId)).toBe(0n);
    await post(preparer, `/finance/payout-runs/${data.id}/execute`);
    await send(data.payouts.find((p) => p.org_id === who.orgId)!.id);
  });

  it('is made once, of two preparations at the same time', async () => {
    const month = nextMonth();
    const prepare = () => post<Run>(preparer, '/finance/payout-runs', { month });
    expect((await Promise.all([prepare(), prepare()])).map((a) => a.status).sort()).toEqual([201, 409]);
  });
});

describe('a run that is given up', () => {
  it('before it executes gives back what was set aside, and the month can be prepared anew', async () => {
    const month = nextMonth();
    const who = await author();
    await earn(who.orgId, month, 3_500n);
    const first = await post<Run>(preparer, '/finance/payout-runs', { month });
    await post(approver, `/finance/payout-runs/${first.data.id}/approve`, { input_hash: first.data.input_hash });
    expect(await balance(who.orgId)).toBe(0n);
    const cancel = () =>
      post<Run>(preparer, `/finance/payout-runs/${first.data.id}/cancel`, { reason: 'a line was wrong' });
    expect((await Promise.all([cancel(), cancel()])).map((a) => a.status).sort()).toEqual([200, 409]);
    expect(await balance(who.orgId)).toBe(3_500n);
    const second = await post<Run>(preparer, '/finance/payout-runs', { month });
    expect(second.status).toBe(201);
    await post(approver, `/finance/payout-runs/${second.data.id}/approve`, { input_hash: second.data.input_hash });
    await post(preparer, `/finance/payout-runs/${second.data.id}/execute`);
    expect((await post(preparer, `/finance/payout-runs/${second.data.id}/cancel`)).error).toBe('invalid_transition');
    const payout = second.data.payouts.find((p) => p.org_id === who.orgId)!;
    await send(payout.id);
    await expectPaidOnce(payout.id, second.data.id);
  });
});

describe('the database, whoever writes,', () => {
  it('wants a second person on the present hash, and freezes what was prepared', async () => {
    const month = nextMonth();
    const who = await author();
    await earn(who.orgId, month, 3_100n);
    const { data: run } = await post<Run>(preparer, '/finance/payout-runs', { month });
    const [maker] = await query<{ prepared_by: string }>('select prepared_by from payouts.payout_runs where id = $1', [
      run.id,
    ]);
    const approval = (user: string, hash: string) =>
      query('insert into payouts.payout_approvals (run_id, user_id, user_name, input_hash) values ($1, $2, $3, $4)', [
        run.id,
        user,
        'x',
        hash,
      ]);
    await expect(approval(maker!.prepared_by, run.input_hash)).rejects.toThrow('cannot approve');
    await expect(approval(randomUUID(), '0'.repeat(64))).rejects.toThrow('another set');
    const payoutId = run.payouts.find((p) => p.org_id === who.orgId)!.id;
    await expect(query(`update payouts.payout_runs set state = 'approved' where id = $1`, [run.id])).rejects.toThrow(
      'no approval',
    );
    await expect(query(`update payouts.payout_runs set state = 'executing' where id = $1`, [run.id])).rejects.toThrow();
    await expect(query(`update payouts.payouts set state = 'reserved' where id = $1`, [payoutId])).rejects.toThrow(
      'no approval',
    );
    await expect(
      query(`update payouts.payouts set amount = amount + 1, carry = carry - 1 where id = $1`, [payoutId]),
    ).rejects.toThrow('frozen');
    await expect(
      query(`update payouts.payouts set provider_account_id = 'acct_other' where id = $1`, [payoutId]),
    ).rejects.toThrow('frozen');
    await expect(query(`delete from payouts.payouts where id = $1`, [payoutId])).rejects.toThrow();
    await approval(randomUUID(), run.input_hash);
    await expect(query('delete from payouts.payout_approvals where run_id = $1', [run.id])).rejects.toThrow();
  });

  it('allows one live attempt per payout', async () => {
    const { payoutId } = await executing();
    const attempt = (n: number) =>
      query(
        `insert into payouts.payout_attempts (payout_id, n, idempotency_key, body_hash, state) values ($1, $2, $3, 'x', 'sending')`,
        [payoutId, n, `key ${payoutId} ${n}`],
      );
    await attempt(7);
    await expect(attempt(8)).rejects.toThrow('payout_attempts_one_live');
    await query(`update payouts.payout_attempts set state = 'void' where payout_id = $1`, [payoutId]);
    await send(payoutId);
  });
});

describe('one transfer, whatever happens', () => {
  it('when two workers send at the same time', async () => {
    const { payoutId, run } = await executing();
    await Promise.allSettled([send(payoutId), send(payoutId), send(payoutId)]);
    await send(payoutId);
    await expectPaidOnce(payoutId, run.id);
  });

  it('when the connection breaks after the processor has executed', async () => {
    const { payoutId, run } = await executing();
    await control('/faults', { kind: 'drop-after', path: '/v1/transfers', times: 2 });
    await expect(send(payoutId)).rejects.toThrow('not known');
    expect(
      (await query<{ state: string }>('select state from payouts.payout_attempts where payout_id = $1', [payoutId]))[0]!
        .state,
    ).toBe('unknown');
    await send(payoutId);
    await expectPaidOnce(payoutId, run.id);
    expect((await runOf(run.id)).payouts.find((p) => p.id === payoutId)!.attempts).toBe(1);
  });

  it('when the outcome stays unknown for 25 hours and the transfer exists: it is adopted', async () => {
    const { payoutId, run } = await executing();
    await control('/faults', { kind: 'drop-after', path: '/v1/transfers', times: 2 });
    await expect(send(payoutId)).rejects.toThrow();
    await advance(25 * HOUR_MS);
    await send(payoutId);
    await expectPaidOnce(payoutId, run.id);
    expect((await runOf(run.id)).payouts.find((p) => p.id === payoutId)!.attempts).toBe(1);
  });

  it('when the outcome stays unknown for 25 hours and there is no transfer: a new key after the look-up', async () => {
    const { payoutId, run } = await executing();
    await control('/faults', { kind: 'drop-before', path: '/v1/transfers', times: 2 });
    await expect(send(payoutId)).rejects.toThrow();
    await advance(25 * HOUR_MS);
    await expect(send(payoutId)).rejects.toThrow('no transfer');
    await send(payoutId);
    await expectPaidOnce(payoutId, run.id);
    expect((await runOf(run.id)).payouts.find((p) => p.id === payoutId)!.attempts).toBe(2);
  });

  it('when the processor answers 500 although it has executed: the transfer is adopted at once', async () => {
    const { payoutId, run } = await executing();
    await control('/faults', { kind: '500', path: '/v1/transfers', times: 1 });
    await send(payoutId);
    await expectPaidOnce(payoutId, run.id);
  });

  it('when the processor answers 500, has not executed, and repeats it: a new key after the look-up at 23 hours', async () => {
    const { payoutId, run } = await executing();
    await control('/faults', { kind: '500-empty', path: '/v1/transfers', times: 1 });
    await expect(send(payoutId)).rejects.toThrow('no transfer yet');
    await advance(22 * HOUR_MS);
    await expect(send(payoutId)).rejects.toThrow('no transfer yet');
    expect((await runOf(run.id)).payouts.find((p) => p.id === payoutId)!.attempts).toBe(1);
    await advance(HOUR_MS);
    await expect(send(payoutId)).rejects.toThrow('no transfer yet');
    await send(payoutId);
    await expectPaidOnce(payoutId, run.id);
    expect((await runOf(run.id)).payouts.find((p) => p.id === payoutId)!.attempts).toBe(2);
  });

  it('when the balance is too small: the run pauses, and goes on with a new key', async () => {
    const { payoutId, run } = await executing();
    const { available } = await stripe().balance.retrieve();
    const usd = available.find((b) => b.currency === 'usd')!.amount;
    const sink = await author();
    await stripe().transfers.create({ amount: usd - 100, currency: 'usd', destination: sink.accountId! });
    await send(payoutId);
    expect(await runOf(run.id)).toMatchObject({ state: 'executing', paused: true });
    await send(payoutId);
    expect(await transfersOf(payoutId)).toHaveLength(0);
    await topUp(100_000_000);
    await post(preparer, `/finance/payout-runs/${run.id}/resume`);
    await send(payoutId);
    await expectPaidOnce(payoutId, run.id);
    expect((await runOf(run.id)).payouts.find((p) => p.id === payoutId)!.attempts).toBe(2);
  });

  it('and none to a closed account: the money goes back to the balance', async () => {
    const { payoutId, run, author: who } = await executing(6_000n);
    await control(`/accounts/${who.accountId}`, { closed: true });
    await send(payoutId);
    expect(await transfersOf(payoutId)).toHaveLength(0);
    expect(await runOf(run.id)).toMatchObject({ state: 'partially_failed' });
    expect(await balance(who.orgId)).toBe(6_000n);
    expect((await get<{ state: string }>(who.session, '/author/payout-account')).data.state).toBe('rejected');
    const mails = await query(
      `select 1 from platform.mail_messages where subject like 'Your payout of 60.00 USD could not%'`,
    );
    expect(mails).toHaveLength(1);
  });

  it('and none while the run is paused', async () => {
    const { payoutId, run } = await executing();
    await post(approver, `/finance/payout-runs/${run.id}/pause`, { reason: 'looking at something' });
    await send(payoutId);
    expect(await transfersOf(payoutId)).toHaveLength(0);
    await post(approver, `/finance/payout-runs/${run.id}/resume`);
    await send(payoutId);
    await expectPaidOnce(payoutId, run.id);
  });

  it('and an account that the processor reports as changed is looked at', async () => {
    const who = await author();
    await control(`/accounts/${who.accountId}`, { capability: 'restricted' });
    await app.get(FollowAccount).execute(who.accountId!);
    await app.get(FollowAccount).execute('acct_of_somebody_else');
    const account = await get<{ state: string; requirements: unknown[] }>(who.session, '/author/payout-account');
    expect(account.data.state).toBe('incomplete');
    expect(account.data.requirements.length).toBeGreaterThan(0);
  });

  it('and forgotten payouts are made due again', async () => {
    const { payoutId, run } = await executing();
    await query(
      `insert into platform.deliveries (event_id, consumer, lane, state, done_at) select id, 'payouts.send-payout', 'money', 'done', now() from platform.outbox_events where type = 'payout.due' on conflict do nothing`,
    );
    expect(await app.get(RedriveAttempts).execute()).toBeGreaterThan(0);
    const due = await query(
      `select 1 from platform.outbox_events where type = 'payout.due' and payload ->> 'payout_id' = $1`,
      [payoutId],
    );
    expect(due.length).toBeGreaterThan(1);
    await send(payoutId);
    await expectPaidOnce(payoutId, run.id);
  });

  it('and at the end the books balance and nothing is left in clearing', async () => {
    expect((await app.get(Ledger).proof()).ok).toBe(true);
    const open = await query<{ sum: string }>(
      `select coalesce(sum(amount), 0)::text as sum from payouts.payouts where state in ('reserved', 'sending')`,
    );
    const clearing = await app.get(Ledger).balance(app.get(Database), { code: 'payout_clearing', currency: 'usd' });
    expect(clearing.toString()).toBe(open[0]!.sum);
  });
});
