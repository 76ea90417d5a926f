/** What an account is, and so on which side it grows: assets and expenses by debits, liabilities and revenue by credits. */
export type AccountKind = 'asset' | 'liability' | 'revenue' | 'expense';

interface ChartEntry {
  readonly kind: AccountKind;
  /** One account per author (owner id = organization id) instead of one for the platform. */
  readonly owned: boolean;
  /** The balance on the account's own side may not go below this; null: it may go anywhere. Minor units. */
  readonly floorMinor: bigint | null;
  /** Live accounts keep a balance row; the others are touched by every posting and are summed when asked. */
  readonly live: boolean;
  /** Only passed through: whatever one statement books there it takes out again, so the balance is always 0. */
  readonly clears: boolean;
}

const entry = (kind: AccountKind, options: Partial<Omit<ChartEntry, 'kind'>> = {}): ChartEntry => ({
  kind,
  owned: options.owned ?? false,
  floorMinor: options.floorMinor ?? null,
  live: options.live ?? false,
  clears: options.clears ?? false,
});

/** The chart of accounts, per currency. Mirrored by the table ledger.account_code. */
export const CHART = {
  tenant_receivable: entry('asset'),
  bank: entry('asset'),
  stripe_balance: entry('asset'),
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

/** A sum of legs (debit +, credit -) as the account's own balance: positive when it is on its usual side. */
export function ownSide(code: AccountCode, debitMinusCredit: bigint): bigint {
  const { kind } = CHART[code];
  return kind === 'asset' || kind === 'expense' ? debitMinusCredit : -debitMinusCredit;
}
