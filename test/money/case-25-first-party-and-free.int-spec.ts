import { Ledger } from '@portal/ledger';
import { Transactor } from '@portal/platform/database';
import { Reconcile, ReconciliationModule, ReconciliationWorkerModule } from '@portal/reconciliation';
import { verifyStatements, parseStatement } from '@portal/statement-proof';
import type { AdjustmentScope } from '../../libs/billing/src/refunds/domain/plan-adjustment.js';
import type { ReconciliationView } from '../../libs/reconciliation/src/http/reconciliation.view.js';
import { MoneyWorld, type PaidAuthor } from '../support/money/money-world.js';
import { chargeAll, payingTenant } from '../support/money/two-months.js';
import { refund } from '../support/money/going-back.js';

describe('Case 25: months of the platform’s own Drives and free ones, executed and sealed', () => {
  const world = MoneyWorld.forTests([ReconciliationModule, ReconciliationWorkerModule]);
  let [paid, free]: [PaidAuthor, PaidAuthor] = [undefined!, undefined!];
  let tenant = '';
  const APRIL = '2026-04';
  const MAY = '2026-05';

  beforeAll(async () => {
    paid = await world.author({ name: 'Paid' });
    free = await world.author({ name: 'Free', account: 'none' });
    tenant = await payingTenant(world);
    const from = '2026-04-01T00:00:00Z';
    // Of the platform itself, at the price that it asks its own tenants; free of the same; free of an author.
    await world.segment({ orgId: null, tenantId: tenant, from, amount: 12_000n, bps: 0, driveName: 'Ours' });
    await world.segment({ orgId: null, tenantId: tenant, from, amount: 0n, bps: 0, driveName: 'Ours for nothing' });
    await world.segment({ orgId: free.orgId, tenantId: tenant, from, amount: 0n, driveName: 'Gift' });
    await world.segment({
      orgId: paid.orgId,
      tenantId: tenant,
      from: '2026-05-01T00:00:00Z',
      amount: 10_000n,
      driveName: 'Theirs',
    });
  });

  /** Everything in the ledger, by account, as its own side has it; tenants and their author summed. */
  async function ledger(): Promise<Record<string, string>> {
    const rows = await world.query<{ account: string; net: string }>(
      `select a.code || case when a.owner_id = $1 then ' paid' when a.owner_id = $2 then ' free' when c.owned then ' other' else '' end as account,
         (sum(e.amount) * case when c.kind in ('asset', 'expense') then 1 else -1 end)::text as net
       from ledger.ledger_entry e join ledger.ledger_account a on a.id = e.account_id join ledger.account_code c on c.code = a.code
       where a.code not in ('processor_fee', 'stripe_balance', 'bank') group by 1, c.kind having sum(e.amount) <> 0 order by 1`,
      [paid.orgId, free.orgId],
    );
    return Object.fromEntries(rows.map(({ account, net }) => [account, net]));
  }
  async function booksAgree(): Promise<void> {
    await world.get(Reconcile).daily();
    const books = (await world.read<ReconciliationView>(world.preparer, '/finance/reconciliation')).data;
    expect(books.equalities.filter(({ holds }) => !holds)).toEqual([]);
    expect(books).toMatchObject({ holds: true, blocking: 0 });
    const proof = await world.get(Ledger).proof({ full: true });
    expect(proof.checks.filter(({ ok }) => !ok)).toEqual([]);
  }
  const refundOf = async (month: string, scope: AdjustmentScope) =>
    refund(world, (await world.invoiceOf(tenant, month)).id, scope);
  const lineOf = async (month: string, driveName: string): Promise<string> =>
    (
      await world.query<{ id: string }>(
        `select l.id from billing.invoice_lines l join billing.install_segments s on s.id = l.segment_id
         where l.month = ($1 || '-01')::date and s.drive_name = $2`,
        [month, driveName],
      )
    )[0]!.id;
  const statementsOf = async (month: string) =>
    world.query<{ org_id: string; paid: string; outcome: string }>(
      `select org_id, facts ->> 'paid_minor' as paid, facts ->> 'outcome' as outcome from statements.statements where month = $1`,
      [month],
    );

  it('a month without payable authors: its run settles without a payout, the platform keeps first-party income, and a free author has a row of zeros', async () => {
    await world.closeMonth(APRIL);
    expect(await ledger()).toEqual({ first_party_revenue: '12000', tenant_receivable: '12000' });
    await chargeAll(world, APRIL);
    expect(await ledger()).toEqual({ first_party_revenue: '12000' });
    await booksAgree();

    const run = await world.finish(await world.prepare(APRIL));
    expect(run).toMatchObject({ state: 'settled', payouts: [] });
    await world.seal();
    expect(await statementsOf(APRIL)).toEqual([{ org_id: free.orgId, paid: '0', outcome: 'nothing' }]);
    const { id } = await world.statementOf(free, APRIL);
    const text = await world.file(free.session, `/author/statements/${id}/json`);
    const document = parseStatement(text);
    expect(document.statement).toMatchObject({
      opening_minor: '0',
      closing_minor: '0',
      paid_minor: '0',
      transfer_id: null,
    });
    expect(document.lines).toEqual([]);
    const roots = (await world.roots()).map(({ root }) => root);
    const [verdict] = verifyStatements([{ name: 'free', document }], roots);
    expect(verdict!.checks.filter(({ ok }) => !ok)).toEqual([]);
    // Nothing of it is in the books: neither a booking nor an account of theirs.
    expect(
      await world.query('select 1 from ledger.ledger_account where owner_id = any($1)', [[free.orgId, paid.orgId]]),
    ).toEqual([]);
    expect(await ledger()).toEqual({ first_party_revenue: '12000' });
    await booksAgree();
  });

  it('a paid Drive on the same invoice: its author alone is paid, 70 of 100 of their own line', async () => {
    await world.closeMonth(MAY);
    await chargeAll(world, MAY);
    expect(await ledger()).toEqual({
      first_party_revenue: '24000',
      platform_revenue: '3000',
      'author_payable paid': '7000',
    });
    const run = await world.finish(await world.prepare(MAY));
    expect(run.payouts).toMatchObject([{ org_id: paid.orgId, amount_minor: '7000', state: 'settled' }]);
    expect(run.payouts).toHaveLength(1);
    await world.seal();
    expect((await statementsOf(MAY)).map(({ org_id, paid: amount }) => [org_id, amount]).sort()).toEqual(
      [
        [free.orgId, '0'],
        [paid.orgId, '7000'],
      ].sort(),
    );
    expect(await ledger()).toEqual({ first_party_revenue: '24000', platform_revenue: '3000' });
    await booksAgree();
  });

  it('a refund of a first-party line takes nothing from others; one of the whole invoice reverses exactly the author’s share', async () => {
    await refundOf(MAY, { kind: 'lines', lines: [{ lineId: await lineOf(MAY, 'Ours'), amountMinor: 5_000n }] });
    expect(await ledger()).toEqual({ first_party_revenue: '19000', platform_revenue: '3000' });
    await refundOf(APRIL, { kind: 'full' });
    expect(await ledger()).toEqual({ first_party_revenue: '7000', platform_revenue: '3000' });
    await refundOf(MAY, { kind: 'full' });
    // Nothing is left of either; the author, who was paid, owes the share back.
    expect(await ledger()).toEqual({ 'author_payable paid': '-7000' });
    await booksAgree();
    await world.app
      .get(Transactor)
      .run((tx) =>
        tx.query(`update billing.install_segments set ended_at = '2026-06-01T00:00:00Z' where ended_at is null`),
      );
    await world.closeMonth('2026-06');
    const run = await world.finish(await world.prepare('2026-06'));
    expect(run).toMatchObject({ state: 'settled', payouts: [{ org_id: paid.orgId, amount_minor: '0' }] });
    await world.seal();
    await booksAgree();
  });
});
