import { createHash } from 'node:crypto';

/** Id of a statement without a payout: a UUID of version 8, derived from run, author and currency. */
export function statementIdOf(runId: string, orgId: string, currency: string): string {
  const hash = createHash('sha256').update(`statement:${runId}:${orgId}:${currency}`).digest();
  hash[6] = (hash[6]! & 0x0f) | 0x80;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}
