import { readFileSync } from 'node:fs';
import { Approvals } from '@portal/approvals';
import { BillingFixture, FINANCE, SECOND } from '../../../../test/support/money/billing.js';
import { approveAs } from '../../../../test/support/people/by-two.js';
import { PolicyKind } from './policy-value.js';
import { DecidedLapsePolicy } from './lapse-policy.js';
import { BUILT_IN_POLICIES, POLICY_KEYS } from './domain/policy.js';
import { Policies } from './policies.js';
import { ListPolicies } from './list-policies.js';

const DAY = 86_400_000;

const billing = BillingFixture.forTests();

const now = async (): Promise<Date> =>
  (await billing.db.query<{ now: Date }>('select platform.portal_now() as now'))[0]!.now;
const later = async (days: number): Promise<Date> => new Date((await now()).getTime() + days * DAY);

async function propose(key: string, value: unknown, validFrom: Date): Promise<string> {
  const kind = billing.get(PolicyKind);
  const payload = await kind.payloadOf(key, value, validFrom);
  return billing.get(Approvals).propose(FINANCE, { kind, payload, reason: 'For a test' });
}
const approve = (id: string) => approveAs(billing, billing.owner, SECOND, id);

describe('policies', () => {
  it('apply from the start with their built-in values', async () => {
    // Tests draw no version; what the product begins with is in the seed.
    const builtIn = { ...BUILT_IN_POLICIES, review_sample: 0 };
    for (const key of POLICY_KEYS)
      expect(await billing.get(Policies).at(billing.db, key, await now())).toEqual(builtIn[key]);
    expect(readFileSync('db/billing/seed.sql', 'utf8')).toContain(
      `('review_sample', '${BUILT_IN_POLICIES.review_sample}')`,
    );
    expect(BUILT_IN_POLICIES.review_sample).toBeGreaterThan(0);
    expect((await billing.get(ListPolicies).list()).items.map((item) => item.version)).toEqual(
      POLICY_KEYS.map(() => 1),
    );
    const lapses = await billing.transactor.run((tx) => billing.get(DecidedLapsePolicy).at(tx));
    expect(lapses).toEqual({ version: 1, action: 'warn', days: 30 });
  });

  it('change at the approved instant, and keep the value that applied before', async () => {
    const from = await later(2);
    const id = await propose('payout_approvals', 2, from);
    const at = (date: Date) => billing.get(Policies).at(billing.db, 'payout_approvals', date);
    expect(await at(await later(3))).toBe(1);
    await approve(id);
    expect(await at(new Date(from.getTime() - 1))).toBe(1);
    expect(await at(from)).toBe(2);
    expect(await billing.get(ListPolicies).get('payout_approvals')).toMatchObject({
      version: 1,
      value: 1,
      coming: { version: 2, value: 2, decided_by: 'Second Person' },
    });
    await expect(propose('payout_approvals', 3, from)).rejects.toMatchObject({ code: 'policy_out_of_order' });
    await expect(propose('payout_approvals', 2, await later(5))).rejects.toMatchObject({ code: 'policy_unchanged' });
  });

  it('cannot be written by the role of the api without the approval of that value', async () => {
    const id = await propose('dispute_fee_bearer', 'author', await later(1));
    await expect(propose('dispute_fee_bearer', 'author', await later(2))).rejects.toMatchObject({
      code: 'approval_open',
    });
    const write = (approvalId: string | null) =>
      billing.db.query(
        `insert into billing.policies (id, key, version, value, valid_from, approval_id) values (gen_random_uuid(), 'dispute_fee_bearer', 2, '"author"', now() + interval '1 day', $1)`,
        [approvalId],
      );
    for (const approval of [null, id])
      await expect(write(approval)).rejects.toMatchObject({ constraint: 'policies_by_approval' });
    await approve(id);
    await expect(write(id)).rejects.toMatchObject({ constraint: 'policies_by_approval' });
    await expect(billing.db.query(`update billing.policies set value = '1'`)).rejects.toMatchObject({ code: '42501' });
    expect(await billing.get(Policies).at(billing.db, 'dispute_fee_bearer', await later(9))).toBe('author');
  });

  it('never begin inside a month that is being closed, whoever requests it', async () => {
    const inside = new Date('2024-02-10T00:00:00Z');
    await billing.owner.query(`insert into billing.periods (month) values ('2024-02-01')`);
    const id = await propose('small_balance', 'keep', inside);
    await billing.owner.query(
      `update billing.periods set state = 'closing', closing_at = now(), requested_by = 'test' where month = '2024-02-01'`,
    );
    await expect(approve(id)).rejects.toMatchObject({ code: 'policy_month_closed' });
    await billing.get(Approvals).withdraw(FINANCE, id, null);
    await expect(propose('small_balance', 'keep', inside)).rejects.toMatchObject({ code: 'policy_month_closed' });
    await approve(await propose('small_balance', 'keep', new Date('2024-03-01T00:00:00Z')));
  });

  it('keep the listing fee that a live listing pays, when its removal is proposed and when it is approved', async () => {
    await approve(await propose('listing_fee', { usd: '2900', eur: '2700' }, await now()));
    const removal = await propose('listing_fee', { eur: '2700' }, await later(1));
    const set = async (state: string) =>
      billing.owner.query(
        `begin; set local session_replication_role = 'replica'; update listings.listings set state = '${state}' where slug = 'billed'; commit`,
      );
    await billing.owner.query(
      `begin; set local session_replication_role = 'replica';
       insert into listings.listings (drive_id, org_id, slug, name, state, listed_at, live_revision_id)
       values ('00000000-0000-7000-8000-0000000000d1', gen_random_uuid(), 'billed', 'Billed', 'listed', now(), gen_random_uuid());
       insert into listings.commercial_changes (drive_id, kind, model, currency, valid_from, effective_from)
       values ('00000000-0000-7000-8000-0000000000d1', 'billing_model', 'author_billing', 'usd', now(), now()); commit`,
    );
    await expect(approve(removal)).rejects.toMatchObject({ code: 'listing_fee_in_use' });
    await billing.get(Approvals).withdraw(FINANCE, removal, null);
    for (const value of [{}, { eur: '2700' }])
      await expect(propose('listing_fee', value, await later(1))).rejects.toMatchObject({ code: 'listing_fee_in_use' });
    await approve(await propose('listing_fee', { usd: '3900' }, await later(1)));
    await set('retired');
    await approve(await propose('listing_fee', {}, await later(2)));
  });

  it('about the share are fixed for each install when it begins', async () => {
    const from = await later(1);
    await approve(await propose('author_share', { basis_points: 8_000 }, from));
    const before = await billing.activate({ activatedAt: new Date(from.getTime() - 1) });
    const after = await billing.activate({ activatedAt: from });
    const rows = await billing.db.query<{ author_bps: number }>(
      'select author_bps from billing.install_segments where install_id = any($1) order by started_at',
      [[before.installId, after.installId]],
    );
    expect(rows.map((row) => row.author_bps)).toEqual([7_000, 8_000]);
  });
});
