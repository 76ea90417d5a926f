import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { invariant } from '@portal/kernel';
import type { Keyed } from '../ports/outcome.js';
import {
  TaxGateway,
  type TaxAnswer,
  type TaxLocation,
  type TaxQuestion,
  type TaxReversal,
} from '../ports/tax-gateway.js';
import { keyed, StripeClient, wireAmount } from './stripe-client.js';

type ReversalLine = NonNullable<Parameters<Stripe['tax']['transactions']['createReversal']>[0]['line_items']>[number];
type TaxIdType = NonNullable<Stripe.Tax.CalculationCreateParams.CustomerDetails['tax_ids']>[number]['type'];

@Injectable()
export class StripeTaxGateway extends TaxGateway {
  constructor(private readonly client: StripeClient) {
    super();
  }

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

  async record(input: { idempotencyKey: string; calculationId: string; reference: string }): Promise<{
    transactionId: string;
  }> {
    const made = await this.client.ask('tax transactions', (stripe) =>
      stripe.tax.transactions.createFromCalculation(
        { calculation: input.calculationId, reference: input.reference },
        keyed(input),
      ),
    );
    return { transactionId: made.id };
  }

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
