import { Injectable } from '@nestjs/common';
import { ownSide, type AccountCode } from '../domain/chart.js';
import type { AccountRef } from '../domain/posting.js';

/** Runs queries: a `Tx` or the `Database`. */
export interface Queryable {
  query<R = Record<string, unknown>>(sql: string, params?: unknown[]): Promise<R[]>;
}

export interface OwnerBalance {
  ownerId: string;
  currency: string;
  /** Minor units on the account's own side. */
  balanceMinor: bigint;
}

/**
 * Debits minus credits of the accounts `a`: the balance row of a live account, otherwise the last snapshot plus later
 * entries.
 */
const NET = `coalesce(b.debits - b.credits, coalesce(s.debits - s.credits, 0)
    + (select coalesce(sum(e.amount), 0) from ledger.ledger_entry e where e.account_id = a.id and e.tx_id > coalesce(s.as_of_tx, 0)))::text as net`;
const KEPT = `left join ledger.account_balance b on b.account_id = a.id
  left join lateral (select p.debits, p.credits, p.as_of_tx from ledger.account_snapshot p where p.account_id = a.id order by p.as_of_tx desc limit 1) s on true`;

@Injectable()
export class AccountBalances {
  async one(q: Queryable, account: AccountRef): Promise<bigint> {
    const [row] = await q.query<{ net: string }>(
      `select ${NET} from ledger.ledger_account a ${KEPT}
       where a.code = $1 and a.owner_id = coalesce($2::uuid, '00000000-0000-0000-0000-000000000000') and a.currency = $3`,
      [account.code, account.ownerId ?? null, account.currency],
    );
    return ownSide(account.code, BigInt(row?.net ?? '0'));
  }

  /** Debits minus credits per code and currency. */
  async totals(q: Queryable): Promise<{ code: AccountCode; currency: string; accounts: number; net: string }[]> {
    return q.query(
      `select code, currency, count(*)::int as accounts, sum(net::numeric)::text as net
       from (select a.code, a.currency, ${NET} from ledger.ledger_account a ${KEPT}) x group by 1, 2`,
    );
  }

  /** All accounts of one owner. */
  async ofOwner(q: Queryable, ownerId: string): Promise<(OwnerBalance & { code: AccountCode })[]> {
    const rows = await q.query<{ code: AccountCode; currency: string; net: string }>(
      `select a.code, a.currency, ${NET} from ledger.ledger_account a ${KEPT} where a.owner_id = $1 order by a.code, a.currency`,
      [ownerId],
    );
    return rows.map(({ code, currency, net }) => ({
      code,
      ownerId,
      currency,
      balanceMinor: ownSide(code, BigInt(net)),
    }));
  }

  async byOwner(q: Queryable, code: AccountCode): Promise<OwnerBalance[]> {
    const rows = await q.query<{ owner_id: string; currency: string; net: string }>(
      `select a.owner_id, a.currency, ${NET} from ledger.ledger_account a ${KEPT}
       where a.code = $1 order by a.owner_id, a.currency`,
      [code],
    );
    return rows.map((row) => ({
      ownerId: row.owner_id,
      currency: row.currency,
      balanceMinor: ownSide(code, BigInt(row.net)),
    }));
  }
}
