/** Type of an account. Assets and expenses grow by debits, liabilities and revenue by credits. */
export type AccountKind = 'asset' | 'liability' | 'revenue' | 'expense';

interface ChartEntry {
  readonly kind: AccountKind;
  /** One account per author (the owner id is the organization id) instead of one for the platform. */
  readonly owned: boolean;
  /** Lowest balance allowed on the account's own side, in minor units; null: no limit. */
  readonly floorMinor: bigint | null;
  /** Live accounts keep a balance row. The others are part of every posting, so their balance is summed on demand. */
  readonly live: boolean;
  /** Clearing account: each statement takes out what it books there, so the balance is always 0. */
  readonly clears: boolean;
}

const entry = (kind: AccountKind, options: Partial<Omit<ChartEntry, 'kind'>> = {}): ChartEntry => ({
  kind,
  owned: options.owned ?? false,
  floorMinor: options.floorMinor ?? null,
  live: options.live ?? false,
  clears: options.clears ?? false,
});

/** The chart of accounts, per currency. A test compares it with the table ledger.account_code. */
export const CHART = {
  tenant_receivable: entry('asset'),
  bank: entry('asset'),
  stripe_balance: entry('asset'),
  currency_conversion: entry('asset'),
  platform_at_risk: entry('asset', { floorMinor: 0n, live: true }),
  share_clearing: entry('liability', { clears: true }),
  author_pending: entry('liability', { owned: true, floorMinor: 0n, live: true }),
  author_payable: entry('liability', { owned: true, live: true }),
  author_disputed: entry('liability', { owned: true, floorMinor: 0n, live: true }),
  author_reserve: entry('liability', { owned: true, floorMinor: 0n, live: true }),
  payout_clearing: entry('liability', { floorMinor: 0n, live: true }),
  platform_revenue: entry('revenue'),
  listing_fee_revenue: entry('revenue'),
  first_party_revenue: entry('revenue'),
  tax_payable: entry('liability'),
  processor_fee: entry('expense'),
  dispute_fee: entry('expense'),
  fx_difference: entry('expense'),
  bad_debt: entry('expense'),
  suspense: entry('liability'),
} as const satisfies Record<string, ChartEntry>;

export type AccountCode = keyof typeof CHART;

export const ACCOUNT_CODES = Object.keys(CHART) as AccountCode[];

export function isAccountCode(text: string): text is AccountCode {
  return Object.hasOwn(CHART, text);
}

/**
 * Balance of an account from the sum of its legs (debit +, credit -); positive when it is on the account's normal side.
 */
export function ownSide(code: AccountCode, debitMinusCredit: bigint): bigint {
  const { kind } = CHART[code];
  return kind === 'asset' || kind === 'expense' ? debitMinusCredit : -debitMinusCredit;
}
