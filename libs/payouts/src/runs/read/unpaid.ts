import { Injectable } from '@nestjs/common';
import { Billing } from '@portal/billing';
import { Ledger, type AccountCode, type OwnerBalance } from '@portal/ledger';
import { Transactor, type Tx } from '@portal/platform/database';
import { explainUnpaid, type HeldAmount, type PayoutUnderWay, type UnpaidInput } from '../domain/explain-unpaid.js';
import { planPayout, type PayoutInput, type PayoutPlan } from '../domain/plan-payout.js';
import { describeUnpaid } from '../domain/unpaid.js';
import type { UnpaidView } from '../http/payouts.view.js';
import { nextRun } from './next-run.js';
import { PayoutInputs } from './payout-inputs.js';

/**
 * What the next run pays of the money of an author in one currency, and every amount that is not paid yet with its reason
 * and date. Pages, the API and the earnings of the open month all use this forecast.
 */
export function forecastOf(currency: string, input: UnpaidInput): UnpaidView {
  const parts = explainUnpaid(input);
  const plan = planPayout(input.next);
  return {
    currency,
    total_minor: parts.reduce((sum, part) => sum + part.amountMinor, 0n).toString(),
    next_payout_on: input.nextRunAt.toISOString().slice(0, 10),
    next_payout_minor: plan.amountMinor.toString(),
    next_held_minor: plan.heldMinor.toString(),
    parts: parts.map(describeUnpaid),
  };
}

/** The forecasts of one author by currency, of what is booked now. */
@Injectable()
export class Unpaid {
  constructor(
    private readonly transactor: Transactor,
    private readonly ledger: Ledger,
    private readonly inputs: PayoutInputs,
    private readonly billing: Billing,
  ) {}

  /** What the next run pays by currency, and its month, `YYYY-MM`. */
  async next(orgId: string): Promise<{ month: string; plans: ReadonlyMap<string, PayoutPlan> }> {
    return this.transactor.run(
      async (tx) => {
        const balances = await this.ledger.balancesOfOwner(tx, orgId);
        const payable = balances.filter(({ code }) => code === 'author_payable');
        const { month, facts } = await this.inputs.next(tx, { orgId, balances: payable });
        return { month, plans: new Map(facts.map(({ currency, input }) => [currency, planPayout(input)])) };
      },
      { isolation: 'REPEATABLE READ' },
    );
  }

  async of(orgId: string): Promise<UnpaidView[]> {
    const waits = await this.billing.waitsOfAuthor(orgId);
    return this.transactor.run(
      async (tx) => {
        const { month, at: nextRunAt } = await nextRun(tx);
        const balances = await this.ledger.balancesOfOwner(tx, orgId);
        const pending = balancesIn(balances, 'author_pending');
        const disputed = balancesIn(balances, 'author_disputed');
        const held = await heldAmounts(tx, orgId);
        const underWay = await payoutsUnderWay(tx, orgId);
        const payable = balances.filter(({ code }) => code === 'author_payable');
        const facts = await this.inputs.at(tx, month, null, { orgId, balances: payable });
        const next = new Map(facts.map(({ currency, input }) => [currency, input]));
        const reserved = [...held.keys()].map((key) => key.split(' ')[1]!);
        const currencies = new Set(
          [pending, disputed, underWay, next].flatMap((map) => [...map.keys()]).concat(reserved),
        );
        return [...currencies].sort().map((currency) =>
          forecastOf(currency, {
            pendingMinor: pending.get(currency) ?? 0n,
            chargedAgainAt: waits.get(currency)?.chargedAgainAt ?? null,
            disputedMinor: disputed.get(currency) ?? 0n,
            answerBy: waits.get(currency)?.answerBy ?? null,
            held: held.get(`${orgId} ${currency}`) ?? [],
            underWay: underWay.get(currency) ?? [],
            next: next.get(currency) ?? nothing(month),
            nextRunAt,
            now: tx.now,
          }),
        );
      },
      { isolation: 'REPEATABLE READ' },
    );
  }
}

/** Those of one code by currency, without those of 0. */
export function balancesIn(balances: readonly (OwnerBalance & { code: AccountCode })[], of: AccountCode) {
  return new Map(
    balances
      .filter(({ code, balanceMinor }) => code === of && balanceMinor !== 0n)
      .map(({ currency, balanceMinor }) => [currency, balanceMinor]),
  );
}

export const nothing = (month: string): PayoutInput => ({
  month,
  balanceMinor: 0n,
  minimumMinor: 1n,
  multipleMinor: 1n,
  account: { state: 'none' },
});

/** What holds keep by `org currency`; of one author, or of all. */
export async function heldAmounts(tx: Tx, orgId: string | null): Promise<Map<string, HeldAmount[]>> {
  const rows = await tx.query<Omit<HeldAmount, 'amountMinor'> & { currency: string; amountMinor: string }>(
    `select a.hold_id as "holdId", h.kind, a.org_id || ' ' || a.currency as currency, a.amount as "amountMinor", coalesce(a.release_at, h.ends_at) as "releaseAt", h.reason
     from payouts.held_amounts a join payouts.payout_holds h on h.id = a.hold_id
     where ($1::uuid is null or a.org_id = $1) and a.released_at is null order by "releaseAt" nulls last, a.hold_id, a.month`,
    [orgId],
  );
  return grouped(rows, ({ currency: _, ...row }) => ({ ...row, amountMinor: BigInt(row.amountMinor) }));
}

async function payoutsUnderWay(tx: Tx, orgId: string): Promise<Map<string, PayoutUnderWay[]>> {
  const rows = await tx.query<{ currency: string; amount: string; look_up_at: Date | null; paused: boolean }>(
    `select p.currency, p.amount, r.paused or r.paused_currencies ? p.currency as paused, (select max(a.first_sent_at) + interval '23 hours' from payouts.payout_attempts a
       where a.payout_id = p.id and a.state = 'unknown') as look_up_at
     from payouts.payouts p join payouts.payout_runs r on r.id = p.run_id where p.org_id = $1 and p.state in ('reserved', 'sending') order by p.id`,
    [orgId],
  );
  return grouped(rows, ({ amount, look_up_at: lookUpAt, paused }) => ({
    amountMinor: BigInt(amount),
    lookUpAt,
    paused,
  }));
}

function grouped<R extends { currency: string }, T>(rows: readonly R[], make: (row: R) => T): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(row.currency, [...(groups.get(row.currency) ?? []), make(row)]);
  return groups;
}
