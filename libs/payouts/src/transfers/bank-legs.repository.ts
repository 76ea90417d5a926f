import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import type { LegPayout } from './domain/bank-leg.js';
import type { BankState } from '../runs/domain/run-state.js';
import { PayoutAccountEntity } from '../runs/payouts.entity.js';

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
  /** The bank has refused it, and it has not arrived since. */
  readonly refused: boolean;
  /** The conversion by the processor is recorded already. */
  readonly converted: boolean;
}

/** A transfer that arrived in another currency than it was sent in, as the processor reports it. */
interface ConvertedPayment {
  readonly paymentId: string;
  readonly balanceTransactionId: string;
  readonly source: { readonly amountMinor: bigint; readonly currency: string };
  readonly target: { readonly amountMinor: bigint; readonly currency: string };
  /** Decimal, as reported. */
  readonly exchangeRate: string;
}

/** A bank may return a payout it has accepted; after this many days it counts as final. */
const BELIEVED_AFTER_DAYS = 10;
/** Money can wait at the processor for long, when an account's own schedule of bank payouts is by hand. */
const WATCHED_DAYS = 400;
const ASKED_EVERY_HOURS = 6;
const OPEN = `p.state = 'settled' and a.destination_payment_id is not null and (p.settled_at > $1::timestamptz - interval '${WATCHED_DAYS} days' or b.refused_at is not null)
  and (b.state is null or b.state <> 'paid' or b.checked_at > $1::timestamptz - interval '${BELIEVED_AFTER_DAYS} days')`;
const FROM = `payouts.payouts p join payouts.payout_attempts a on a.payout_id = p.id and a.state = 'accepted'
  left join payouts.bank_legs b on b.payout_id = p.id`;

/** Bank payouts of settled transfers. */
@Injectable()
export class BankLegsRepository {
  /**
   * Accounts with a bank payout that may still change and that were not synced recently, the longest ago first, so that
   * an account whose bank payouts never settle does not delay others. Those of which everything has arrived are asked
   * once a day: that a bank returned it is told by the processor's event.
   */
  async accountsToAsk(tx: Tx, at: Date, limit: number): Promise<string[]> {
    const rows = await tx.query<{ provider_account_id: string }>(
      `select x.provider_account_id from (select p.provider_account_id, bool_and(b.state is not distinct from 'paid') as arrived from ${FROM} where ${OPEN} group by 1) x
       left join payouts.payout_accounts c on c.provider_account_id = x.provider_account_id
       where c.bank_asked_at is null or c.bank_asked_at <= $1::timestamptz - case when x.arrived then interval '1 day' else interval '${ASKED_EVERY_HOURS} hours' end
       order by c.bank_asked_at nulls first, x.provider_account_id limit $2`,
      [at, limit],
    );
    return rows.map((row) => row.provider_account_id);
  }

  async noteAsked(tx: Tx, providerAccountId: string): Promise<void> {
    await tx.manager.update(PayoutAccountEntity, { providerAccountId }, { bankAskedAt: tx.now });
  }

  async open(tx: Tx, providerAccountId: string, at: Date): Promise<OpenLeg[]> {
    const rows = await tx.query<Omit<OpenLeg, 'amount'> & { amount: string }>(
      `select p.id as "payoutId", p.run_id as "runId", p.org_id as "orgId", p.currency, p.amount, a.destination_payment_id as "paymentId",
         p.settled_at as "settledAt", coalesce(b.state, 'none') as state, b.bank_payout_id as "bankPayoutId",
         b.refused_at is not null as refused,
         exists (select 1 from payouts.conversions c where c.payout_id = p.id) as converted
       from ${FROM} where ${OPEN} and p.provider_account_id = $2 order by p.settled_at`,
      [at, providerAccountId],
    );
    return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
  }

  /** Records the processor's conversion of a transfer; the first report is kept. */
  async recordConversion(tx: Tx, payoutId: string, payment: ConvertedPayment): Promise<void> {
    await tx.query(
      `insert into payouts.conversions (payout_id, payment_id, balance_transaction_id, source_amount, source_currency, target_amount,
         target_currency, exchange_rate, recorded_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (payout_id) do nothing`,
      [
        payoutId,
        payment.paymentId,
        payment.balanceTransactionId,
        payment.source.amountMinor.toString(),
        payment.source.currency,
        payment.target.amountMinor.toString(),
        payment.target.currency,
        payment.exchangeRate,
        tx.now,
      ],
    );
  }

  /** A refusal and its reason stay until the money has arrived. False when another process has written since `expected` was read. */
  async write(
    tx: Tx,
    payoutId: string,
    expected: Pick<OpenLeg, 'state' | 'bankPayoutId'>,
    leg: LegPayout & { state: BankState },
  ): Promise<boolean> {
    return tx.matched(
      `insert into payouts.bank_legs (payout_id, bank_payout_id, state, arrives_at, failure, checked_at, refused_at, history)
       values ($1, $2, $3, $4, $5, $6, case when $3 in ('failed', 'returned') then $6::timestamptz end, jsonb_build_array(jsonb_build_object(
         'state', $3::text, 'id', $2::text, 'at', case when $3 = 'paid' then coalesce($4::timestamptz, $6) else $6::timestamptz end, 'failure', $5::text)))
       on conflict (payout_id) do update set bank_payout_id = excluded.bank_payout_id, state = excluded.state, arrives_at = excluded.arrives_at,
         failure = case when excluded.state = 'paid' then null else coalesce(excluded.failure, bank_legs.failure) end,
         refused_at = case when excluded.state <> 'paid' then coalesce(bank_legs.refused_at, excluded.refused_at) end, checked_at = excluded.checked_at,
         history = bank_legs.history || excluded.history
         where bank_legs.state = $7 and bank_legs.bank_payout_id is not distinct from $8
       returning 1 as written`,
      [
        payoutId,
        leg.bankPayoutId,
        leg.state,
        leg.arrivesAt,
        leg.failure,
        tx.now,
        expected.state,
        expected.bankPayoutId,
      ],
    );
  }
}
