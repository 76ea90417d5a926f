import { Injectable } from '@nestjs/common';
import { ownSide } from '../domain/chart.js';
import type { AccountRef } from '../domain/posting.js';
import type { Queryable } from './account-balances.js';

export interface Movement {
  /** Owner of the account. */
  ownerId: string;
  currency: string;
  txId: string;
  kind: string;
  /** Idempotency key of the posting. */
  key: string;
  sourceType: string;
  sourceId: string;
  effectiveAt: Date;
  postedAt: Date;
  /** Minor units on the account's own side. */
  amountMinor: bigint;
}

/**
 * Entries of one account between two transactions. The result never changes, so a statement made from it can be
 * reproduced exactly.
 */
@Injectable()
export class AccountMovements {
  /** Entries after `after` (exclusive) up to `upTo` (inclusive), both transaction ids; oldest first. */
  async list(q: Queryable, account: AccountRef, range: { after?: string; upTo?: string } = {}): Promise<Movement[]> {
    return this.listOf(q, account.code, [account], range);
  }

  /** Like `list`, for many accounts of one code in one query; ordered oldest first over all of them. */
  async listOf(
    q: Queryable,
    code: AccountRef['code'],
    of: readonly Pick<AccountRef, 'ownerId' | 'currency'>[],
    range: { after?: string; upTo?: string } = {},
  ): Promise<Movement[]> {
    const rows = await q.query<Omit<Movement, 'amountMinor'> & { amount: string }>(
      `select a.owner_id as "ownerId", a.currency, t.id as "txId", t.kind, t.idempotency_key as key, t.source_type as "sourceType",
         t.source_id as "sourceId", t.effective_at as "effectiveAt", t.posted_at as "postedAt", e.amount
       from unnest($2::uuid[], $3::text[]) as o (owner_id, currency)
       join ledger.ledger_account a on a.code = $1 and a.owner_id = coalesce(o.owner_id, '00000000-0000-0000-0000-000000000000') and a.currency = o.currency
       join ledger.ledger_entry e on e.account_id = a.id join ledger.ledger_tx t on t.id = e.tx_id
       where e.tx_id > $4::bigint and e.tx_id <= $5::bigint
       order by e.tx_id, e.seq`,
      [
        code,
        of.map(({ ownerId }) => ownerId ?? null),
        of.map(({ currency }) => currency),
        range.after ?? '0',
        range.upTo ?? '9223372036854775807',
      ],
    );
    return rows.map(({ amount, ...row }) => ({ ...row, amountMinor: ownSide(code, BigInt(amount)) }));
  }

  /** Ids of the transactions of one kind for these sources, up to one transaction; oldest first. */
  async booked(
    q: Queryable,
    of: { kind: string; sourceType: string; sourceIds: readonly string[]; upTo: string },
  ): Promise<{ txId: string; sourceId: string; key: string; postedAt: Date }[]> {
    if (of.sourceIds.length === 0) return [];
    return q.query(
      `select id as "txId", source_id as "sourceId", idempotency_key as key, posted_at as "postedAt" from ledger.ledger_tx
       where source_type = $1 and source_id = any($2::text[]) and kind = $3 and id <= $4::bigint order by id`,
      [of.sourceType, of.sourceIds, of.kind, of.upTo],
    );
  }
}
