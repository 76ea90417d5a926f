import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { invariant } from '@portal/kernel';
import { keyed, StripeClient, wireAmount } from './stripe-client.js';
import type { Keyed } from './outcome.js';

interface TaxLocation {
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

type ReversalLine = NonNullable<Parameters<Stripe['tax']['transactions']['createReversal']>[0]['line_items']>[number];
type TaxIdType = NonNullable<Stripe.Tax.CalculationCreateParams.CustomerDetails['tax_ids']>[number]['type'];

/** Tax by the provider's rules. Calculations are estimates until they are recorded as a transaction. */
@Injectable()
export class TaxGateway {
  constructor(private readonly client: StripeClient) {}

  /**
   * @throws AppError `payment_provider_refused` (422), also for an unknown address; `payment_provider_unavailable`
   *   (503)
   */
  async calculate(question: TaxQuestion): Promise<TaxAnswer> {
    const made = await this.client.ask('tax calculations', (stripe) =>
      stripe.tax.calculations.create(
        {
          currency: question.currency,
          customer_details: customerOf(question.customer),
          line_items: [
            {
              amount: wireAmount(question.amountMinor),
              reference: question.reference,
              tax_behavior: 'exclusive',
              // Software as a service, for business use.
              tax_code: 'txcd_10103001',
            },
          ],
          tax_date: Math.floor(question.at.getTime() / 1_000),
        },
        keyed(question),
      ),
    );
    const [part] = made.tax_breakdown;
    return {
      calculationId: made.id!,
      taxMinor: BigInt(made.tax_amount_exclusive),
      percentage: part?.tax_rate_details.percentage_decimal ?? null,
      reason: part?.taxability_reason ?? 'not_collecting',
    };
  }

  /** Records a sale as a tax transaction and returns its id. Idempotent with the same key and reference. */
  async record(input: { idempotencyKey: string; calculationId: string; reference: string }) {
    const made = await this.client.ask('tax transactions', (stripe) =>
      stripe.tax.transactions.createFromCalculation(
        { calculation: input.calculationId, reference: input.reference },
        keyed(input),
      ),
    );
    return { transactionId: made.id };
  }

  /**
   * Reverses recorded tax, completely or by the given amounts of sale and tax (not negative, not both 0).
   * @param input.reference our reference, unique among all transactions
   * @throws AppError `payment_provider_refused` (422), `payment_provider_unavailable` (503)
   */
  async reverse(input: Keyed & TaxReversal): Promise<{ transactionId: string }> {
    const { transactionId, reference, part } = input;
    const how =
      part === 'full'
        ? { mode: 'full' as const }
        : { mode: 'partial' as const, line_items: [await this.partOf(transactionId, reference, part)] };
    const made = await this.client.ask('tax reversals', (stripe) =>
      stripe.tax.transactions.createReversal({ original_transaction: transactionId, reference, ...how }, keyed(input)),
    );
    return { transactionId: made.id };
  }

  /** The only line of our calculations. Naming it keeps the provider from dividing the amount itself. */
  private async partOf(
    transactionId: string,
    reference: string,
    { netMinor, taxMinor }: { netMinor: bigint; taxMinor: bigint },
  ): Promise<ReversalLine> {
    const original = await this.client.ask('tax transactions', (stripe) =>
      stripe.tax.transactions.retrieve(transactionId, { expand: ['line_items'] }),
    );
    const [line] = original.line_items?.data ?? [];
    invariant(line, `tax transaction ${transactionId} has no line`);
    return {
      amount: -wireAmount(netMinor),
      amount_tax: -wireAmount(taxMinor),
      original_line_item: line.id,
      reference,
    };
  }
}

function customerOf(location: TaxLocation): Stripe.Tax.CalculationCreateParams.CustomerDetails {
  const { line1, city, postalCode, region, country, taxId } = location;
  return {
    address: { line1, city, postal_code: postalCode, country, ...(region === null ? {} : { state: region }) },
    address_source: 'billing',
    ...(taxId === null ? {} : { tax_ids: [{ type: taxId.type as TaxIdType, value: taxId.value }] }),
  };
}
