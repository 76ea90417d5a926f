import type { Keyed } from './outcome.js';

export interface TaxLocation {
  line1: string;
  city: string;
  postalCode: string;
  /** ISO 3166-2 without the country, or null. */
  region: string | null;
  /** ISO 3166-1 alpha-2, upper case. */
  country: string;
  /** The provider's kind of tax id, such as `eu_vat`, and the id. */
  taxId: { type: string; value: string } | null;
}

export interface TaxQuestion extends Keyed {
  currency: string;
  /** Without tax, minor units, > 0; tax is added on top. */
  amountMinor: bigint;
  /** Ours; unique within the question. */
  reference: string;
  customer: TaxLocation;
  /** The instant that decides which rates hold. */
  at: Date;
}

export interface TaxAnswer {
  calculationId: string;
  taxMinor: bigint;
  /** The rate that was used, as the provider writes it: `19.00`; null when none was. */
  percentage: string | null;
  /** The provider's word: `standard_rated`, `reverse_charge`, `not_collecting` ... */
  reason: string;
}

export interface TaxReversal {
  /** What `record` returned. */
  transactionId: string;
  reference: string;
  part: 'full' | { netMinor: bigint; taxMinor: bigint };
}

/** Tax by the provider's own rules. Calculations are estimates until they are recorded as a transaction. */
export abstract class TaxGateway {
  /** @throws AppError `payment_provider_refused` (422), also for an address it cannot place; `payment_provider_unavailable` (503) */
  abstract calculate(question: TaxQuestion): Promise<TaxAnswer>;

  /** The sale took place. Repeated with the same key and reference it answers the same. Returns the transaction's id. */
  abstract record(input: Keyed & { calculationId: string; reference: string }): Promise<{ transactionId: string }>;

  /**
   * Takes a recorded tax back: all of it, or exactly these parts of the sale and its tax (not negative, not both 0).
   * @param input.reference ours; unique among all transactions
   * @throws AppError `payment_provider_refused` (422), `payment_provider_unavailable` (503)
   */
  abstract reverse(input: Keyed & TaxReversal): Promise<{ transactionId: string }>;
}
