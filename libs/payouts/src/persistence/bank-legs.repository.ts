import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform';
import type { LegPayout } from '../domain/bank-leg.js';
import type { BankState } from '../domain/run-state.js';

export interface OpenLeg {
  readonly payoutId: string;
  readonly runId: string;
  readonly orgId: string;
  readonly currency: string;
  readonly amount: bigint;
  readonly paymentId: string;
  readonly settledAt: Date;
  readonly state: BankState;
  readonly bankPayoutId: string | null;
}

/** A bank may give back what it has taken; after this many days it is believed. */
const BELIEVED_AFTER_DAYS = 10;
const WATCHED_DAYS = 60;
const OPEN = `p.state = 'settled' and a.destination_payment_id is not null and p.settled_at > $1::timestamptz - interval '${WATCHED_DAYS} days'
  and (b.state is null or b.state <> 'paid' or b.checked_at > $1::timestamptz - interval '${BELIEVED_AFTER_DAYS} days')`;
const FROM = `payouts.payouts p join payouts.payout_attempts a on a.payout_id = p.id and a.state = 'accepted'
  left join payouts.bank_legs b on b.payout_id = p.id`;

/** The bank's side of settled payouts. */
@Injectable()
export class BankLegsRepository {
  async openAccounts(tx: Tx, at: Date): Promise<string[]> {
    const rows = await tx.query<{ provider_account_id: string }>(
      `select distinct p.provider_account_id from ${FROM} where ${OPEN} order by 1 limit 1000`,
      [at],
    );
    return rows.map((row) => row.provider_account_id);
  }

  async open(tx: Tx, providerAccountId: string, at: Date): Promise<OpenLeg[]> {
    const rows = await tx.query<{
      id: string;
      run_id: string;
      org_id: string;
      currency: string;
      amount: string;
      destination_payment_id: string;
      settled_at: Date;
      state: BankState | null;
      bank_payout_id: string | null;
    }>(
      `select p.id, p.run_id, p.org_id, p.currency, p.amount, a.destination_payment_id, p.settled_at, b.state, b.bank_payout_id
       from ${FROM} where ${OPEN} and p.provider_account_id = $2 order by p.settled_at`,
      [at, providerAccountId],
    );
    return rows.map((row) => ({
      payoutId: row.id,
      runId: row.run_id,
      orgId: row.org_id,
      currency: row.currency,
      amount: BigInt(row.amount),
      paymentId: row.destination_payment_id,
      settledAt: row.settled_at,
      state: row.state ?? 'none',
      bankPayoutId: row.bank_payout_id,
    }));
  }

  /** False when somebody has written since `seen` was read. */
  async write(
    tx: Tx,
    payoutId: string,
    seen: Pick<OpenLeg, 'state' | 'bankPayoutId'>,
    leg: LegPayout & { state: BankState },
  ): Promise<boolean> {
    const rows = await tx.query(
      `insert into payouts.bank_legs (payout_id, bank_payout_id, state, arrives_at, failure, checked_at) values ($1, $2, $3, $4, $5, $6)
       on conflict (payout_id) do update set bank_payout_id = excluded.bank_payout_id, state = excluded.state, arrives_at = excluded.arrives_at,
         failure = excluded.failure, checked_at = excluded.checked_at
         where bank_legs.state = $7 and bank_legs.bank_payout_id is not distinct from $8
       returning 1 as written`,
      [payoutId, leg.bankPayoutId, leg.state, leg.arrivesAt, leg.failure, tx.now, seen.state, seen.bankPayoutId],
    );
    return rows.length > 0;
  }
}
