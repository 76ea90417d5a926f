import { randomUUID } from 'node:crypto';
import { parseStatement, type StatementDocument } from '@portal/statement-proof';
import { ChargeInvoice } from '../../../libs/billing/src/collection/charge-invoice.js';
import { ChargeListingFees } from '../../../libs/billing/src/invoicing/charge-listing-fees.js';
import { parseMonth } from '../../../libs/billing/src/domain/month.js';
import type { AdjustmentScope } from '../../../libs/billing/src/refunds/domain/plan-adjustment.js';
import type { PolicyKey } from '../../../libs/billing/src/policies/domain/policy.js';
import { SavePaymentMethod } from '../../../libs/billing/src/cards/save-payment-method.js';
import { FINANCE } from './billing.js';
import { putInForce } from '../people/by-two.js';
import { operatorOf, SECOND } from './collecting.js';
import { credit, dispute, disputeEnds, refund, scopeOf } from './going-back.js';
import { MoneyWorld, type PaidAuthor } from './money-world.js';

const [JANUARY, FEBRUARY] = ['2026-01', '2026-02'] as const;
const during = { from: `${JANUARY}-01T00:00:00Z`, to: '2026-03-01T00:00:00Z' };

export interface TwoMonths {
  ada: PaidAuthor;
  bob: PaidAuthor;
  /** Sealed statements as their authors download them, by author, month and currency: `ada 2026-01 usd`. */
  statements: ReadonlyMap<string, StatementDocument>;
  /** Root of the month sealed last. */
  root: string;
}

/** Puts a policy in force by two people. */
const decide = async (world: MoneyWorld, key: PolicyKey, value: unknown, validFrom: Date): Promise<void> =>
  putInForce(world, await world.owner(), [FINANCE, SECOND], { key, value, validFrom });

/** Documents name the operator from now on, or nobody: then no self-billing invoice is issued. */
export const nameOperator = (
  world: MoneyWorld,
  name: 'Host Platform B.V.' | null = 'Host Platform B.V.',
): Promise<void> => {
  const named = { legal_name: name, address: 'Keizersgracht 1\nAmsterdam', country: 'NL', tax_id: 'NL004495445B01' };
  const nobody = { legal_name: null, address: null, country: null, tax_id: null };
  return decide(world, 'operator_identity', name === null ? nobody : named, new Date());
};

/** A tenant whose invoices the processor really charges. */
export async function payingTenant(world: MoneyWorld): Promise<string> {
  const tenantId = randomUUID();
  await world.query(`insert into installs.tenants (id, name, external_id) values ($1::uuid, 'Acme', $1::text)`, [
    tenantId,
  ]);
  await card(world, tenantId);
  return tenantId;
}

async function card(world: MoneyWorld, tenantId: string): Promise<void> {
  await world.get(SavePaymentMethod).execute(operatorOf(tenantId), tenantId, 'pm_card_bypassPending');
}

/** Charges every open invoice of the month at the processor; who has no card stays as it is. */
export async function chargeAll(world: MoneyWorld, month: string): Promise<void> {
  const rows = await world.query<{ id: string }>(
    `select i.id from billing.invoices i join billing.tenant_customers c on c.tenant_id = i.tenant_id
     where i.month = ($1 || '-01')::date and i.state in ('open', 'past_due') order by i.number_seq`,
    [month],
  );
  for (const { id } of rows) await world.get(ChargeInvoice).execute(id, { asked: true });
}

/**
 * Two months of two authors with everything that can be on a statement: several prices of an install, a payment by
 * credit note made smaller, one that comes a month late, refunds of a part, of a line and of all, disputes won and lost,
 * a listing fee, a reserve, a balance too small to be paid, another currency. Nothing is written past the engine but the
 * installs. `joined`: what each author does first.
 */
export async function runMonths(
  world: MoneyWorld,
  joined: (author: PaidAuthor) => Promise<unknown> = () => Promise.resolve(),
): Promise<TwoMonths> {
  const [ada, bob] = [await world.author({ name: 'Ada & Łódź' }), await world.author({ name: 'Bob' })];
  for (const author of [ada, bob]) await joined(author);
  await decide(world, 'listing_fee', { usd: '2900' }, new Date('2001-01-01T00:00:00Z'));
  await decide(world, 'listing_fee_collection', 'carry', new Date('2001-01-01T00:00:00Z'));
  // One goes back by itself with the next run, as its date has come by then; the other stays.
  for (const hold of [
    { kind: 'manual', basis_points: 1_000, window_months: 2, reason: 'Many disputes.' },
    { kind: 'tax', basis_points: 500, reason: 'A form is missing.' },
  ])
    await world.post(world.preparer, '/finance/payout-holds', { org_id: ada.orgId, ...hold });

  const tenants = [];
  for (let n = 0; n < 6; n += 1) tenants.push(await payingTenant(world));
  const [whole, credited, partly, disputed, lost, euro] = tenants as [string, string, string, string, string, string];
  const late = randomUUID();
  await world.query(`insert into installs.tenants (id, name, external_id) values ($1::uuid, 'Late', $1::text)`, [late]);
  // Lines are in the order of their installs: the numbers make it the same every time.
  let installs = 0;
  const install = (orgId: string, tenantId: string, amount: bigint, more: object = {}): Promise<string> => {
    const installId = `0190a000-0000-7000-8000-${String((installs += 1)).padStart(12, '0')}`;
    return world.segment({ installId, orgId, tenantId, amount, ...during, ...more });
  };
  const changed = await install(ada.orgId, whole, 9_901n, { to: '2026-01-20T07:30:01Z' });
  await install(ada.orgId, whole, 14_903n, { from: '2026-01-20T07:30:01Z', installId: changed });
  await install(ada.orgId, whole, 4_907n, { from: '2026-01-10T12:00:00Z' });
  await install(bob.orgId, whole, 1_001n);
  await install(ada.orgId, credited, 3_001n);
  const withdrawn = await install(ada.orgId, credited, 2_003n, { to: '2026-02-01T00:00:00Z' });
  await install(ada.orgId, late, 5_003n, { to: '2026-02-01T00:00:00Z' });
  await install(ada.orgId, partly, 7_007n);
  await install(ada.orgId, disputed, 8_009n);
  await install(ada.orgId, lost, 5_011n, { to: '2026-01-25T00:00:00Z' });
  await install(ada.orgId, euro, 6_013n, { currency: 'eur' });
  await install(bob.orgId, euro, 5_501n, { from: '2026-02-03T00:00:00Z' });

  const lineOf = async (installId: string, month: string): Promise<string> => {
    const [row] = await world.query<{ id: string }>(
      `select id from billing.invoice_lines where install_id = $1 and month = ($2 || '-01')::date order by from_at limit 1`,
      [installId, month],
    );
    return row!.id;
  };
  const refunded = async (tenantId: string, scope: AdjustmentScope) =>
    refund(world, (await world.invoiceOf(tenantId, JANUARY, 'usd')).id, scope);
  const disputeOf = async (tenantId: string, amount: bigint, outcomes: string[] = []): Promise<string> =>
    dispute(world, (await world.invoiceOf(tenantId, JANUARY, 'usd')).intent!, amount, outcomes);

  await world.closeMonth(JANUARY);
  const line = { lineId: await lineOf(withdrawn, JANUARY) };
  await credit(world, (await world.invoiceOf(credited, JANUARY)).id, { kind: 'lines', lines: [line] });
  await chargeAll(world, JANUARY);
  await refunded(partly, scopeOf(1_000n));
  await disputeOf(lost, 2_001n, ['lost']);
  const open = await disputeOf(disputed, 8_009n);
  await world.finish(await world.prepare(JANUARY));

  await world.query(`insert into billing.periods (month) values ('2026-02-01') on conflict do nothing`);
  const listing = { driveId: randomUUID(), name: 'Notes', orgId: ada.orgId, orgName: ada.name, currency: 'usd' };
  await world.get(ChargeListingFees).charge(parseMonth(FEBRUARY), [listing]);
  await world.closeMonth(FEBRUARY);
  await card(world, late);
  await chargeAll(world, JANUARY);
  await chargeAll(world, FEBRUARY);
  await disputeEnds(world, open, 'won');
  await refunded(partly, scopeOf());
  await refunded(whole, scopeOf(500n));
  const one = { lineId: await lineOf(changed, JANUARY), amountMinor: 333n };
  await refunded(whole, { kind: 'lines', lines: [one] });
  await world.finish(await world.prepare(FEBRUARY));
  await world.seal();

  const statements = new Map<string, StatementDocument>();
  for (const [name, author] of [
    ['ada', ada],
    ['bob', bob],
  ] as const)
    for (const [month, currency] of [
      [JANUARY, 'usd'],
      [JANUARY, 'eur'],
      [FEBRUARY, 'usd'],
      [FEBRUARY, 'eur'],
    ] as const) {
      if (name === 'bob' && currency === 'eur') continue;
      const { id } = await world.statementOf(author, month, currency);
      const text = await world.file(author.session, `/author/statements/${id}/json`);
      statements.set(`${name} ${month} ${currency}`, parseStatement(text));
    }
  return { ada, bob, statements, root: (await world.roots())[0]!.root };
}
