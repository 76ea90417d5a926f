/** One author and currency of a run, for the comparison. Amounts in minor units. */
export interface ComparedRow {
  readonly orgId: string;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly providerAccountId: string | null;
}

export type DifferenceKind = 'above_median' | 'new' | 'gone' | 'up' | 'down' | 'first_payout' | 'account_changed';

export interface Difference {
  readonly orgId: string;
  readonly currency: string;
  readonly kinds: readonly DifferenceKind[];
  readonly beforeMinor: bigint;
  readonly nowMinor: bigint;
  /** Median of what the author was paid in this currency before; null: never paid. */
  readonly medianMinor: bigint | null;
  /** Listed first: new, or far above the author's usual amount. */
  readonly anomaly: boolean;
}

/** An amount above this many times the author's median is unusual. */
const TIMES_MEDIAN = 3n;
const ANOMALIES: readonly DifferenceKind[] = ['above_median', 'new', 'first_payout'];

/** Changes beyond ±30 % are listed. */
const NOTABLE_PERCENT = 30n;

/**
 * Differences for the approver: authors paid for the first time or no longer, amounts that changed by more than 30 %, a
 * different account, and amounts above three times the author's median. Anomalies (new, or above three medians) first,
 * then the largest changes.
 */
export function compareRuns(
  now: readonly ComparedRow[],
  before: readonly ComparedRow[],
  lastAccountOf: ReadonlyMap<string, string>,
  /** By `org currency`: the median of earlier payouts. */
  medianOf: ReadonlyMap<string, bigint> = new Map(),
): Difference[] {
  const key = ({ orgId, currency }: ComparedRow): string => `${orgId} ${currency}`;
  const old = new Map(before.map((row) => [key(row), row]));
  const found = now.map((row) => {
    const last = old.get(key(row));
    old.delete(key(row));
    return difference(row, last, lastAccountOf.get(row.orgId), medianOf.get(key(row)) ?? null);
  });
  const gone = [...old.values()]
    .filter((row) => row.amountMinor > 0n)
    .map((row): Difference => ({
      orgId: row.orgId,
      currency: row.currency,
      kinds: ['gone'],
      beforeMinor: row.amountMinor,
      nowMinor: 0n,
      medianMinor: medianOf.get(key(row)) ?? null,
      anomaly: false,
    }));
  const size = ({ nowMinor, beforeMinor }: Difference): bigint => abs(nowMinor - beforeMinor);
  return [...found.filter((row) => row.kinds.length > 0), ...gone].sort((a, b) => {
    if (a.anomaly !== b.anomaly) return a.anomaly ? -1 : 1;
    if (size(a) !== size(b)) return size(a) > size(b) ? -1 : 1;
    return a.orgId < b.orgId ? -1 : 1;
  });
}

function difference(
  row: ComparedRow,
  last: ComparedRow | undefined,
  lastAccount: string | undefined,
  medianMinor: bigint | null,
): Difference {
  const [nowMinor, beforeMinor] = [row.amountMinor, last?.amountMinor ?? 0n];
  const kinds: DifferenceKind[] = [];
  if (medianMinor !== null && nowMinor > TIMES_MEDIAN * medianMinor) kinds.push('above_median');
  if (nowMinor > 0n) {
    if (lastAccount === undefined) kinds.push('first_payout');
    else if (row.providerAccountId !== lastAccount) kinds.push('account_changed');
    if (beforeMinor === 0n) kinds.push('new');
  } else if (beforeMinor > 0n) kinds.push('gone');
  if (nowMinor > 0n && beforeMinor > 0n && abs(nowMinor - beforeMinor) * 100n > beforeMinor * NOTABLE_PERCENT)
    kinds.push(nowMinor > beforeMinor ? 'up' : 'down');
  const anomaly = kinds.some((kind) => ANOMALIES.includes(kind));
  return { orgId: row.orgId, currency: row.currency, kinds, beforeMinor, nowMinor, medianMinor, anomaly };
}

const abs = (n: bigint): bigint => (n < 0n ? -n : n);

/** Totals and number of authors of both runs, one row per currency of either. */
export function compareTotals(now: readonly ComparedRow[], before: readonly ComparedRow[]) {
  const of = (rows: readonly ComparedRow[], currency: string): readonly ComparedRow[] =>
    rows.filter((row) => row.currency === currency && row.amountMinor > 0n);
  const sum = (rows: readonly ComparedRow[]): bigint => rows.reduce((total, row) => total + row.amountMinor, 0n);
  return [...new Set([...now, ...before].map(({ currency }) => currency))].sort().map((currency) => {
    const [ofNow, ofBefore] = [of(now, currency), of(before, currency)];
    return {
      currency,
      authorsBefore: ofBefore.length,
      authorsNow: ofNow.length,
      beforeMinor: sum(ofBefore),
      nowMinor: sum(ofNow),
    };
  });
}
