import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { failpoint } from '@portal/platform/config';
import { Transactor, type Tx } from '@portal/platform/database';
import { TaxGateway } from '@portal/stripe-gateway';
import type { Month } from '../domain/month.js';
import { billingErrors } from '../errors.js';
import type { PolicyValues } from '../policies/domain/policy.js';
import { taxByTable, type TaxOutcome } from './domain/tax.js';
import { Policies } from '../policies/policies.js';
import { checkOf } from './tax-ids.js';
import { TaxesRepository, type TaxedInvoice, type TaxedParty, type UntaxedRow } from './taxes.repository.js';

const CHUNK = 2_000;
/** Each is a call to the provider; results are stored in batches of this size. */
const REMOTE_CHUNK = 40;
const AT_ONCE = 8;

/**
 * Computes the tax of the drafts of a month, between writing their lines and booking them, by the policy at the month's
 * end. Tax is never split with authors. After a crash it continues with the drafts that have none yet.
 */
@Injectable()
export class ComputeTaxes {
  constructor(
    private readonly transactor: Transactor,
    private readonly policies: Policies,
    private readonly taxes: TaxesRepository,
    private readonly gateway: TaxGateway,
  ) {}

  /** @throws AppError `vat_rate_missing` (409), `payment_provider_*` when it does not answer: to be retried. */
  async execute(month: Month): Promise<void> {
    const at = new Date(month.endAt.getTime() - 1);
    const [policy, seller] = await this.transactor.run(async (tx) => [
      await this.policies.versionAt(tx, 'tax', at),
      (await this.policies.at(tx, 'operator_identity', tx.now)).country,
    ]);
    if (policy.value.provider === 'none') return;
    while (await this.chunk(month, at, policy, seller)) failpoint('tax.chunk');
  }

  private async chunk(
    month: Month,
    at: Date,
    { version, value }: { version: number; value: PolicyValues['tax'] },
    seller: string | null,
  ) {
    const byTable = value.provider === 'table';
    const drafts = await this.transactor.run((tx) =>
      this.taxes.untaxed(tx, month.first, byTable ? CHUNK : REMOTE_CHUNK),
    );
    if (drafts.length === 0) return false;
    // Of an install that was reported after the close had begun.
    if (drafts.some(({ vat_rate }) => vat_rate === null)) throw new AppError(billingErrors.vat_rate_missing);
    const taxed = byTable ? drafts.map((draft) => fromTable(value, draft, seller)) : await this.ask(drafts, at);
    const explained = taxed.map((one) => ({ ...one, details: { ...one.details, policy_version: version } }));
    await this.transactor.run((tx) => this.taxes.set(tx, explained));
    return true;
  }

  /**
   * Taxes of invoices that are not written yet, by the policy at the month's end; minor units, in the order of the
   * drafts. Of a provider that computes tax they are known at the close only, and 0 here.
   */
  async forecast(tx: Tx, month: Month, drafts: readonly UntaxedRow[]) {
    const value = await this.policies.at(tx, 'tax', new Date(month.endAt.getTime() - 1));
    const { country } = await this.policies.at(tx, 'operator_identity', tx.now);
    const byTable = value.provider === 'table';
    const taxes = drafts.map((draft) => (byTable ? BigInt(fromTable(value, draft, country).tax) : 0n));
    return { provider: value.provider, taxes };
  }

  /**
   * Tax of a listing fee by the policy at `at`. The customer is the author's organization, by its tax profile. Undefined
   * without a tax policy. A provider cannot locate a customer by country alone, so then the fee has no tax, with the
   * reason.
   */
  async ofFee(tx: Tx, fee: { orgId: string; currency: string; amountMinor: bigint }, at: Date) {
    const { version, value } = await this.policies.versionAt(tx, 'tax', at);
    if (value.provider === 'none') return undefined;
    const seller = await this.policies.at(tx, 'operator_identity', tx.now);
    const author = await this.taxes.ofAuthor(tx, fee.orgId, fee.currency, at);
    const outcome =
      value.provider === 'table'
        ? outcomeOf(value, fee.amountMinor, author, seller.country)
        : taxByTable(value, fee.amountMinor, null);
    const details = { ...placeOf(author), ...wordsOf(outcome), policy_version: version };
    return { taxMinor: outcome.taxMinor, details };
  }

  private async ask(drafts: readonly UntaxedRow[], at: Date): Promise<TaxedInvoice[]> {
    const queue = [...drafts];
    const taxed: TaxedInvoice[] = [];
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let draft = queue.shift(); draft; draft = queue.shift()) taxed.push(await this.askOne(draft, at));
      }),
    );
    return taxed;
  }

  private async askOne(draft: UntaxedRow, at: Date): Promise<TaxedInvoice> {
    if (draft.country === null)
      return { id: draft.id, tax: '0', details: { reason: 'address_missing' }, calculationId: null };
    const answer = await this.gateway.calculate({
      idempotencyKey: `tax_${draft.id}`,
      currency: draft.currency,
      amountMinor: BigInt(draft.subtotal),
      reference: draft.number,
      at,
      customer: {
        line1: draft.line1!,
        city: draft.city!,
        postalCode: draft.postal_code!,
        region: draft.region,
        country: draft.country,
        taxId: hasValidId(draft) ? { type: draft.tax_id_type!, value: draft.tax_id! } : null,
      },
    });
    const details = {
      ...placeOf(draft),
      reason: answer.reason,
      percentage: answer.percentage,
      reverse_charge: answer.reason === 'reverse_charge',
    };
    return { id: draft.id, tax: answer.taxMinor.toString(), details, calculationId: answer.calculationId };
  }
}

function fromTable(policy: PolicyValues['tax'], draft: UntaxedRow, seller: string | null): TaxedInvoice {
  const outcome = outcomeOf(policy, BigInt(draft.subtotal), draft, seller);
  const details = { ...placeOf(draft), ...wordsOf(outcome) };
  return { id: draft.id, tax: outcome.taxMinor.toString(), details, calculationId: null };
}

function outcomeOf(policy: PolicyValues['tax'], amountMinor: bigint, party: TaxedParty, seller: string | null) {
  const { country, region } = party;
  const businessAbroad = seller !== null && seller !== country && hasValidId(party);
  return taxByTable(policy, amountMinor, country === null ? null : { country, region, businessAbroad });
}

function hasValidId({ country, tax_id, tax_id_type, vies }: TaxedParty): boolean {
  const check = country === null ? null : checkOf(country, tax_id, tax_id_type, vies);
  return check !== null && check !== 'failed';
}

function wordsOf(outcome: TaxOutcome): object {
  return {
    reason: outcome.reason,
    name: outcome.name,
    percentage: outcome.basisPoints === null ? null : (outcome.basisPoints / 100).toFixed(2),
    reverse_charge: outcome.reverseCharge,
  };
}

/** The address, the check of the tax id and the rate as of the invoice; they may change afterwards. */
function placeOf(party: TaxedParty): object {
  const { country, region, tax_id, vies, legal_name, line1, postal_code, city } = party;
  return { country, region, tax_id, vies, legal_name, line1, postal_code, city, ...party.vat_rate };
}
