import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform';
import type { Posting } from '../domain/posting.js';

export interface PostedRow {
  idempotency_key: string;
  tx_id: string;
  already_posted: boolean;
}

/** Column list that a query given to `postSelected` must produce, one row per leg. */
const LEG_COLUMNS =
  'l.key, l.kind, l.source_type, l.source_id, l.effective_at, l.code, l.owner_id, l.currency, l.amount';

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

  async postSelected(tx: Tx, sql: string, params: unknown[]): Promise<{ posted: number; repeated: number }> {
    const [row] = await tx.query<{ posted: string; repeated: string }>(
      `select count(*) filter (where not p.already_posted) as posted, count(*) filter (where p.already_posted) as repeated
       from ledger.post((select coalesce(jsonb_agg(to_jsonb(x)), '[]') from (select ${LEG_COLUMNS} from (${sql}) l) x)) p`,
      params,
    );
    return { posted: Number(row?.posted ?? 0), repeated: Number(row?.repeated ?? 0) };
  }

  /** Waits until every posting with a lower id has ended, keeps new ones waiting until `tx` ends, returns the highest id. */
  async cutoff(tx: Tx): Promise<string> {
    const [row] = await tx.query<{ cutoff: string }>('select ledger.cutoff() as cutoff');
    return row!.cutoff;
  }
}
