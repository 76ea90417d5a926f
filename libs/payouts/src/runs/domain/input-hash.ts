import { createHash } from 'node:crypto';
import type { StoredPart } from './unpaid.js';

/** A payout as it is stored. */
interface HashedRow {
  readonly orgId: string;
  readonly currency: string;
  readonly balance: bigint;
  readonly amount: bigint;
  readonly carry: bigint;
  readonly held: bigint;
  readonly parts: readonly StoredPart[];
  readonly reason: string;
  readonly providerAccountId: string | null;
}

/**
 * SHA-256 over the month, the cutoff and every row in order. It identifies exactly what an approver approves, and is the
 * same when the rows are computed, approved and executed.
 */
export function inputHash(month: string, cutoffTx: string, rows: readonly HashedRow[]): string {
  const hash = createHash('sha256').update(JSON.stringify([month, cutoffTx]));
  const ordered = [...rows].sort((a, b) => (`${a.orgId} ${a.currency}` < `${b.orgId} ${b.currency}` ? -1 : 1));
  for (const row of ordered) {
    hash.update(
      `\n${JSON.stringify([row.orgId, row.currency, String(row.balance), String(row.amount), String(row.carry), String(row.held), row.reason, row.providerAccountId, row.parts.map(partText)])}`,
    );
  }
  return hash.digest('hex');
}

// The parts are stored as jsonb, which does not keep the order of keys.
function partText(part: StoredPart): string[] {
  return [part.reason, part.amount_minor, part.expected_at, part.hold_id ?? '', part.note ?? '', part.date_kind];
}
