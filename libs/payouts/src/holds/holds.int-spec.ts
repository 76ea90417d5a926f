import { Transactor } from '@portal/platform/database';
import { days, PayoutWorld, type PaidAuthor, type RunResult } from '../../../../test/support/money/payout-world.js';
import type { UnpaidListView, UnpaidView } from '../runs/http/payouts.view.js';
import { HoldsRepository } from './holds.repository.js';
import { ReviewHolds } from './review-holds.js';

const world = PayoutWorld.forTests();
beforeAll(async () => {
  await world.topUp(10_000_000, 'eur');
});

const place = async (who: PaidAuthor, hold: object): Promise<string> => {
  const answer = await world.post<{ id: string }>(world.preparer, '/finance/payout-holds', {
    org_id: who.orgId,
    reason: 'We are looking at your account.',
    ...hold,
  });
  expect(answer.status).toBe(201);
  return answer.data.id;
};
const end = (id: string, more: object = {}) =>
  world.post(world.approver, `/finance/payout-holds/${id}/end`, { reason: 'All is well.', ...more });
const unpaid = async (who: PaidAuthor): Promise<UnpaidView[]> =>
  (await world.read<UnpaidListView>(who.session, '/author/unpaid')).data.items;
const reserve = (who: PaidAuthor, currency = 'usd') => world.balance(who.orgId, currency, 'author_reserve');
async function finished(run: RunResult): Promise<RunResult> {
  for (const payout of run.payouts.filter((p) => p.amount_minor !== '0')) await world.send(payout.id);
  return world.run(run.id);
}

describe('a hold', () => {
  it('for a review keeps everything, is explained to the author, and releases all of it when it ends', async () => {
    const who = await world.author();
    const id = await place(who, { kind: 'review', basis_points: 10_000 });
    await world.earn(who.orgId, 5_000n);
    await world.earn(who.orgId, 4_000n, 'eur');
    expect(await unpaid(who)).toMatchObject([
      { currency: 'eur', total_minor: '4000', next_payout_minor: '0', parts: [{ reason: 'held_review' }] },
      { currency: 'usd', total_minor: '5000', next_payout_minor: '0', parts: [{ reason: 'held_review' }] },
    ]);
    const run = await finished(await world.executing());
    expect(world.payoutOf(run, who)).toMatchObject({
      balance_minor: '5000',
      held_minor: '5000',
      carry_minor: '0',
      reason: 'held',
    });
    expect([await world.balance(who.orgId), await reserve(who), await reserve(who, 'eur')]).toEqual([
      0n,
      5_000n,
      4_000n,
    ]);
    const keys = await world.query<{ idempotency_key: string }>(
      `select idempotency_key from ledger.ledger_tx where source_type = 'payout_hold' and source_id = $1`,
      [id],
    );
    expect(keys).toEqual([{ idempotency_key: `hold:${id}:${run.month}` }]);
    expect((await unpaid(who))[1]).toMatchObject({
      total_minor: '5000',
      parts: [
        {
          reason: 'held_review',
          amount_minor: '5000',
          date_kind: 'looked_at',
          note: 'We are looking at your account.',
        },
      ],
    });
    expect((await end(id)).status).toBe(200);
    expect((await end(id)).error).toBe('payout_hold_ended');
    expect([await world.balance(who.orgId), await reserve(who)]).toEqual([5_000n, 0n]);
    const next = await finished(await world.executing());
    await world.expectPaidOnce(world.payoutOf(next, who).id, next.id);
    await world.expectPaidOnce(world.payoutOf(next, who, 'eur').id, next.id);
    await world.expectBooksBalance();
  });

  it('takes nothing in a cancelled run, and takes once when the month is computed again', async () => {
    const who = await world.author();
    await place(who, { kind: 'tax', basis_points: 5_000 });
    await world.earn(who.orgId, 8_000n);
    const first = await world.approved();
    expect([await world.balance(who.orgId), await reserve(who)]).toEqual([4_000n, 0n]);
    await world.post(world.preparer, `/finance/payout-runs/${first.id}/cancel`);
    expect([await world.balance(who.orgId), await reserve(who)]).toEqual([8_000n, 0n]);
    const again = await world.post<RunResult>(world.preparer, '/finance/payout-runs', { month: first.month });
    await world.approve(again.data);
    const run = await finished((await world.execute(again.data)).data);
    expect(world.payoutOf(run, who)).toMatchObject({ state: 'settled', amount_minor: '4000', held_minor: '4000' });
    expect(await reserve(who)).toBe(4_000n);
  });

  it('is refused for an unknown author, and with an end in the past', async () => {
    const who = await world.author({ account: 'none' });
    const body = { org_id: who.orgId, kind: 'manual', basis_points: 100, reason: 'A reason.' };
    const stranger = { ...body, org_id: '0190b000-0000-7000-8000-000000000001' };
    expect((await world.post(world.preparer, '/finance/payout-holds', stranger)).error).toBe('not_found');
    const past = { ...body, ends_at: '2020-01-01T00:00:00Z' };
    const late = await world.post(world.preparer, '/finance/payout-holds', past);
    expect(late.error).toBe('invalid_request');
    expect(JSON.parse(late.body)).toMatchObject({ details: [{ pointer: '/ends_at', code: 'in_the_past' }] });
    const id = await place(who, { kind: 'manual', basis_points: 100 });
    const list = await world.read<{ items: { id: string; active: boolean }[] }>(
      world.preparer,
      `/finance/payout-holds?org_id=${who.orgId}&active=true`,
    );
    expect(list.data.items).toMatchObject([{ id, active: true }]);
    await end(id);
  });

  it('ends on its own date', async () => {
    const who = await world.author();
    const now = (await world.query<{ now: Date }>('select platform.portal_now() as now'))[0]!.now;
    const endsAt = new Date(now.getTime() + days(3)).toISOString();
    await place(who, { kind: 'manual', basis_points: 2_500, ends_at: endsAt });
    await world.earn(who.orgId, 8_000n);
    await finished(await world.executing());
    expect((await unpaid(who))[0]!.parts).toMatchObject([{ amount_minor: '2000', expected_at: endsAt }]);
    await world.advance(days(4));
    await world.get(ReviewHolds).execute();
    expect([await world.balance(who.orgId), await reserve(who)]).toEqual([2_000n, 0n]);
  });

  it('is in force until the instant of its end', async () => {
    const who = await world.author();
    const now = (await world.query<{ now: Date }>('select platform.portal_now() as now'))[0]!.now;
    const end = now.getTime() + days(3);
    await place(who, { kind: 'manual', basis_points: 2_500, ends_at: new Date(end).toISOString() });
    const at = (ms: number) =>
      world.get(Transactor).run((tx) => world.get(HoldsRepository).inForce(tx, new Date(ms), who.orgId));
    expect([(await at(end - 1)).length, (await at(end)).length]).toEqual([1, 0]);
  });
});

describe('a hold that begins or ends during a run', () => {
  it.each(['approved', 'executing'] as const)(
    'on everything, set when the run is %s: nothing is sent, also not by a retry, before it ends',
    async (stage) => {
      const who = await world.author();
      await world.earn(who.orgId, 6_000n);
      let run = stage === 'approved' ? await world.approved() : await world.executing();
      const id = await place(who, {
        kind: 'review',
        basis_points: 10_000,
        reason: 'Somebody else may use the account.',
      });
      if (stage === 'approved') run = (await world.execute(run)).data;
      run = await finished(run);
      expect(run.state).toBe('partially_failed');
      expect(world.payoutOf(run, who)).toMatchObject({
        state: 'carried',
        amount_minor: '6000',
        reason: 'held_review',
        transfer_id: null,
      });
      expect(world.payoutOf(run, who).unpaid).toMatchObject([{ reason: 'held_review', amount_minor: '6000' }]);
      expect(await world.transfersOf(world.payoutOf(run, who).id)).toEqual([]);
      expect(await world.balance(who.orgId)).toBe(6_000n);
      const retry = () => world.post(world.preparer, `/finance/payout-runs/${run.id}/retry-failed`);
      expect((await retry()).error).toBe('nothing_to_retry');
      await end(id);
      expect((await retry()).error).toBeUndefined();
      await finished(run);
      await world.expectPaidOnce(world.payoutOf(run, who).id, run.id);
      await world.expectBooksBalance();
    },
  );

  it('on a part, set after the approval, does not change what was approved, and takes its part in the next run', async () => {
    const who = await world.author();
    await world.earn(who.orgId, 6_000n);
    const run = await world.approved();
    const id = await place(who, { kind: 'manual', basis_points: 5_000 });
    const paid = await finished((await world.execute(run)).data);
    expect(world.payoutOf(paid, who)).toMatchObject({ state: 'settled', amount_minor: '6000', held_minor: '0' });
    await world.earn(who.orgId, 6_000n);
    const next = await finished(await world.executing());
    expect(world.payoutOf(next, who)).toMatchObject({ state: 'settled', amount_minor: '3000', held_minor: '3000' });
    await end(id);
    expect([await world.balance(who.orgId), await reserve(who)]).toEqual([3_000n, 0n]);
  });

  it.each([
    ['without a window', 2, {}, {}],
    ['with a window and a release', 3, { window_months: 24 }, { release_now: true }],
    ['before its date', 4, { ends_at: '2090-01-01T00:00:00Z' }, {}],
  ])(
    'that ends after the approval, %s, takes what was approved and releases it at the next check',
    async (_, ago, terms, how) => {
      const who = await world.author();
      const id = await place(who, { kind: 'manual', basis_points: 2_500, ...terms });
      await world.earn(who.orgId, 8_000n);
      const run = await world.approved(await world.monthsAgo(ago));
      expect((await end(id, how)).status).toBe(200);
      const paid = await finished((await world.execute(run)).data);
      expect(world.payoutOf(paid, who)).toMatchObject({ state: 'settled', amount_minor: '6000', held_minor: '2000' });
      expect([await world.balance(who.orgId), await reserve(who)]).toEqual([0n, 2_000n]);
      await world.get(ReviewHolds).execute();
      expect([await world.balance(who.orgId), await reserve(who)]).toEqual([2_000n, 0n]);
      await world.expectBooksBalance();
    },
  );

  it('with a window that ends without release leaves its parts their dates, also the one that is taken afterwards', async () => {
    const who = await world.author();
    const id = await place(who, { kind: 'manual', basis_points: 2_500, window_months: 24 });
    await world.earn(who.orgId, 8_000n);
    const run = await world.approved(await world.monthsAgo(5));
    expect((await end(id)).status).toBe(200);
    await finished((await world.execute(run)).data);
    const [kept] = await world.query<{ release_at: Date; released_at: Date | null }>(
      'select release_at, released_at from payouts.held_amounts where hold_id = $1',
      [id],
    );
    const [year, month] = run.month.split('-').map(Number) as [number, number];
    expect(kept!.release_at.toISOString().slice(0, 7)).toBe(
      new Date(Date.UTC(year, month + 24, 1)).toISOString().slice(0, 7),
    );
    expect(kept!.released_at).toBeNull();
  });
});

describe('a hold whose reason has ended', () => {
  const check = () => world.get(ReviewHolds).execute();
  const policy = (value: object) =>
    world.app.byOwner(
      `insert into billing.policies (id, key, version, value, valid_from)
         select gen_random_uuid(), key, max(version) + 1, $1, platform.portal_now() from billing.policies where key = 'reserve_rule' group by key`,
      [JSON.stringify(value)],
    );
  const taxDetails = (who: PaidAuthor, version: number, taxId: string | null) =>
    world.query(
      `insert into statements.tax_profiles (org_id, version, legal_name, address, country, tax_id, vat_treatment, self_billing_consent, saved_by_name)
       values ($1, $2, 'A name', 'A street', 'US', $3, 'not_registered', true, 'Owner')`,
      [who.orgId, version, taxId],
    );

  it('for missing tax details releases what it keeps once a tax number is saved', async () => {
    const who = await world.author();
    await taxDetails(who, 1, '12-3456789');
    const id = await place(who, { kind: 'tax', basis_points: 5_000 });
    await world.earn(who.orgId, 8_000n);
    await finished(await world.executing());
    await taxDetails(who, 2, null);
    await check();
    expect(await reserve(who)).toBe(4_000n);
    await taxDetails(who, 3, '98-7654321');
    await check();
    expect([await world.balance(who.orgId), await reserve(who)]).toEqual([4_000n, 0n]);
    const hold = await world.query('select end_reason, ended_by from payouts.payout_holds where id = $1', [id]);
    expect(hold).toEqual([{ end_reason: 'The tax details are complete.', ended_by: null }]);
    const next = await finished(await world.executing());
    await world.expectPaidOnce(world.payoutOf(next, who).id, next.id);
  });

  it('for a dispute rate releases what it keeps when the disputes are won', async () => {
    const who = await world.author();
    for (let n = 0; n < 10; n++) await world.earn(who.orgId, 1_000n);
    const dispute = (kind: string, sourceId?: string, sign = 1n): Promise<string> =>
      world.bookMadeUp({
        ...{ kind, sourceType: 'dispute', ...(sourceId !== undefined && { sourceId }) },
        legs: [
          { account: { code: 'author_payable', ownerId: who.orgId, currency: 'usd' }, amountMinor: sign * 1_000n },
          { account: { code: 'author_disputed', ownerId: who.orgId, currency: 'usd' }, amountMinor: sign * -1_000n },
        ],
      });
    await policy({ basis_points: 2_500, months: 6, above_dispute_basis_points: 1_500 });
    const disputes = [await dispute('dispute_opened'), await dispute('dispute_opened')];
    await finished((await world.execute(await world.approved(await world.monthsAgo(1)))).data);
    expect(await reserve(who)).toBe(2_000n);
    await check();
    expect(await reserve(who)).toBe(2_000n);
    for (const id of disputes) await dispute('dispute_won', id, -1n);
    await check();
    expect([await world.balance(who.orgId), await reserve(who)]).toEqual([4_000n, 0n]);
    await policy({ basis_points: 0, months: 0, above_dispute_basis_points: null });
    await world.expectBooksBalance();
  });
});
