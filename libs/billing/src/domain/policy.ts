/** What a month is divided into: its seconds, or its days in UTC. */
export type ProrationUnit = 'seconds' | 'days';

/** A rate of the fixed tax table. `region` null holds for the whole country; a region's own rate goes before it. */
export interface TaxRate {
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string;
  readonly region: string | null;
  readonly basis_points: number;
  /** As it is printed on the invoice: `VAT`, `Sales tax`. */
  readonly name: string;
  /** A customer with a tax id of another country than the seller's owes the tax itself; the invoice says so and adds none. */
  readonly reverse_charge: boolean;
}

export const TAX_PROVIDERS = ['none', 'table', 'stripe_tax'] as const;

/** How shares are rounded. A value is offered only when the close computes it. */
export const SHARE_ROUNDINGS = ['running', 'line'] as const;

/** Minor units as decimal text, by lower-case currency. */
export type AmountByCurrency = Readonly<Record<string, string>>;

/** Who the operator of this portal is on paper. Either name, address and country are there, or nothing is. */
export interface OperatorIdentity {
  readonly legal_name: string | null;
  /** Lines as on an envelope, without the country. */
  readonly address: string | null;
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string | null;
  /** VAT or other tax number; null for an operator who has none. */
  readonly tax_id: string | null;
}

/** What each policy holds. Values are JSON as stored in `billing.policies`. */
export interface PolicyValues {
  /** What a part of a month is measured in. */
  proration_unit: ProrationUnit;
  /** The author's part of what a tenant pays, rounded on the running total of author, currency and month, or line by line. */
  author_share: {
    readonly basis_points: number;
    readonly base: 'gross';
    readonly rounding: (typeof SHARE_ROUNDINGS)[number];
  };
  /** Days after the first refusal on which a charge is tried again, rising; then days of grace until suspension. */
  payment_retry: { readonly after_days: readonly number[]; readonly grace_days: number };
  /** When a month is billed. */
  invoice_timing: 'arrears';
  /** Who computes tax. `table` is read by the provider of that name only. */
  tax: { readonly provider: (typeof TAX_PROVIDERS)[number]; readonly table: readonly TaxRate[] };
  /** What becomes of an amount under the currency's minimum charge: on the next invoice, or kept aside. */
  small_balance: 'carry' | 'keep';
  /** Who bears the processor's fee for a dispute. */
  dispute_fee_bearer: 'platform' | 'author';
  /** Least amount of a payout; where currency and country both name one, the larger. A missing currency: its table's minimum. */
  payout_minimum: {
    readonly by_currency: AmountByCurrency;
    readonly by_country: Readonly<Record<string, AmountByCurrency>>;
  };
  /** People besides the preparer who have to approve a payout run. */
  payout_approvals: number;
  /** What one person may approve alone: a run that pays more in a currency needs two. A missing currency has no limit. */
  payout_approval_limit: AmountByCurrency;
  /** Whether the preparer has to decide about unusual payouts before anybody approves the run. */
  payout_decisions: 'optional' | 'required';
  /** Hours for which a comparison of the books with the processor's lets a payout run be approved and executed. */
  reconciliation_max_age_hours: number;
  /** Days for which a changed payout account is not paid to. */
  payout_account_cooldown_days: number;
  /**
   * How much of each month's earnings is held back, and for how many months. With a dispute rate only authors above it
   * are meant; without, everybody.
   */
  reserve_rule: {
    readonly basis_points: number;
    readonly months: number;
    readonly above_dispute_basis_points: number | null;
  };
  /** Months for which a negative balance is carried before a person is asked to recover it. */
  negative_balance_months: number;
  /** Flat price per listing and month for authors who bill their customers themselves. A missing currency is not offered. */
  listing_fee: AmountByCurrency;
  /** How what the author's balance and month do not cover is collected: from its card, or from later earnings. */
  listing_fee_collection: 'invoice' | 'carry';
  /** Where the price of an install comes from: the host's table by tier, or the plan of the approved manifest. */
  price_source: 'tier' | 'plan';
  /** Days for which a tenant's first paid install of a Drive costs nothing; prices agreed with a venture have none. */
  trial_days: number;
  /** The seller on invoices, and the recipient of self-billing invoices. */
  operator_identity: OperatorIdentity;
}

export type PolicyKey = keyof PolicyValues;

/** The first versions: what holds until two people of finance decide otherwise. Mirrored by the migration's rows. */
export const BUILT_IN_POLICIES: PolicyValues = {
  proration_unit: 'seconds',
  author_share: { basis_points: 7_000, base: 'gross', rounding: 'running' },
  payment_retry: { after_days: [1, 3, 7, 14, 21, 28], grace_days: 7 },
  invoice_timing: 'arrears',
  tax: { provider: 'none', table: [] },
  small_balance: 'carry',
  dispute_fee_bearer: 'platform',
  payout_minimum: {
    by_currency: {
      usd: '2500',
      eur: '2500',
      gbp: '2500',
      chf: '2500',
      cad: '2500',
      jpy: '3000',
      huf: '1000000',
      kwd: '8000',
    },
    by_country: {},
  },
  payout_approvals: 1,
  payout_approval_limit: {},
  payout_decisions: 'optional',
  reconciliation_max_age_hours: 26,
  payout_account_cooldown_days: 7,
  reserve_rule: { basis_points: 0, months: 3, above_dispute_basis_points: null },
  negative_balance_months: 3,
  listing_fee: {},
  listing_fee_collection: 'invoice',
  price_source: 'tier',
  trial_days: 0,
  operator_identity: { legal_name: null, address: null, country: null, tax_id: null },
};

export const POLICY_KEYS = Object.keys(BUILT_IN_POLICIES) as PolicyKey[];

export function isPolicyKey(text: string): text is PolicyKey {
  return Object.hasOwn(BUILT_IN_POLICIES, text);
}

export const POLICY_TITLES: Readonly<Record<PolicyKey, string>> = {
  proration_unit: 'Parts of a month',
  author_share: "Author's share",
  payment_retry: 'Failed payments',
  invoice_timing: 'When a month is billed',
  tax: 'Tax',
  small_balance: 'Small amounts',
  dispute_fee_bearer: 'Dispute fees',
  payout_minimum: 'Least payout',
  payout_approvals: 'Approvals of a payout run',
  payout_approval_limit: 'What one person may approve alone',
  payout_decisions: 'Unusual payouts',
  reconciliation_max_age_hours: 'Comparing the books before payouts',
  payout_account_cooldown_days: 'New payout accounts',
  reserve_rule: 'Reserve',
  negative_balance_months: 'Negative balances',
  listing_fee: 'Listing fee',
  listing_fee_collection: 'Collecting listing fees',
  price_source: 'Where prices come from',
  trial_days: 'Trials',
  operator_identity: 'Operator on documents',
};
