import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { parseStatement } from '@portal/statement-proof';
import { ChargeInvoice } from '../../libs/billing/src/collection/charge-invoice.js';
import { WriteOffKind } from '../../libs/billing/src/collection/write-offs/write-off.js';
import { WriteOffs } from '../../libs/billing/src/collection/write-offs/write-offs.js';
import { ReviewHolds } from '../../libs/payouts/src/holds/review-holds.js';
import type { EarningsView } from '../../libs/statements/src/http/statements.view.js';
import { credit, dispute, refund, scopeOf } from '../support/money/going-back.js';
import { MoneyWorld, type PaidAuthor } from '../support/money/money-world.js';
import { payingTenant } from '../support/money/two-months.js';

/**
 * The page of earnings before a run, the run, and the statement after it. What they must say is read from the entries of
 * the ledger by SQL of this file and from the processor's transfers, not from the code that makes either of them.
 */
const world = MoneyWorld.forTests();

const CURRENCIES = ['usd', 'eur', 'jpy'] as const;
type Currency = (typeof CURRENCIES)[number];

const STEPS = ['credit', 'credit_all', 'write_off', 'refund', 'refund_all', 'dispute', 'lost', 'won', 'none'] as const;
type Step = (typeof STEPS)[number];

/** Course of the invoice of each tenant, paid or not; and further events of each author in the month. */
const MONTH = fc.record({
  paid: fc.array(fc.record({ step: fc.constantFrom(...STEPS), amount: fc.bigInt({ min: 1n, max: 900n }) }), {
    minLength: 6,
    maxLength: 6,
  }),
  unpaid: fc.array(
    fc.record({
      step: fc.constantFrom<Step>('credit', 'credit_all', 'write_off', 'none'),
      amount: fc.bigInt({ min: 1n, max: 900n }),
    }),
    { minLength: 3, maxLength: 3 },
  ),
  fee: fc.bigInt({ min: 0n, max: 2_000n }),
});

/** Minor units on the author's side, of the ledger's entries alone. */
async function ledger(orgId: string, code: string, currency: string, where = 'true'): Promise<bigint> {
  const [row] = await world.query<{ total: string }>(
    `select coalesce(-sum(e.amount), 0)::text as total from ledger.ledger_entry e join ledger.ledger_account a on a.id = e.account_id
       join ledger.ledger_tx t on t.id = e.tx_id
     where a.owner_id = $1 and a.code = $2 and a.currency = $3 and ${where}`,
    [orgId, code, currency],
  );
  return BigInt(row!.total);
}

/** After the cutoff of the run that was prepared last. */
const SINCE = `t.id > coalesce((select max(r.cutoff_tx) from payouts.payout_runs r where r.state <> 'cancelled'), 0)`;
const PAYOUTS_OWN = `t.kind in ('payout_reserve', 'payout_released', 'payout_settled')`;

async function page(author: PaidAuthor, month: string, currency: Currency): Promise<EarningsView> {
  const answer = await world.read<EarningsView>(author.session, `/author/earnings?month=${month}&currency=${currency}`);
  expect(answer.status).toBe(200);
  expectOneWordOneNumber(answer.data);
  return answer.data;
}
const bars = (view: EarningsView): Record<string, bigint> =>
  Object.fromEntries(view.waterfall.map((step) => [step.code, BigInt(step.amount_minor)]));
const bar = (of: Record<string, bigint>, code: string): bigint => of[code] ?? 0n;

async function charge(tenantId: string, month: string) {
  const { id } = await world.invoiceOf(tenantId, month);
  await world.get(ChargeInvoice).execute(id, { asked: true });
  return world.invoiceOf(tenantId, month);
}

/** A credit note before the payment, the charge, and later reversals. */
async function apply(tenantId: string, month: string, { step, amount }: { step: Step; amount: bigint }): Promise<void> {
  const before = await world.invoiceOf(tenantId, month);
  if (step === 'credit') await credit(world, before.id, scopeOf(amount));
  if (step === 'credit_all') return void (await credit(world, before.id, scopeOf()));
  const { id, state, intent } = await charge(tenantId, month);
  if (step === 'write_off' && state === 'past_due')
    await world.byTwo({ kind: WriteOffKind, payload: await world.get(WriteOffs).owed(id) });
  if (intent === null) return;
  if (step === 'refund') await refund(world, id, scopeOf(amount));
  if (step === 'refund_all') await refund(world, id, scopeOf());
  if (step === 'dispute') await dispute(world, intent);
  if (step === 'won' || step === 'lost') await dispute(world, intent, undefined, [step]);
}

/** The figures and the lines say the same, and no bar has a gap before it. */
function expectOneWordOneNumber(view: EarningsView): void {
  if (view.waterfall.length === 0) return;
  const of = bars(view);
  const sum = (column: 'gross_minor' | 'platform_minor' | 'author_minor'): bigint =>
    view.lines.filter(({ state }) => state === 'earned').reduce((total, line) => total + BigInt(line[column]), 0n);
  expect([bar(of, 'sales'), -bar(of, 'platform'), bar(of, 'share')]).toEqual([
    sum('gross_minor'),
    sum('platform_minor'),
    sum('author_minor'),
  ]);
  expect(BigInt(view.earned_minor)).toBe(bar(of, 'share'));
  let reached = bar(of, 'sales');
  for (const { kind, from_minor, to_minor } of view.waterfall) {
    if (kind === 'step') expect(BigInt(from_minor)).toBe(reached);
    reached = BigInt(to_minor);
  }
}

const KINDS = {
  refunds: ['refund', 'refund_failed', 'credit_note'],
  disputes: ['dispute_opened', 'dispute_won', 'dispute_lost', 'dispute_appeal_won'],
  fees: ['listing_fee', 'dispute_fee'],
} as const;
const CARD = ['sales', 'platform', 'share', 'refunds', 'disputes', 'fees', 'opening', 'other', 'held', 'carried'];
const BOOKED = ['share', 'refunds', 'disputes', 'fees', 'other'];

/** The page equals the ledger before the run: everything that is owed is paid next, held, or carried. */
async function expectAsInTheLedger(author: PaidAuthor, month: string, currency: Currency) {
  const view = await page(author, month, currency);
  const of = bars(view);
  expect(-bar(of, 'held') - bar(of, 'carried') + bar(of, 'next_payout')).toBe(
    await ledger(author.orgId, 'author_payable', currency),
  );
  expect(BOOKED.reduce((sum, code) => sum + bar(of, code), 0n)).toBe(
    await ledger(author.orgId, 'author_payable', currency, `${SINCE} and not ${PAYOUTS_OWN}`),
  );
  for (const code of ['disputes', 'fees'] as const)
    expect([code, bar(of, code)]).toEqual([
      code,
      await ledger(
        author.orgId,
        'author_payable',
        currency,
        `${SINCE} and t.kind in (${KINDS[code].map((kind) => `'${kind}'`).join()})`,
      ),
    ]);
  return of;
}

describe('the page of earnings before the run, and the statement after it', () => {
  it('agree over credit notes, write-offs, refunds, disputes, fees, holds, other accounts and currencies', async () => {
    const authors = [
      await world.author({ name: 'Page A' }),
      await world.author({ name: 'Page B' }),
      await world.author({ name: 'Page C', account: 'none' }),
    ];
    const [a, b] = authors as [PaidAuthor, PaidAuthor, PaidAuthor];
    await world.post(world.preparer, '/finance/payout-holds', {
      ...{ org_id: b.orgId, kind: 'manual', basis_points: 1_500, window_months: 3, reason: 'Many disputes.' },
    });
    const paying: string[] = [];
    for (let n = 0; n < 6; n += 1) paying.push(await payingTenant(world));
    const unpaid = Array.from({ length: 3 }, () => randomUUID());
    for (const tenantId of unpaid)
      await world.query(`insert into installs.tenants (id, name, external_id) values ($1::uuid, 'Late', $1::text)`, [
        tenantId,
      ]);
    let price = 3_001n;
    for (const [n, tenantId] of [...paying, ...unpaid].entries())
      for (const { orgId } of authors)
        await world.segment({
          ...{ orgId, tenantId, currency: CURRENCIES[n % 3]!, amount: (price += 1_237n) },
          ...{ from: '2026-01-01T00:00:00Z', to: '2026-05-01T00:00:00Z' },
        });
    // Of the platform itself: on no page of theirs.
    await world.segment({ orgId: null, tenantId: paying[0]!, from: '2026-01-01T00:00:00Z', amount: 7_000n, bps: 0 });
    const seen = new Set<string>();
    for (const [n, plan] of fc.sample(MONTH, 4).entries()) {
      const month = `2026-0${n + 1}`;
      await world.closeMonth(month);
      for (const [i, tenantId] of paying.entries()) await apply(tenantId, month, plan.paid[i]!);
      for (const [i, tenantId] of unpaid.entries()) await apply(tenantId, month, plan.unpaid[i]!);
      if (plan.fee > 0n) await world.book(a, 'listing_fee', 'listing_fee', -plan.fee);
      if (n === 2) {
        await world.post(a.session, '/author/payout-account/swap');
        await world.verifyNewest(a);
      }
      // Every hour by itself, and once more when a run is prepared.
      await world.get(ReviewHolds).execute();
      const before = new Map<string, Record<string, bigint>>();
      for (const author of authors)
        for (const currency of CURRENCIES) {
          const said = await expectAsInTheLedger(author, month, currency);
          for (const [code, amount] of Object.entries(said)) if (amount !== 0n) seen.add(code);
          before.set(`${author.orgId} ${currency}`, said);
        }
      const run = await world.finish(await world.prepare(month));
      await world.seal();
      for (const author of authors)
        for (const currency of CURRENCIES) {
          const said = before.get(`${author.orgId} ${currency}`)!;
          const { id } = await world.statementOf(author, month, currency);
          const files = `/author/statements/${id}`;
          const { statement: s, entries } = parseStatement(await world.file(author.session, `${files}/json`));
          const counted = (of: readonly string[]): bigint =>
            entries
              .filter(({ kind }) => of.includes(kind))
              .reduce((sum, { amount_minor }) => sum + BigInt(amount_minor), 0n);
          expect({
            share: bar(said, 'share'),
            refunds: bar(said, 'refunds'),
            disputes: bar(said, 'disputes'),
            fees: bar(said, 'fees'),
            opening: bar(said, 'opening'),
            held: -bar(said, 'held'),
            carried: -bar(said, 'carried'),
            paid: bar(said, 'next_payout'),
          }).toEqual({
            share: BigInt(s.earned_minor),
            refunds: counted(KINDS.refunds),
            disputes: counted(KINDS.disputes),
            fees: counted(KINDS.fees),
            opening: BigInt(s.opening_minor),
            held: BigInt(s.held_minor),
            carried: BigInt(s.carried_minor),
            paid: BigInt(s.paid_minor),
          });
          const csv = await world.file(author.session, `${files}/csv`);
          const cell = (row: string): bigint =>
            BigInt(
              csv
                .split('\r\n')
                .find((line) => line.startsWith(`${row},`))!
                .split(',')[3]!,
            );
          for (const code of ['sales', 'platform', 'refunds', 'disputes', 'fees', 'opening'])
            expect([code, cell(code)]).toEqual([code, bar(said, code)]);
          // Amount that the run took from the balance for its transfer.
          const payout = run.payouts.find((one) => one.org_id === author.orgId && one.currency === currency);
          const moved = payout
            ? await ledger(
                author.orgId,
                'author_payable',
                currency,
                `t.kind = 'payout_reserve' and t.source_id = '${payout.id}'`,
              )
            : 0n;
          expect(-moved).toBe(bar(said, 'next_payout'));
          // The month's page after the run: the same figures, with the payout made.
          const after = bars(await page(author, month, currency));
          for (const code of CARD) expect([code, bar(after, code)]).toEqual([code, bar(said, code)]);
          expect(bar(after, 'paid')).toBe(bar(said, 'next_payout'));
        }
    }
    expect([...seen]).toEqual(
      expect.arrayContaining(['sales', 'refunds', 'disputes', 'fees', 'opening', 'held', 'carried', 'next_payout']),
    );
  });

  it('leave what another run paid first to that run', async () => {
    const author = await world.author({ name: 'Page D' });
    const tenantId = await payingTenant(world);
    await world.segment({
      ...{ orgId: author.orgId, tenantId, amount: 8_000n },
      ...{ from: '2026-06-01T00:00:00Z', to: '2026-07-01T00:00:00Z' },
    });
    await world.closeMonth('2026-05');
    await world.closeMonth('2026-06');
    await charge(tenantId, '2026-06');
    // The next run is that of May.
    const [may, june] = [await page(author, '2026-05', 'usd'), await page(author, '2026-06', 'usd')];
    const of = bars(may);
    expect([bar(of, 'sales'), bar(of, 'share'), bar(of, 'next_payout')]).toEqual([8_000n, 5_600n, 5_600n]);
    expect([june.waterfall, june.earned_minor]).toEqual([[], '0']);
    await world.finish(await world.prepare('2026-05'));
    expect(bar(bars(await page(author, '2026-05', 'usd')), 'paid')).toBe(5_600n);
    const after = bars(await page(author, '2026-06', 'usd'));
    expect([bar(after, 'sales'), bar(after, 'next_payout')]).toEqual([0n, 0n]);
  });
});
