/** Minor units as decimal text, by lower-case currency. */
type AmountByCurrency = Readonly<Record<string, string>>;

/** What finance has decided about payouts, as it holds at one instant. */
export interface PayoutPolicy {
  readonly payout_minimum: {
    readonly by_currency: AmountByCurrency;
    readonly by_country: Readonly<Record<string, AmountByCurrency>>;
  };
  /** People besides the preparer who have to approve a run. */
  readonly payout_approvals: number;
  /** What one person may approve alone. A missing currency has no limit. */
  readonly payout_approval_limit: AmountByCurrency;
  /** Whether unusual payouts are decided before anybody approves the run. */
  readonly payout_decisions: 'optional' | 'required';
  readonly payout_account_cooldown_days: number;
  /** With a dispute rate only authors above it are meant; without, everybody. 0 basis points: nobody. */
  readonly reserve_rule: {
    readonly basis_points: number;
    readonly months: number;
    readonly above_dispute_basis_points: number | null;
  };
  readonly negative_balance_months: number;
}

/** People besides the preparer who have to approve a run that pays these amounts, minor units. */
export function approvalsNeeded(
  { payout_approvals: always, payout_approval_limit: limits }: PayoutPolicy,
  payouts: readonly { readonly currency: string; readonly amount: bigint }[],
): number {
  const totals = new Map<string, bigint>();
  for (const { currency, amount } of payouts) totals.set(currency, (totals.get(currency) ?? 0n) + amount);
  const above = [...totals].some(([currency, total]) => {
    const limit = limits[currency];
    return limit !== undefined && total > BigInt(limit);
  });
  return above ? Math.max(always, 2) : always;
}

/**
 * Smallest payout in minor units: the larger of what currency and country ask for. The policy says what the currency asks
 * for, also less than its table; the table holds for a currency that the policy does not name.
 */
export function minimumPayout(
  policy: PayoutPolicy['payout_minimum'],
  currency: string,
  country: string | null,
  tableMinimum: bigint,
): bigint {
  const ofCurrency = policy.by_currency[currency];
  const ofCountry = country === null ? undefined : policy.by_country[country]?.[currency];
  const base = ofCurrency === undefined ? tableMinimum : BigInt(ofCurrency);
  const raised = ofCountry === undefined ? base : BigInt(ofCountry);
  return raised > base ? raised : base;
}
