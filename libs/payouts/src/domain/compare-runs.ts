/** One author and currency of a run, as the comparison needs it. Amounts in minor units. */
export interface ComparedRow {
  readonly orgId: string;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly providerAccountId: string | null;
}

export type DifferenceKind = 'new' | 'gone' | 'up' | 'down' | 'first_payout' | 'account_changed';

export interface Difference {
  readonly orgId: string;
  readonly currency: string;
  readonly kinds: readonly DifferenceKind[];
  readonly beforeMinor: bigint;
  readonly nowMinor: bigint;
}

/** A change beyond this is worth a look: +-30 %. */
const NOTABLE_PERCENT = 30n;

/**
 * What an approver should look at: who is paid for the first time or not any more, whose amount moved by more than 30 %,
 * whose account is another one than at the last payout. Largest movements first.
 */
export function compareRuns(
  now: readonly ComparedRow[],
  before: readonly ComparedRow[],
  lastAccountOf: ReadonlyMap<string, string>,
): Difference[] {
  const key = ({ orgId, currency }: ComparedRow): string => `${orgId} ${currency}`;
  const old = new Map(before.map((row) => [key(row), row]));
  const found = now.map((row) => {
    const last = old.get(key(row));
    old.delete(key(row));
    return difference(row, last, lastAccountOf.get(row.orgId));
  });
  const gone = [...old.values()]
    .filter((row) => row.amountMinor > 0n)
    .map((row): Difference => ({
      orgId: row.orgId,
      currency: row.currency,
      kinds: ['gone'],
      beforeMinor: row.amountMinor,
      nowMinor: 0n,
    }));
  const size = ({ nowMinor, beforeMinor }: Difference): bigint => abs(nowMinor - beforeMinor);
  return [...found.filter((row) => row.kinds.length > 0), ...gone].sort((a, b) =>
    size(a) === size(b) ? (a.orgId < b.orgId ? -1 : 1) : size(a) > size(b) ? -1 : 1,
  );
}

function difference(row: ComparedRow, last: ComparedRow | undefined, lastAccount: string | undefined): Difference {
  const [nowMinor, beforeMinor] = [row.amountMinor, last?.amountMinor ?? 0n];
  const kinds: DifferenceKind[] = [];
  if (nowMinor > 0n) {
    if (lastAccount === undefined) kinds.push('first_payout');
    else if (row.providerAccountId !== lastAccount) kinds.push('account_changed');
    if (beforeMinor === 0n) kinds.push('new');
  } else if (beforeMinor > 0n) kinds.push('gone');
  if (nowMinor > 0n && beforeMinor > 0n && abs(nowMinor - beforeMinor) * 100n > beforeMinor * NOTABLE_PERCENT)
    kinds.push(nowMinor > beforeMinor ? 'up' : 'down');
  return { orgId: row.orgId, currency: row.currency, kinds, beforeMinor, nowMinor };
}

const abs = (n: bigint): bigint => (n < 0n ? -n : n);
