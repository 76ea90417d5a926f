import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import type { ProviderBalanceTx } from '@portal/stripe-gateway';
import type { LedgerSide, Match, Movement } from '../domain/match.js';

export interface OpenMovement extends Movement {
  readonly type: string;
  readonly sourceGroup: string | null;
  readonly sourceMetadata: Record<string, string>;
  readonly description: string | null;
  /** Our own charge, begun less than an hour of real time ago (the sandbox clock may have moved by days), without outcome. */
  readonly underWay: boolean;
}

export interface OpenPosting extends LedgerSide {
  readonly kind: string;
  readonly source: string;
  readonly postedAt: Date;
}

type Amounts = 'amount' | 'fee' | 'net';

/** The provider's movements as fetched, and the postings matched to them. */
@Injectable()
export class MovementsRepository {
  /** Returns how many were new. Known movements are not changed. */
  async insertNew(tx: Tx, movements: readonly ProviderBalanceTx[]): Promise<number> {
    const rows = movements.map((one) => ({
      id: one.id,
      type: one.type,
      source_id: one.sourceId,
      source_group: one.sourceGroup,
      source_metadata: one.sourceMetadata,
      related: one.related,
      amount: one.amountMinor.toString(),
      fee: one.feeMinor.toString(),
      net: one.netMinor.toString(),
      currency: one.currency,
      description: one.description,
      created_at: one.createdAt.toISOString(),
      available_at: one.availableAt.toISOString(),
    }));
    const inserted = await tx.query(
      `insert into reconciliation.provider_balance_tx
         (id, type, source_id, source_group, source_metadata, related, amount, fee, net, currency, description, created_at, available_at)
       select id, type, source_id, source_group, source_metadata, related, amount, fee, net, currency, description, created_at, available_at
         from jsonb_to_recordset($1::jsonb) as r(id text, type text, source_id text, source_group text, source_metadata jsonb, related text[],
           amount bigint, fee bigint, net bigint, currency text, description text, created_at timestamptz, available_at timestamptz)
       on conflict (id) do nothing returning id`,
      [JSON.stringify(rows)],
    );
    return inserted.length;
  }

  /** Creation time of the newest known movement; undefined when there is none. */
  async newest(tx: Tx): Promise<Date | undefined> {
    const [row] = await tx.query<{ at: Date | null }>(
      'select max(created_at) as at from reconciliation.provider_balance_tx',
    );
    return row?.at ?? undefined;
  }

  /** Sum of all known movements per currency; minor units. */
  async totals(tx: Tx): Promise<Map<string, bigint>> {
    const rows = await tx.query<{ currency: string; net: string }>(
      'select currency, sum(net)::bigint as net from reconciliation.provider_balance_tx group by currency',
    );
    return new Map(rows.map((row) => [row.currency, BigInt(row.net)]));
  }

  async unmatched(tx: Tx): Promise<OpenMovement[]> {
    const rows = await tx.query<Omit<OpenMovement, Amounts> & Record<Amounts, string>>(
      `select b.id, b.type, b.source_id as "sourceId", b.source_group as "sourceGroup", b.source_metadata as "sourceMetadata", b.amount, b.fee, b.net,
              b.currency, b.description, b.created_at as "createdAt",
              exists (select 1 from billing.payments p where p.id::text = b.source_metadata ->> 'payment_id' and p.state = 'sending'
                and p.begun_at > clock_timestamp() - interval '1 hour') as "underWay"
         from reconciliation.provider_balance_tx b
        where not exists (select 1 from reconciliation.matches m where m.balance_tx_id = b.id)
        order by b.created_at, b.id`,
    );
    return rows.map((row) => ({
      ...row,
      amount: BigInt(row.amount),
      fee: BigInt(row.fee),
      net: BigInt(row.net),
    }));
  }

  /** Postings to our mirror of the balance without a movement. */
  async unmatchedPostings(tx: Tx): Promise<OpenPosting[]> {
    const rows = await tx.query<Omit<OpenPosting, 'amount'> & { amount: string }>(
      `select t.id as "txId", t.idempotency_key as key, t.kind, t.source_type || ':' || t.source_id as source, e.currency,
              sum(e.amount)::bigint as amount, t.posted_at as "postedAt"
         from ledger.ledger_account a
         join ledger.ledger_entry e on e.account_id = a.id
         join ledger.ledger_tx t on t.id = e.tx_id
        where a.code = 'stripe_balance'
          and not exists (select 1 from reconciliation.matches m where m.ledger_tx_id = t.id)
        group by t.id, e.currency having sum(e.amount) <> 0 order by t.id`,
    );
    return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
  }

  async insertMatches(tx: Tx, matches: readonly Match[]): Promise<void> {
    const rows = matches.flatMap((match) =>
      match.ledgerTxIds.map((ledgerTxId) => ({ ledger_tx_id: ledgerTxId, balance_tx_id: match.movementId })),
    );
    await tx.query(
      `insert into reconciliation.matches (ledger_tx_id, balance_tx_id)
       select ledger_tx_id, balance_tx_id from jsonb_to_recordset($1::jsonb) as r(ledger_tx_id bigint, balance_tx_id text)`,
      [JSON.stringify(rows)],
    );
  }

  /** Matches two postings with each other, neither of which exists at the provider. */
  async insertPair(tx: Tx, ledgerTxIds: readonly string[]): Promise<void> {
    await tx.query('insert into reconciliation.matches (ledger_tx_id) select unnest($1::bigint[])', [ledgerTxIds]);
  }
}
