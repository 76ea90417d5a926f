/** Minor units as decimal text, by lower-case currency. */
type AmountByCurrency = Readonly<Record<string, string>>;

/** Finance's payout policies as of one instant. */
export interface PayoutPolicy {
  readonly payout_minimum: {
    readonly by_currency: AmountByCurrency;
    readonly by_country: Readonly<Record<string, AmountByCurrency>>;
  };
  /** Number of approvers besides the preparer. */
  readonly payout_approvals: number;
  /** Maximum that one person may approve alone. A currency that is missing has no limit. */
  readonly payout_approval_limit: AmountByCurrency;
  /** Whether every unusual payout must be decided before anyone approves the run. */
  readonly payout_decisions: 'optional' | 'required';
  readonly payout_account_cooldown_days: number;
  /** With a dispute rate it applies to authors above it, otherwise to all. 0 basis points: to none. */
  readonly reserve_rule: {
    readonly basis_points: number;
    readonly months: number;
    readonly above_dispute_basis_points: number | null;
  };
  readonly negative_balance_months: number;
}

/** Number of approvers besides the preparer for a run with these totals, minor units. */
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
 * Minimum payout in minor units: the larger of the currency's and the country's. The policy overrides the currency
 * table, also with a smaller amount; the table applies to currencies that the policy does not name.
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
