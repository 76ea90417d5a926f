import { randomUUID } from 'node:crypto';
import { Billing } from '@portal/billing';
import { Ledger } from '@portal/ledger';
import { Transactor } from '@portal/platform';
import { BillingFixture } from '../support/billing.js';
import { PayoutWorld } from '../support/payout-world.js';
import { CloseMonth } from '../../libs/billing/src/close-month.js';
import { RequestClose } from '../../libs/billing/src/request-close.js';
import { FINANCE } from '../support/billing.js';

let world: PayoutWorld;
let billing: BillingFixture;
beforeAll(async () => {
  world = await PayoutWorld.start();
  billing = await BillingFixture.start({}, world.app.database);
});
afterAll(async () => {
  await billing.owner.end();
  await billing.module.close();
  await world.close();
});

describe('Case 25: Drives of the platform itself and free Drives in a run', () => {
  it('have no payout row: what is first-party is the platform’s revenue, what is free is not in the books at all', async () => {
    const author = await world.author();
    const tenantId = randomUUID();
    const month = '2026-10';
    const activatedAt = new Date('2026-10-01T00:00:00Z');
    const free = await billing.activate({ tenantId, activatedAt, amountMinor: 0n });
    const own = await billing.activate({ tenantId, activatedAt, amountMinor: 10_000n, orgId: null });
    const theirs = await billing.activate({ tenantId, activatedAt, amountMinor: 10_000n, orgId: author.orgId });
    await billing.get(RequestClose).execute(FINANCE, month);
    await billing.get(CloseMonth).execute(month);
    expect(await billing.get(Billing).isClosed(month)).toBe(true);
    const lines = await billing.owner.query<{ install_id: string }>('select install_id from billing.invoice_lines');
    expect(lines.rows.map((row) => row.install_id).sort()).toEqual([own.installId, theirs.installId].sort());
    expect(lines.rows.some((row) => row.install_id === free.installId)).toBe(false);
    expect(await world.balance(author.orgId, 'usd', 'author_pending')).toBe(7_000n);
    const firstParty = await world.get(Ledger).balance(billing.db, { code: 'first_party_revenue', currency: 'usd' });
    expect(firstParty).toBe(10_000n);
    // The tenant pays: what the author earned becomes owed.
    await billing.get(Transactor).run((tx) =>
      billing.get(Ledger).post(tx, {
        kind: 'invoice_paid',
        idempotencyKey: `pay:${tenantId}`,
        sourceType: 'invoice',
        sourceId: tenantId,
        effectiveAt: tx.now,
        legs: [
          { account: { code: 'stripe_balance', currency: 'usd' }, amountMinor: 20_000n },
          { account: { code: 'tenant_receivable', currency: 'usd' }, amountMinor: -20_000n },
          { account: { code: 'author_pending', ownerId: author.orgId, currency: 'usd' }, amountMinor: 7_000n },
          { account: { code: 'author_payable', ownerId: author.orgId, currency: 'usd' }, amountMinor: -7_000n },
        ],
      }),
    );
    const run = await world.post<{ payouts: { org_id: string; amount_minor: string }[] }>(
      world.preparer,
      '/finance/payout-runs',
      { month },
    );
    expect(run.data.payouts).toMatchObject([{ org_id: author.orgId, amount_minor: '7000' }]);
    expect(run.data.payouts).toHaveLength(1);
  });
});
