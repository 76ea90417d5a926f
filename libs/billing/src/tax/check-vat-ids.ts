import { Injectable } from '@nestjs/common';
import { Clock } from '@portal/kernel';
import { Config } from '@portal/platform/config';
import { Transactor } from '@portal/platform/database';
import { ReceiverBreaker, receiverRound } from '@portal/platform/jobs';
import { OutboundClient, type OutboundResponse } from '@portal/platform/outbound';
import { Policies } from '../policies/policies.js';
import { checkOf } from './tax-ids.js';
import { TaxesRepository, type Verdict } from './taxes.repository.js';

const MAX_ANSWER_BYTES = 16 * 1024;

/** Some errors of the service come with status 200. */
type Answer = Partial<Record<'userError' | 'requestIdentifier', string>> & {
  valid?: boolean;
  errorWrappers?: { error?: string }[];
};

/**
 * Asks VIES, the register of the EU's member states, about the VAT ids in use: `POST /check-vat-number` of the REST service
 * at `VIES_URL`. Nothing waits for it, and an id that it does not answer about keeps the check of its form.
 */
@Injectable()
export class CheckVatIds {
  /** By country: each has a register of its own behind VIES. */
  private readonly breaker = new ReceiverBreaker();

  constructor(
    private readonly config: Config,
    private readonly transactor: Transactor,
    private readonly taxes: TaxesRepository,
    private readonly policies: Policies,
    private readonly outbound: OutboundClient,
    private readonly clock: Clock,
  ) {}

  /** Until nothing is due; nothing without `VIES_URL`. */
  async execute(): Promise<void> {
    if (this.config.viesUrl === undefined) return;
    const seller = await this.transactor.run((tx) => this.policies.at(tx, 'operator_identity', tx.now));
    // Who asks by a VAT id of its own gets a consultation number.
    const own = seller.country && checkOf(seller.country, seller.tax_id) === 'by_form' ? seller.tax_id : null;
    await receiverRound({
      claim: (leaveAlone) => this.transactor.run((tx) => this.taxes.claimVatIds(tx, leaveAlone)),
      whose: (vatId) => vatId.slice(0, 2),
      work: (vatId) => this.ask(vatId, own),
      breaker: this.breaker,
      now: () => this.clock.wallNow().getTime(),
    });
  }

  /** False when there was no answer. */
  private async ask(vatId: string, own: string | null): Promise<boolean> {
    const [countryCode, vatNumber] = [vatId.slice(0, 2), vatId.slice(2)];
    const requester = own && { requesterMemberStateCode: own.slice(0, 2), requesterNumber: own.slice(2) };
    const answer = await this.outbound.attempt({
      url: `${this.config.viesUrl}/check-vat-number`,
      kind: 'vies',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ countryCode, vatNumber, ...requester }),
      maxBytes: MAX_ANSWER_BYTES,
    });
    const verdict = 'failure' in answer ? undefined : verdictOf(answer);
    if (verdict) await this.transactor.run((tx) => this.taxes.vatIdChecked(tx, vatId, verdict));
    return verdict !== undefined;
  }
}

/** Undefined when a register was busy or did not respond, which says nothing about the id. */
function verdictOf({ status, body }: OutboundResponse): Verdict | undefined {
  try {
    const { valid, userError, errorWrappers, requestIdentifier: id } = JSON.parse(body.toString('utf8')) as Answer;
    const error = errorWrappers?.[0]?.error ?? userError ?? '';
    if ((status === 200 || status === 400) && error === 'INVALID_INPUT') return { valid: false, reference: null };
    if (status !== 200 || typeof valid !== 'boolean' || !['', 'VALID', 'INVALID'].includes(error)) return undefined;
    return { valid, reference: id && /^[\w-]{1,100}$/.test(id) ? id : null };
  } catch {
    return undefined;
  }
}
