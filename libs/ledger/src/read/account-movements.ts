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

/** Part of an account's entries: after `after` (exclusive) up to `upTo` (inclusive), both transaction ids. */
export interface EntryRange {
  after?: string;
  upTo?: string;
}

/**
 * Entries of one account between two transactions. The result never changes, so a statement made from it can be
 * reproduced exactly.
 */
@Injectable()
export class AccountMovements {
  /** Entries after `after` (exclusive) up to `upTo` (inclusive), both transaction ids; oldest first. */
  async list(q: Queryable, account: AccountRef, range: EntryRange = {}): Promise<Movement[]> {
    return (await this.listOf(q, account.code, [{ ...account, ...range }]))[0]!;
  }

  /** Like `list`, for many accounts of one code in one query, in the order of `of`. */
  async listOf(
    q: Queryable,
    code: AccountRef['code'],
    of: readonly (Pick<AccountRef, 'ownerId' | 'currency'> & EntryRange)[],
  ): Promise<Movement[][]> {
    const rows = await q.query<Omit<Movement, 'amountMinor'> & { amount: string; n: string }>(
      `select o.n, a.owner_id as "ownerId", a.currency, t.id as "txId", t.kind, t.idempotency_key as key, t.source_type as "sourceType",
         t.source_id as "sourceId", t.effective_at as "effectiveAt", t.posted_at as "postedAt", e.amount
       from unnest($2::uuid[], $3::text[], $4::bigint[], $5::bigint[]) with ordinality as o (owner_id, currency, after, up_to, n)
       join ledger.ledger_account a on a.code = $1 and a.owner_id = coalesce(o.owner_id, '00000000-0000-0000-0000-000000000000') and a.currency = o.currency
       join ledger.ledger_entry e on e.account_id = a.id join ledger.ledger_tx t on t.id = e.tx_id
       where e.tx_id > o.after and e.tx_id <= o.up_to
       order by e.tx_id, e.seq`,
      [
        code,
        of.map(({ ownerId }) => ownerId ?? null),
        of.map(({ currency }) => currency),
        of.map(({ after }) => after ?? '0'),
        of.map(({ upTo }) => upTo ?? '9223372036854775807'),
      ],
    );
    const movements = of.map((): Movement[] => []);
    for (const { amount, n, ...row } of rows)
      movements[Number(n) - 1]!.push({ ...row, amountMinor: ownSide(code, BigInt(amount)) });
    return movements;
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
