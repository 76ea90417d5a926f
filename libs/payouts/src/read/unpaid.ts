import { Injectable } from '@nestjs/common';
import { Ledger, type AccountCode } from '@portal/ledger';
import { Transactor, type Tx } from '@portal/platform';
import { explainUnpaid, type HeldAmount, type PayoutUnderWay } from '../domain/explain-unpaid.js';
import { planPayout, type PayoutInput } from '../domain/plan-payout.js';
import { monthOf, UNPAID_TEXT, WAITS_FOR, type HoldKind, type UnpaidPart } from '../domain/unpaid.js';
import type { UnpaidPartView, UnpaidView } from '../http/payouts.view.js';
import { PayoutInputs } from './payout-inputs.js';

/** Everything that is not paid to one author, by currency: each cent with its reason and when it is expected. */
@Injectable()
export class Unpaid {
  constructor(
    private readonly transactor: Transactor,
    private readonly ledger: Ledger,
    private readonly inputs: PayoutInputs,
  ) {}

  async of(orgId: string): Promise<UnpaidView[]> {
    return this.transactor.run(
      async (tx) => {
        const pending = await this.balances(tx, 'author_pending', orgId);
        const disputed = await this.balances(tx, 'author_disputed', orgId);
        const held = await heldAmounts(tx, orgId);
        const underWay = await payoutsUnderWay(tx, orgId);
        const next = new Map(
          (await this.inputs.at(tx, monthOf(tx.now), null, orgId)).map((facts) => [facts.currency, facts.input]),
        );
        const currencies = new Set([pending, disputed, held, underWay, next].flatMap((map) => [...map.keys()]));
        return [...currencies].sort().map((currency) => {
          const input = next.get(currency) ?? nothing(monthOf(tx.now));
          const parts = explainUnpaid({
            pendingMinor: pending.get(currency) ?? 0n,
            disputedMinor: disputed.get(currency) ?? 0n,
            held: held.get(currency) ?? [],
            underWay: underWay.get(currency) ?? [],
            next: input,
          });
          return {
            currency,
            total_minor: parts.reduce((sum, part) => sum + part.amountMinor, 0n).toString(),
            next_payout_minor: planPayout(input).amountMinor.toString(),
            parts: parts.map(partView),
          };
        });
      },
      { isolation: 'REPEATABLE READ' },
    );
  }

  private async balances(tx: Tx, code: AccountCode, orgId: string): Promise<Map<string, bigint>> {
    const rows = await tx.query<{ currency: string }>(
      'select currency from ledger.ledger_account where code = $1 and owner_id = $2 order by currency',
      [code, orgId],
    );
    const found = new Map<string, bigint>();
    for (const { currency } of rows) {
      const balance = await this.ledger.balance(tx, { code, ownerId: orgId, currency });
      if (balance !== 0n) found.set(currency, balance);
    }
    return found;
  }
}

export function partView(part: UnpaidPart): UnpaidPartView {
  return {
    reason: part.reason,
    reason_text: UNPAID_TEXT[part.reason],
    amount_minor: part.amountMinor.toString(),
    expected_at: part.expectedAt?.toISOString() ?? null,
    waits_for: WAITS_FOR[part.reason],
    hold_id: part.holdId,
    note: part.note,
  };
}

const nothing = (month: string): PayoutInput => ({
  month,
  balanceMinor: 0n,
  minimumMinor: 1n,
  multipleMinor: 1n,
  account: { state: 'none' },
});

async function heldAmounts(tx: Tx, orgId: string): Promise<Map<string, HeldAmount[]>> {
  const rows = await tx.query<{
    hold_id: string;
    kind: HoldKind;
    currency: string;
    amount: string;
    release_at: Date | null;
    reason: string;
  }>(
    `select a.hold_id, h.kind, a.currency, a.amount, coalesce(a.release_at, h.ends_at) as release_at, h.reason
     from payouts.held_amounts a join payouts.payout_holds h on h.id = a.hold_id
     where a.org_id = $1 and a.released_at is null order by release_at nulls last, a.hold_id, a.month`,
    [orgId],
  );
  return grouped(rows, (row) => ({
    holdId: row.hold_id,
    kind: row.kind,
    amountMinor: BigInt(row.amount),
    releaseAt: row.release_at,
    reason: row.reason,
  }));
}

async function payoutsUnderWay(tx: Tx, orgId: string): Promise<Map<string, PayoutUnderWay[]>> {
  const rows = await tx.query<{ currency: string; amount: string; look_up_at: Date | null }>(
    `select p.currency, p.amount, (select max(a.first_sent_at) + interval '23 hours' from payouts.payout_attempts a
       where a.payout_id = p.id and a.state = 'unknown') as look_up_at
     from payouts.payouts p where p.org_id = $1 and p.state in ('reserved', 'sending') order by p.id`,
    [orgId],
  );
  return grouped(rows, (row) => ({ amountMinor: BigInt(row.amount), lookUpAt: row.look_up_at }));
}

function grouped<R extends { currency: string }, T>(rows: readonly R[], make: (row: R) => T): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(row.currency, [...(groups.get(row.currency) ?? []), make(row)]);
  return groups;
}
