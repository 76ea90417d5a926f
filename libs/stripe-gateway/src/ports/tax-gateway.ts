import type { Keyed } from './outcome.js';

export interface TaxLocation {
  line1: string;
  city: string;
  postalCode: string;
  /** ISO 3166-2 without the country, or null. */
  region: string | null;
  /** ISO 3166-1 alpha-2, upper case. */
  country: string;
  /** The provider's type of tax id, such as `eu_vat`, and the id. */
  taxId: { type: string; value: string } | null;
}

export interface TaxQuestion extends Keyed {
  currency: string;
  /** Without tax, minor units, > 0; tax is added. */
  amountMinor: bigint;
  /** Our reference, unique within the calculation. */
  reference: string;
  customer: TaxLocation;
  /** The instant whose tax rates apply. */
  at: Date;
}

export interface TaxAnswer {
  calculationId: string;
  taxMinor: bigint;
  /** The applied rate in the provider's format: `19.00`; null when there is none. */
  percentage: string | null;
  /** The provider's code: `standard_rated`, `reverse_charge`, `not_collecting` ... */
  reason: string;
}

export interface TaxReversal {
  /** Value returned by `record`. */
  transactionId: string;
  reference: string;
  part: 'full' | { netMinor: bigint; taxMinor: bigint };
}

/** Tax by the provider's rules. Calculations are estimates until they are recorded as a transaction. */
export abstract class TaxGateway {
  /**
   * @throws AppError `payment_provider_refused` (422), also for an unknown address; `payment_provider_unavailable`
   *   (503)
   */
  abstract calculate(question: TaxQuestion): Promise<TaxAnswer>;

  /** Records a sale as a tax transaction and returns its id. Idempotent with the same key and reference. */
  abstract record(input: Keyed & { calculationId: string; reference: string }): Promise<{ transactionId: string }>;

  /**
   * Reverses recorded tax, completely or by the given amounts of sale and tax (not negative, not both 0).
   * @param input.reference our reference, unique among all transactions
   * @throws AppError `payment_provider_refused` (422), `payment_provider_unavailable` (503)
   */
  abstract reverse(input: Keyed & TaxReversal): Promise<{ transactionId: string }>;
}
