import { setImmediate as nextTick } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { whyOff } from '@portal/approvals';
import { TENANT_CAPABILITIES } from '@portal/installs';
import { Ids } from '@portal/kernel';
import { failpoint } from '@portal/platform/config';
import { Transactor } from '@portal/platform/database';
import { PaymentGateway, type ChargeOutcome, type SucceededCharge } from '@portal/stripe-gateway';
import { takeUnsettled, type SendResult } from './retry-plan.js';
import { isCollectable } from '../invoicing/domain/invoice-state.js';
import { CustomersRepository } from '../cards/customers.repository.js';
import { PaymentsRepository, type InvoiceRow, type PaymentRow } from './payments.repository.js';
import { RecordPayment } from './record-payment.js';

/** Maximum length of the provider's message, in characters. */
const MOST_WORDS = 500;

interface Attempt {
  invoice: InvoiceRow;
  payment: PaymentRow;
}

/**
 * Charges one invoice: the intent with its key is committed, then sent, then the outcome is recorded. Called again
 * after a crash at any point, it sends the same key and body; when the key is too old for that, it looks the charge up
 * first.
 */
@Injectable()
export class ChargeInvoice {
  constructor(
    private readonly transactor: Transactor,
    private readonly payments: PaymentsRepository,
    private readonly customers: CustomersRepository,
    private readonly gateway: PaymentGateway,
    private readonly record: RecordPayment,
    private readonly ids: Ids,
  ) {}

  /**
   * @param asked a user wants to pay now: before the next scheduled retry, or a written-off invoice
   * @param byList from a list that is read once: meanwhile another may be sending it, who is left alone
   */
  async execute(invoiceId: string, { asked = false, byList = false } = {}): Promise<SendResult> {
    const attempt = await this.begin(invoiceId, asked, byList);
    if (!attempt) return { kind: 'settled' };
    failpoint('charge.intent_committed');
    if (attempt.payment.key_expired) return this.syncExpired(attempt);
    const outcome = await this.send(attempt);
    failpoint('charge.answer_read');
    const result = await this.take(attempt, outcome);
    failpoint('charge.recorded');
    return result;
  }

  private async begin(invoiceId: string, asked: boolean, byList: boolean): Promise<Attempt | undefined> {
    return this.transactor.run(async (tx) => {
      const invoice = await this.payments.lockInvoice(tx, invoiceId);
      if (!invoice) return undefined;
      let payment = await this.payments.liveOf(tx, invoiceId);
      // A stuck attempt is never sent again; it is looked up once its key has expired.
      const syncsExpired = payment?.state === 'stuck' && payment.key_expired;
      if (payment && payment.state !== 'sending' && !syncsExpired) return undefined;
      if (byList && payment?.under_way) return undefined;
      if (!payment) {
        if (!isCollectable(invoice.state) && !(asked && invoice.state === 'uncollectible')) return undefined;
        if (!asked && (invoice.next_retry_at === null || invoice.next_retry_at > tx.now)) return undefined;
        if (await whyOff(tx, TENANT_CAPABILITIES, invoice.tenant_id, 'be_charged')) return undefined;
        const customer = await this.customers.find(tx, invoice.tenant_id);
        if (customer?.collectedBy === 'host') return this.payments.leaveToHost(tx, invoice.id);
        if (!customer?.customerId || !customer.paymentMethodId) {
          if (isCollectable(invoice.state)) await this.record.notCharged(tx, invoice, 'no_payment_method');
          return undefined;
        }
        payment = await this.payments.begin(tx, {
          id: this.ids.next(),
          invoice,
          customerId: customer.customerId,
          paymentMethodId: customer.paymentMethodId,
        });
      }
      await this.payments.markSent(tx, payment.id);
      return { invoice, payment };
    });
  }

  private async send({ invoice, payment }: Attempt): Promise<ChargeOutcome> {
    const sending = this.gateway.chargeOffSession({
      idempotencyKey: payment.idempotency_key,
      customerId: payment.customer_id,
      paymentMethodId: payment.payment_method_id,
      amountMinor: BigInt(payment.amount),
      currency: payment.currency,
      transferGroup: groupOf(invoice.id),
      metadata: { invoice_id: invoice.id, payment_id: payment.id, attempt: String(payment.n), month: invoice.month },
      description: `Invoice ${invoice.number}`,
    });
    const [outcome] = await Promise.all([sending, nextTick().then(() => failpoint('charge.sent'))]);
    return outcome;
  }

  private async take(attempt: Attempt, outcome: ChargeOutcome): Promise<SendResult> {
    const { invoice, payment } = attempt;
    switch (outcome.kind) {
      case 'succeeded':
        await this.record.succeeded(invoice.id, payment.id, outcome);
        return { kind: 'settled' };
      case 'declined':
        await this.record.refused(invoice.id, payment.id, {
          kind: 'declined',
          problem: outcome.code,
          paymentIntentId: outcome.paymentIntentId,
        });
        return { kind: 'settled' };
      case 'requires_action':
        await this.record.refused(invoice.id, payment.id, {
          kind: outcome.kind,
          problem: outcome.kind,
          paymentIntentId: outcome.paymentIntentId,
        });
        return { kind: 'settled' };
      case 'refused':
        return this.refused(attempt, outcome);
      default:
        return takeUnsettled(outcome, {
          adopt: () => this.adopt(attempt),
          stuck: (problem) => this.record.ended(invoice.id, payment.id, 'stuck', problem),
          waiting: (reason, delayMs) => this.record.waiting(payment.id, reason, delayMs),
        });
    }
  }

  /**
   * A refusal that is not about the card or the customer, but about our request or our account at the provider. The
   * provider repeats it for the lifetime of the key even if the cause is fixed, so the next attempt needs another key,
   * and only after the look-up by group shows that nothing was charged with this one. If the look-up fails, this
   * throws, and the same key is sent again. The payer cannot fix it and is not notified.
   */
  private async refused(
    attempt: Attempt,
    { code, message, paymentIntentId }: { code: string; message: string; paymentIntentId: string | null },
  ): Promise<SendResult> {
    if (await this.adopt(attempt)) return { kind: 'settled' };
    await this.record.faulted(attempt.invoice.id, attempt.payment.id, {
      problem: `${code}: ${message}`.slice(0, MOST_WORDS),
      paymentIntentId,
    });
    return { kind: 'settled' };
  }

  /**
   * The provider may execute a key this old again, so it is never sent: a charge that is found is adopted, otherwise the
   * attempt is void.
   */
  private async syncExpired(attempt: Attempt): Promise<SendResult> {
    if (await this.adopt(attempt)) return { kind: 'settled' };
    await this.record.ended(attempt.invoice.id, attempt.payment.id, 'void', 'no charge in the group after 23 h');
    return { kind: 'waiting', reason: 'the next attempt gets a new key' };
  }

  private async adopt({ invoice, payment }: Attempt): Promise<boolean> {
    const charges = await this.gateway.findChargesByGroup(groupOf(invoice.id));
    const found: SucceededCharge | undefined = charges.find((charge) => charge.metadata['payment_id'] === payment.id);
    if (found) await this.record.succeeded(invoice.id, payment.id, found);
    return found !== undefined;
  }
}

function groupOf(invoiceId: string): string {
  return `inv_${invoiceId}`;
}
