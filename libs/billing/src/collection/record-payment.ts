import { Injectable } from '@nestjs/common';
import { invariant } from '@portal/kernel';
import { Ledger } from '@portal/ledger';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { Transactor, type Tx } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import type { SucceededCharge } from '@portal/stripe-gateway';
import { isCollectable } from '../invoicing/domain/invoice-state.js';
import { retryAfterFault } from './domain/retry-calendar.js';
import { InvoicePaid } from '../events.js';
import { MarkPastDue } from './mark-past-due.js';
import { feeLegs, paidLegs, recoveredLegs, surplusLegs } from './payment-legs.js';
import { ResumeTenant } from './resume-tenant.js';
import { PaymentsRepository, type InvoiceRow, type PaymentRow } from './payments.repository.js';

/**
 * Writes down what became of a charge: attempt, invoice, ledger and event in one transaction. Told twice (by the answer
 * and by the provider's event, in either order) it has its effect once.
 */
@Injectable()
export class RecordPayment {
  constructor(
    private readonly transactor: Transactor,
    private readonly payments: PaymentsRepository,
    private readonly pastDue: MarkPastDue,
    private readonly resume: ResumeTenant,
    private readonly ledger: Ledger,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  async succeeded(invoiceId: string, paymentId: string, charge: SucceededCharge): Promise<void> {
    await this.change(invoiceId, paymentId, async (tx, invoice, payment) => {
      if (payment.state === 'succeeded' || payment.state === 'surplus') return;
      invariant(
        charge.amountMinor === BigInt(payment.amount) && charge.currency === payment.currency,
        `charge ${charge.chargeId} is not what payment ${payment.id} asked for`,
      );
      const live = await this.payments.liveOf(tx, invoice.id);
      const surplus = ['paid', 'credited'].includes(invoice.state) || (live !== undefined && live.id !== payment.id);
      await this.payments.charged(tx, payment.id, surplus ? 'surplus' : 'succeeded', charge);
      const parts = await this.payments.authorParts(tx, invoice.id);
      if (!surplus) {
        const paid = await this.payments.invoicePaid(tx, invoice.id);
        // Before anything is posted: segments are opened under a lock that comes before the ledger's.
        await this.resume.execute(tx, invoice);
        await this.outbox.emitMany(
          tx,
          InvoicePaid,
          paid.map(({ id, month }) => ({ invoice_id: id, month })),
        );
      }
      const { amountMinor, currency } = charge;
      const legs = surplus
        ? surplusLegs(amountMinor, currency)
        : invoice.state === 'uncollectible'
          ? recoveredLegs(amountMinor, currency, parts)
          : paidLegs(amountMinor, BigInt(invoice.open), currency, parts);
      const kind = surplus ? 'payment_surplus' : 'invoice_paid';
      const source = { sourceType: 'invoice', sourceId: invoice.id, effectiveAt: tx.now };
      await this.ledger.post(tx, { kind, idempotencyKey: `pay:${charge.chargeId}`, ...source, legs });
      if (charge.feeMinor > 0n) {
        const key = `fee:${charge.balanceTransactionId}`;
        await this.ledger.post(tx, {
          kind: 'processor_fee',
          idempotencyKey: key,
          ...source,
          legs: feeLegs(charge.feeMinor, charge.currency),
        });
      }
      await this.note(tx, invoice, surplus ? 'invoice.paid_twice' : 'invoice.paid', { charge_id: charge.chargeId });
    });
  }

  /** A definite no for this key; the retry calendar decides when there is a next one. */
  async refused(
    invoiceId: string,
    paymentId: string,
    answer: { kind: 'declined' | 'requires_action'; problem: string; paymentIntentId: string | null },
  ): Promise<void> {
    await this.change(invoiceId, paymentId, async (tx, invoice, payment) => {
      if (payment.state !== 'sending') return;
      await this.payments.end(tx, payment.id, answer.kind, answer.problem, answer.paymentIntentId);
      if (!isCollectable(invoice.state)) return;
      await this.pastDue.execute(tx, invoice, answer.problem);
    });
  }

  /**
   * A definite no for this key that is not the payer's doing: nobody is mailed or suspended for it, the calendar stands
   * still, and it is tried again with a key of its own until it is mended.
   */
  async faulted(
    invoiceId: string,
    paymentId: string,
    answer: { problem: string; paymentIntentId: string | null },
  ): Promise<void> {
    await this.change(invoiceId, paymentId, async (tx, invoice, payment) => {
      if (payment.state !== 'sending') return;
      await this.payments.end(tx, payment.id, 'void', answer.problem, answer.paymentIntentId);
      if (!isCollectable(invoice.state)) return;
      const tries = invoice.fault_tries + 1;
      const retryAt = retryAfterFault(tries, tx.now);
      await this.payments.invoiceFaulted(tx, invoice, { problem: answer.problem, tries, nextRetryAt: retryAt });
      await this.note(tx, invoice, 'invoice.charge_failed', {
        problem: answer.problem,
        next_retry_at: retryAt.toISOString(),
      });
    });
  }

  /** There is nothing to charge, which counts as a refusal. */
  async notCharged(tx: Tx, invoice: InvoiceRow, problem: string): Promise<void> {
    await this.pastDue.execute(tx, invoice, problem);
  }

  /** No outcome yet: the same key is sent again after `delayMs` (wall time). */
  async waiting(paymentId: string, problem: string, delayMs: number): Promise<void> {
    await this.transactor.run((tx) => this.payments.waiting(tx, paymentId, problem, delayMs));
  }

  /** Proven not to exist after the key's lifetime, or (`stuck`) not to be sent again, but looked up after that lifetime. */
  async ended(invoiceId: string, paymentId: string, state: 'void' | 'stuck', problem: string): Promise<void> {
    await this.change(invoiceId, paymentId, async (tx, invoice, payment) => {
      if (payment.state !== 'sending' && !(payment.state === 'stuck' && state === 'void')) return;
      await this.payments.end(tx, payment.id, state, problem, null);
      await this.note(tx, invoice, `payment.${state}`, { payment_id: payment.id, problem });
    });
  }

  private async change(
    invoiceId: string,
    paymentId: string,
    work: (tx: Tx, invoice: InvoiceRow, payment: PaymentRow) => Promise<void>,
  ): Promise<void> {
    await this.transactor.run(async (tx) => {
      const invoice = await this.payments.lockInvoice(tx, invoiceId);
      const payment = await this.payments.byId(tx, paymentId);
      invariant(
        invoice && payment?.invoice_id === invoice.id,
        `payment ${paymentId} does not belong to invoice ${invoiceId}`,
      );
      await work(tx, invoice, payment);
    });
  }

  private async note(tx: Tx, invoice: InvoiceRow, action: string, after: Record<string, string | null>): Promise<void> {
    await this.audit.record(tx, {
      actor: SYSTEM_ACTOR,
      action,
      subjectType: 'invoice',
      subjectId: invoice.id,
      before: { state: invoice.state },
      after,
    });
  }
}
