/**
 * Comparison of a plugin's reported amount with the invoiced one of the same install, month and currency. `not_closed`:
 * the month is not invoiced yet. `nothing_invoiced`: it is, without this install. `other_currency`: invoiced in another
 * currency only. `prorated`: a full month is reported, and the part is invoiced in which it was installed.
 */
export const BILL_COMPARISONS = [
  'equal',
  'prorated',
  'plugin_says_more',
  'plugin_says_less',
  'nothing_invoiced',
  'other_currency',
  'not_closed',
] as const;
export type BillComparison = (typeof BILL_COMPARISONS)[number];

/** Amounts in minor units. */
interface ComparedBill {
  readonly comparison: BillComparison;
  /** Null: not known yet, or in another currency. */
  readonly invoiced: bigint | null;
  /** Reported minus invoiced amount; null when `invoiced` is. */
  readonly difference: bigint | null;
}

/**
 * @param invoiced amount in the same currency; null: no line
 * @param fullMonth price of the whole month where only a part of it is invoiced, in the same currency
 * @param elsewhere number of lines in other currencies
 */
export function compareBill(
  said: bigint,
  bill: { closed: boolean; invoiced: bigint | null; fullMonth: bigint | null; elsewhere: number },
): ComparedBill {
  const { closed, invoiced, fullMonth, elsewhere } = bill;
  if (!closed) return { comparison: 'not_closed', invoiced: null, difference: null };
  if (invoiced === null && elsewhere > 0) return { comparison: 'other_currency', invoiced: null, difference: null };
  const difference = said - (invoiced ?? 0n);
  const comparison =
    difference === 0n
      ? 'equal'
      : invoiced === null
        ? 'nothing_invoiced'
        : said === fullMonth
          ? 'prorated'
          : difference > 0n
            ? 'plugin_says_more'
            : 'plugin_says_less';
  return { comparison, invoiced: invoiced ?? 0n, difference };
}
