import { Injectable } from '@nestjs/common';
import { takeLock, type Tx } from '@portal/platform/database';
import type { Posting } from '../domain/posting.js';
import type { PostingQuery } from '../post-entries.js';

interface PostedRow {
  idempotency_key: string;
  tx_id: string;
  already_posted: boolean;
}

/** The only writer of the ledger's tables. */
@Injectable()
export class LedgerRepository {
  async post(tx: Tx, postings: readonly Posting[]): Promise<PostedRow[]> {
    const batch = postings.flatMap((p) =>
      p.legs.map(({ account, amountMinor }) => ({
        key: p.idempotencyKey,
        kind: p.kind,
        source_type: p.sourceType,
        source_id: p.sourceId,
        effective_at: p.effectiveAt.toISOString(),
        reverses: p.reversesTxId ?? null,
        code: account.code,
        owner_id: account.ownerId ?? null,
        currency: account.currency,
        amount: amountMinor.toString(),
      })),
    );
    return tx.query<PostedRow>('select idempotency_key, tx_id, already_posted from ledger.post($1::jsonb)', [
      JSON.stringify(batch),
    ]);
  }

  async postSelected(tx: Tx, { transactions, legs, params }: PostingQuery) {
    await tx.query(`set local work_mem = '256MB'`);
    await tx.query(`set local statement_timeout = '10min'`);
    await tx.query('select ledger.stage()');
    await tx.query(
      `insert into pg_temp.posting_txs (ref, key, kind, source_type, source_id, effective_at)
       select t.ref, t.key, t.kind, t.source_type, t.source_id, t.effective_at from (${transactions}) t`,
      [...params],
    );
    await tx.query(
      `insert into pg_temp.posting_legs (ref, account_id, code, owner_id, currency, amount)
       select l.ref, a.id, case when a.id is null then l.code end, case when a.id is null then ${OWNER} end, l.currency, l.amount
       from (${legs}) l left join ledger.ledger_account a on a.code = l.code and a.owner_id = ${OWNER} and a.currency = l.currency`,
      [...params],
    );
    const [row] = await tx.query<{ posted: string; repeated: string }>(
      'select posted, repeated from ledger.post_staged()',
    );
    return { posted: Number(row?.posted ?? 0), repeated: Number(row?.repeated ?? 0) };
  }

  /** Creates the accounts that a query selects (code, owner_id, currency) where they are missing. */
  async openAccounts(tx: Tx, { sql, params }: { sql: string; params: readonly unknown[] }): Promise<void> {
    // Selected into a temporary table first: PostgreSQL does not read in parallel what feeds an INSERT directly.
    await tx.query(
      `create temp table opening_accounts on commit drop as
       select l.code, ${OWNER} as owner_id, l.currency from (${sql}) l`,
      [...params],
    );
    await tx.query(
      `insert into ledger.ledger_account (code, owner_id, currency, created_at)
       select distinct l.code, l.owner_id, l.currency, (select platform.portal_now()) from pg_temp.opening_accounts l
       where not exists (select 1 from ledger.ledger_account a where a.code = l.code and a.owner_id = l.owner_id and a.currency = l.currency)
       order by 1, 2, 3
       on conflict do nothing`,
    );
    await tx.query('drop table pg_temp.opening_accounts');
  }

  /**
   * Closes a month for postings; waits for those in progress. Idempotent.
   * @param month `YYYY-MM`
   */
  async closePeriod(tx: Tx, month: string): Promise<void> {
    const cutoff = await this.cutoff(tx);
    await tx.query(
      `insert into ledger.closed_periods (period, as_of_tx) values (($1 || '-01')::date, $2) on conflict do nothing`,
      [month, cutoff],
    );
  }

  /** The closed months (`YYYY-MM`). No other month is closed until `tx` ends. */
  async closedMonths(tx: Tx): Promise<Set<string>> {
    await takeLock(tx, 'ledger.posting', { shared: true });
    const rows = await tx.query<{ month: string }>(
      `select to_char(period, 'YYYY-MM') as month from ledger.closed_periods`,
    );
    return new Set(rows.map((row) => row.month));
  }

  /** Stores the balances of accounts without a balance row, as of a cut-off. */
  async takeSnapshots(tx: Tx, cutoff: string): Promise<number> {
    await tx.query(`set local statement_timeout = '10min'`);
    const [row] = await tx.query<{ taken: string }>('select ledger.take_snapshots($1::bigint) as taken', [cutoff]);
    return Number(row!.taken);
  }

  /** Seals the next transactions up to a cut-off, at most `most`. Returns how many were sealed. */
  async sealNext(tx: Tx, cutoff: string, most: number): Promise<number> {
    const [row] = await tx.query<{ sealed: string }>('select ledger.seal_next($1::bigint, $2) as sealed', [
      cutoff,
      most,
    ]);
    return Number(row!.sealed);
  }

  /**
   * Recomputes every seal and stores the result; false when one does not match. Takes minutes for millions of
   * transactions.
   */
  async checkSeals(tx: Tx): Promise<boolean> {
    await tx.query(`set local statement_timeout = '30min'`);
    return (await tx.value<boolean>('select ledger.check_seals() as ok'))!;
  }

  /**
   * Waits until every posting with a lower id has ended, blocks new ones until `tx` ends, and returns the highest id.
   */
  async cutoff(tx: Tx): Promise<string> {
    return (await tx.value<string>('select ledger.cutoff() as cutoff'))!;
  }
}

/** Owner id of accounts without an owner. */
const OWNER = `coalesce(l.owner_id, '00000000-0000-0000-0000-000000000000')`;
