import { createHash } from 'node:crypto';

export interface HashedRow {
  readonly orgId: string;
  readonly currency: string;
  readonly balanceMinor: bigint;
  readonly amountMinor: bigint;
  readonly carryMinor: bigint;
  readonly reason: string;
  readonly providerAccountId: string | null;
}

/** SHA-256 over the month, the cutoff and every row in order: what an approver approves, and nothing else. */
export function inputHash(month: string, cutoffTx: string, rows: readonly HashedRow[]): string {
  const hash = createHash('sha256').update(JSON.stringify([month, cutoffTx]));
  const ordered = [...rows].sort((a, b) => (`${a.orgId} ${a.currency}` < `${b.orgId} ${b.currency}` ? -1 : 1));
  for (const row of ordered) {
    hash.update(
      `\n${JSON.stringify([row.orgId, row.currency, String(row.balanceMinor), String(row.amountMinor), String(row.carryMinor), row.reason, row.providerAccountId])}`,
    );
  }
  return hash.digest('hex');
}
