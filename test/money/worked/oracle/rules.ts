import type { Moment } from './calendar.js';
import type { WrittenScenario } from './written.js';

interface Currency {
  chargeMultiple: bigint;
  payoutMultiple: bigint;
  minCharge: bigint;
  minPayout: bigint;
}

interface Version {
  from: Moment;
  value: unknown;
}

/** Policies by instant, and the currency table. Built-in values are those of docs/money-case.md. */
export class Rules {
  private readonly versions = new Map<string, Version[]>();

  constructor(private readonly scenario: WrittenScenario) {
    for (const [key, value] of Object.entries(scenario.policies ?? {})) this.set(key, value, -Infinity);
  }

  set(key: string, value: unknown, from: Moment): void {
    this.versions.set(key, [...(this.versions.get(key) ?? []), { from, value }]);
  }

  private at<T>(key: string, at: Moment, builtIn: T): T {
    const found = (this.versions.get(key) ?? []).filter(({ from }) => from <= at).at(-1);
    return found ? (found.value as T) : builtIn;
  }

  share(at: Moment): { basis_points: number } {
    return this.at('author_share', at, { basis_points: 7000 });
  }

  feeBearer(at: Moment): string {
    return this.at('dispute_fee_bearer', at, 'platform');
  }

  smallBalance(at: Moment): string {
    return this.at('small_balance', at, 'carry');
  }

  listingFee(at: Moment, currency: string): bigint {
    return BigInt(this.at<Record<string, string>>('listing_fee', at, {})[currency] ?? '0');
  }

  listingFeeCollection(at: Moment): string {
    return this.at('listing_fee_collection', at, 'invoice');
  }

  retryDays(at: Moment): readonly number[] {
    return this.at('payment_retry', at, { after_days: [1, 3, 7, 14, 21, 28] }).after_days;
  }

  /** What is taxed; nothing without a table. */
  private taxes(at: Moment): readonly TaxRow[] {
    const none = { provider: 'none', table: [] as TaxRow[] };
    const { provider, table } = this.at('tax', at, none);
    return provider === 'table' ? table : [];
  }

  /** Basis points of tax on what this author buys: its country's, as nothing else is known of it. */
  authorTax(at: Moment, author: string): bigint {
    const table = this.taxes(at);
    const { country = 'US' } = this.scenario.authors?.[author] ?? {};
    return BigInt(table.find((row) => row.country === country && row.region === null)?.basis_points ?? 0);
  }

  /** Basis points of tax on what this tenant buys. */
  tax(at: Moment, tenant: string): bigint {
    const table = this.taxes(at);
    const { country = 'US', region, tax_id } = this.scenario.tenants[tenant]!;
    const rows = table.filter((row) => row.country === country);
    const row =
      rows.find((r) => r.region !== null && r.region === (region ?? null)) ?? rows.find(({ region: r }) => r === null);
    if (!row || (row.reverse_charge && tax_id !== undefined)) return 0n;
    return BigInt(row.basis_points);
  }

  currency(code: string): Currency {
    const changed = this.scenario.currencies?.[code] ?? {};
    const number = (key: string, builtIn: bigint): bigint =>
      changed[key] === undefined ? builtIn : BigInt(changed[key]);
    const builtIn = BUILT_IN[code] ?? { chargeMultiple: 1n, payoutMultiple: 1n, minCharge: 1n, minPayout: 1n };
    return {
      chargeMultiple: number('charge_multiple', builtIn.chargeMultiple),
      payoutMultiple: number('payout_multiple', builtIn.payoutMultiple),
      minCharge: number('min_charge', builtIn.minCharge),
      minPayout: number('min_payout', builtIn.minPayout),
    };
  }

  /**
   * The larger of what the currency and the country ask for (D19). What the currency asks for is what the policy says, which
   * may be less than its table, or without a word there its table. A scenario's own table goes before the built-in policy.
   */
  leastPayout(at: Moment, currency: string, country: string): bigint {
    const unsaid = Object.entries(LEAST).filter(
      ([code]) => this.scenario.currencies?.[code]?.['min_payout'] === undefined,
    );
    const policy = this.at<{ by_currency: Amounts; by_country: Record<string, Amounts> }>('payout_minimum', at, {
      by_currency: Object.fromEntries(unsaid),
      by_country: {},
    });
    const ofCurrency = BigInt(policy.by_currency[currency] ?? this.currency(currency).minPayout);
    const ofCountry = BigInt(policy.by_country[country]?.[currency] ?? 0);
    return ofCurrency > ofCountry ? ofCurrency : ofCountry;
  }
}

type Amounts = Record<string, string>;
interface TaxRow {
  country: string;
  region: string | null;
  basis_points: number;
  reverse_charge: boolean;
}

const LEAST: Amounts = {
  usd: '2500',
  eur: '2500',
  gbp: '2500',
  chf: '2500',
  cad: '2500',
  jpy: '3000',
  huf: '1000000',
  kwd: '8000',
};
const table = (chargeMultiple: bigint, payoutMultiple: bigint, minCharge: bigint, minPayout: bigint): Currency => ({
  chargeMultiple,
  payoutMultiple,
  minCharge,
  minPayout,
});
/** The table that the portal begins with: forints are paid out in hundreds, three-decimal currencies move in tens (D21). */
const BUILT_IN: Record<string, Currency> = {
  usd: table(1n, 1n, 50n, 2500n),
  eur: table(1n, 1n, 50n, 2500n),
  gbp: table(1n, 1n, 30n, 2500n),
  chf: table(1n, 1n, 50n, 2500n),
  cad: table(1n, 1n, 50n, 2500n),
  jpy: table(1n, 1n, 50n, 3000n),
  huf: table(1n, 100n, 17500n, 1_000_000n),
  twd: table(1n, 100n, 1600n, 80_000n),
  isk: table(100n, 100n, 7000n, 350_000n),
  ugx: table(100n, 100n, 200_000n, 9_000_000n),
  kwd: table(10n, 10n, 200n, 8000n),
};
