import { randomUUID } from 'node:crypto';
import { withScope } from '@portal/platform/database';
import { ChargeInvoice } from '../../libs/billing/src/collection/charge-invoice.js';
import { Policies } from '../../libs/billing/src/policies/policies.js';
import { PayInvoice } from '../../libs/billing/src/collection/pay-invoice.js';
import { CustomersRepository } from '../../libs/billing/src/cards/customers.repository.js';
import { TenantSuspensionsRepository } from '../../libs/billing/src/segments/tenant-suspensions.repository.js';
import { TenantStatus } from '../../libs/billing/src/invoicing/read/tenant-status.js';
import { SavedCardGate } from '../../libs/billing/src/cards/saved-card-gate.js';
import { SuspendTenants } from '../../libs/billing/src/collection/suspend-tenants.js';
import { FINANCE } from '../support/money/billing.js';
import { CollectingWorld, operatorOf, SECOND } from '../support/money/collecting.js';

const DAY_MS = 86_400_000;
const PRICE = 4900n;
const SHARE = 3430n;

describe('Case 21: a payment fails, is retried, and succeeds later, never, or after the write-off', () => {
  const world = CollectingWorld.forTests();

  let year = 2010;
  /** A tenant whose card is refused, with the invoice of one whole month; its install runs on. */
  async function unpaid(card: string | null = 'pm_card_chargeCustomerFail') {
    const [tenantId, orgId] = [randomUUID(), randomUUID()];
    const email = await world.operator(tenantId);
    if (card !== null) await world.card(tenantId, card);
    const month = `${(year += 1)}-01`;
    const install = await world.billing.activate({ activatedAt: new Date(`${month}-01T00:00:00Z`), tenantId, orgId });
    await world.closeMonth(month);
    const invoice = () => world.invoiceOf(tenantId, month);
    await world.get(ChargeInvoice).execute((await invoice()).id);
    return { tenantId, orgId, email, month, install, invoice };
  }
  const statusOf = (tenantId: string) => world.get(TenantStatus).ofTenant(operatorOf(tenantId), tenantId);
  const isListed = async (tenantId: string) =>
    (await world.get(TenantStatus).unpaid([tenantId], { limit: 1 })).items.length === 1;
  const events = async (type: string, tenantId: string) =>
    (await world.billing.events(type)).filter((event) => event['tenant_id'] === tenantId);
  const segments = (tenantId: string) =>
    world.billing.db.query<{ amount: string; open: boolean }>(
      'select amount, ended_at is null as open from billing.install_segments where tenant_id = $1 order by started_at, id',
      [tenantId],
    );

  it('a charge is retried on days 1, 3, 7, 14, 21 and 28 and suspends on day 35, and the tenant knows all dates from the first', async () => {
    const { tenantId, email, invoice } = await unpaid();
    const first = new Date((await invoice()).past_due_at!);
    const on = (day: number) => new Date(first.getTime() + day * DAY_MS).toISOString();
    expect(await statusOf(tenantId)).toMatchObject({
      state: 'past_due',
      overdue: [{ tries_at: [1, 3, 7, 14, 21, 28].map(on), suspend_at: on(35), past_due_at: on(0) }],
    });
    const tries: number[] = [];
    for (let day = 1; day <= 34; day += 1) {
      const before = (await invoice()).payments.length;
      await world.live(1);
      if ((await invoice()).payments.length > before) tries.push(day);
    }
    expect(tries).toEqual([1, 3, 7, 14, 21, 28]);
    expect(await statusOf(tenantId)).toMatchObject({
      state: 'past_due',
      overdue: [{ tries_at: [], suspend_at: on(35) }],
    });
    expect(await isListed(tenantId)).toBe(true);
    expect(await segments(tenantId)).toEqual([{ amount: '4900', open: true }]);
    expect(await world.mailTo(email)).toEqual([
      expect.stringContaining('could not be charged'),
      expect.stringContaining('is still unpaid'),
    ]);

    await world.live(1);
    expect(await statusOf(tenantId)).toMatchObject({ state: 'suspended' });
    expect(await isListed(tenantId)).toBe(true);
    expect(await events('tenant.suspended', tenantId)).toHaveLength(1);
    expect(await segments(tenantId)).toEqual([{ amount: '4900', open: false }]);
    expect((await world.mailTo(email)).at(-1)).toContain('paid plugins are suspended');
    const refusals = await world.billing.transactor.run((tx) =>
      new SavedCardGate(
        world.get(CustomersRepository),
        world.get(TenantSuspensionsRepository),
        world.get(Policies),
      ).refusals(tx, { tenantId }),
    );
    expect(refusals).toMatchObject([{ code: 'tenant_suspended' }]);
    await world.round();
    expect(await events('tenant.suspended', tenantId)).toHaveLength(1);

    // Paid with another card: everything resumes from that instant, at the price it is pinned to.
    await world.card(tenantId);
    const { id } = await invoice();
    const scope = { kind: 'caller' as const, personId: null, owners: [tenantId] };
    await withScope(scope, () => world.get(PayInvoice).execute(operatorOf(tenantId), id));
    expect((await invoice()).state).toBe('paid');
    expect(await statusOf(tenantId)).toEqual({ state: 'good', suspended_at: null, overdue: [] });
    expect(await isListed(tenantId)).toBe(false);
    expect(await events('tenant.resumed', tenantId)).toHaveLength(1);
    expect(await segments(tenantId)).toEqual([
      { amount: '4900', open: false },
      { amount: '4900', open: true },
    ]);
    expect((await world.mailTo(email)).at(-1)).toContain('your plugins have resumed');
    expect(await world.proves()).toBe(true);
  });

  it('a payment in the next month makes the share due then, and not a day earlier', async () => {
    const { tenantId, orgId, invoice } = await unpaid();
    await world.live(2);
    expect(await world.balance('author_payable', orgId)).toBe(0n);
    expect(await world.balance('author_pending', orgId)).toBe(SHARE);
    const proposal = await world.proposeWriteOff((await invoice()).id);
    await world.card(tenantId);
    const from = await world.now();
    await world.live(1);
    expect((await invoice()).state).toBe('paid');
    // Nobody is asked in vain.
    expect(
      await world.billing.db.query('select state, note from approvals.approvals where id = $1', [proposal]),
    ).toEqual([{ state: 'superseded', note: 'The invoice is paid.' }]);
    expect(await world.balance('author_payable', orgId)).toBe(SHARE);
    const [booked] = await world.billing.db.query<{ effective_at: Date }>(
      `select effective_at from ledger.ledger_tx where kind = 'invoice_paid' and source_id = $1`,
      [(await invoice()).id],
    );
    expect(booked!.effective_at.getTime()).toBeGreaterThanOrEqual(from.getTime());
  });

  it('without a card the same dates apply, and nothing is sent', async () => {
    const { invoice } = await unpaid(null);
    const first = await invoice();
    expect(first).toMatchObject({ state: 'past_due', last_problem: 'no_payment_method', payments: [] });
    expect(new Date(first.next_retry_at!).getTime() - new Date(first.past_due_at!).getTime()).toBe(DAY_MS);
    expect(new Date(first.suspend_at!).getTime() - new Date(first.past_due_at!).getTime()).toBe(35 * DAY_MS);
  });

  it('a calendar that finance changes later moves no announced date', async () => {
    const { invoice } = await unpaid();
    const announced = (await invoice()).suspend_at;
    await world.policy('payment_retry', { after_days: [2], grace_days: 1 });
    await world.live(1);
    expect((await invoice()).suspend_at).toBe(announced);
    const next = await unpaid();
    const { past_due_at, suspend_at } = await next.invoice();
    expect(new Date(suspend_at!).getTime() - new Date(past_due_at!).getTime()).toBe(3 * DAY_MS);
    await world.policy('payment_retry', { after_days: [1, 3, 7, 14, 21, 28], grace_days: 7 });
  });

  it('a payment that never comes is written off by two people: the platform bears the loss, and the author is due nothing', async () => {
    const { orgId, invoice } = await unpaid();
    const { id } = await invoice();
    const loss = await world.balance('bad_debt');
    const receivable = await world.balance('tenant_receivable');
    const other = world.proposeWriteOff(id, FINANCE, { owed_minor: '4899' });
    await expect(other).rejects.toMatchObject({ code: 'write_off_changed' });
    const proposal = await world.proposeWriteOff(id);
    await expect(world.proposeWriteOff(id, SECOND)).rejects.toMatchObject({ code: 'approval_open' });
    await expect(world.approve(proposal, FINANCE)).rejects.toMatchObject({ code: 'approval_same_person' });
    await world.approve(proposal);
    expect(await invoice()).toMatchObject({ state: 'uncollectible', next_retry_at: null });
    expect(await world.balance('bad_debt')).toBe(loss + PRICE - SHARE);
    expect(await world.balance('tenant_receivable')).toBe(receivable - PRICE);
    expect(await world.balance('author_pending', orgId)).toBe(0n);
    expect(await world.balance('author_payable', orgId)).toBe(0n);
    await world.live(2);
    expect((await invoice()).payments).toHaveLength(1);
    expect(await world.proves()).toBe(true);
  });

  it('a payment after the write-off reverses the loss, and the author gets the share then', async () => {
    const { tenantId, orgId, invoice } = await unpaid();
    const { id } = await invoice();
    const loss = await world.balance('bad_debt');
    await world.approve(await world.proposeWriteOff(id));
    await world.card(tenantId);
    await world.round();
    expect((await invoice()).state).toBe('uncollectible');
    const receivable = await world.balance('tenant_receivable');
    await expect(world.get(PayInvoice).execute(operatorOf(randomUUID()), id)).rejects.toMatchObject({
      code: 'invoice_not_found',
    });
    await world.get(PayInvoice).execute(operatorOf(tenantId), id);
    expect((await invoice()).state).toBe('paid');
    expect(await world.balance('bad_debt')).toBe(loss);
    expect(await world.balance('author_payable', orgId)).toBe(SHARE);
    expect(await world.balance('tenant_receivable')).toBe(receivable);
    await expect(world.get(PayInvoice).execute(operatorOf(tenantId), id)).rejects.toMatchObject({
      code: 'invoice_not_payable',
    });
    expect(await world.proves()).toBe(true);
  });

  it('two workers suspend a tenant once, and a faster payment prevents it', async () => {
    const { tenantId, invoice } = await unpaid();
    await world.later(36);
    await Promise.all([world.get(SuspendTenants).execute(), world.get(SuspendTenants).execute()]);
    expect(await events('tenant.suspended', tenantId)).toHaveLength(1);
    const quick = await unpaid();
    await world.later(36);
    await world.card(quick.tenantId);
    await world.get(PayInvoice).execute(operatorOf(quick.tenantId), (await quick.invoice()).id);
    await world.get(SuspendTenants).execute();
    expect(await events('tenant.suspended', quick.tenantId)).toHaveLength(0);
    expect((await invoice()).state).toBe('past_due');
  });
});
