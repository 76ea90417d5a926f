import { Injectable } from '@nestjs/common';
import { invariant } from '@portal/kernel';
import { Ledger, type Leg } from '@portal/ledger';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Transactor, type Tx } from '@portal/platform/database';
import type { SucceededCharge } from '@portal/stripe-gateway';
import { isCollectable } from '../invoicing/domain/invoice-state.js';
import { retryAfterFault } from './domain/retry-calendar.js';
import { InvoicePaid } from '../events.js';
import { MarkPastDue } from './mark-past-due.js';
import { feeLegs, paidLegs, recoveredLegs, surplusLegs } from './payment-legs.js';
import { throughConversion } from '../settlements/conversion.js';
import { RecordSettlement } from '../settlements/record-settlement.js';
import { ResumeTenant } from './resume-tenant.js';
import { PaymentsRepository, type InvoiceRow, type PaymentRow } from './payments.repository.js';

/**
 * Records the outcome of a charge: attempt, invoice, ledger and event in one transaction. Idempotent: the response and
 * the provider's event may both report it, in either order.
 */
@Injectable()
export class RecordPayment {
  constructor(
    private readonly transactor: Transactor,
    private readonly payments: PaymentsRepository,
    private readonly pastDue: MarkPastDue,
    private readonly resume: ResumeTenant,
    private readonly ledger: Ledger,
    private readonly settlement: RecordSettlement,
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
      const { amountMinor, currency, converted } = charge;
      const legs = surplus ? surplusLegs(amountMinor, currency) : await this.paid(tx, invoice, amountMinor);
      await this.settlement.execute(tx, { paymentId: payment.id, cause: 'charge', currency }, charge);
      const source = { sourceType: 'invoice', sourceId: invoice.id, effectiveAt: tx.now };
      const post = (kind: string, idempotencyKey: string, of: Leg[]) =>
        this.ledger.post(tx, { kind, idempotencyKey, ...source, legs: of });
      const kind = surplus ? 'payment_surplus' : 'invoice_paid';
      await post(kind, `pay:${charge.chargeId}`, throughConversion(legs, converted));
      const fee = feeLegs(charge.feeMinor, converted?.currency ?? currency);
      if (charge.feeMinor > 0n) await post('processor_fee', `fee:${charge.balanceTransactionId}`, fee);
      await this.note(tx, invoice, surplus ? 'invoice.paid_twice' : 'invoice.paid', { charge_id: charge.chargeId });
    });
  }

  /** What was open of an invoice that `tx` has locked came from the host to our bank account. */
  async byHost(tx: Tx, invoice: InvoiceRow): Promise<void> {
    const legs = (await this.paid(tx, invoice, BigInt(invoice.open))).map((leg) =>
      leg.account.code === 'stripe_balance' ? { ...leg, account: { ...leg.account, code: 'bank' as const } } : leg,
    );
    const source = { sourceType: 'invoice', sourceId: invoice.id, effectiveAt: tx.now };
    await this.ledger.post(tx, { kind: 'invoice_paid', idempotencyKey: `pay:host:${invoice.id}`, ...source, legs });
  }

  /** Marks it as paid; returns what is to be posted. */
  private async paid(tx: Tx, invoice: InvoiceRow, amountMinor: bigint): Promise<Leg[]> {
    const parts = await this.payments.authorParts(tx, invoice.id);
    const paid = await this.payments.invoicePaid(tx, invoice.id);
    // Before anything is posted, because segments are locked before ledger accounts.
    await this.resume.execute(tx, invoice);
    await tx.emitMany(
      InvoicePaid,
      paid.map(({ id, month }) => ({ invoice_id: id, month })),
    );
    return invoice.state === 'uncollectible'
      ? recoveredLegs(amountMinor, invoice.currency, parts)
      : paidLegs(amountMinor, BigInt(invoice.open), invoice.currency, parts);
  }

  /** A definitive decline for this key; the retry calendar decides about the next attempt. */
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
   * A definitive refusal that is not caused by the payer: nobody is notified or suspended, the calendar is paused, and
   * the charge is retried with a new key until the cause is fixed.
   */
  async faulted(invoiceId: string, paymentId: string, answer: { problem: string; paymentIntentId: string | null }) {
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

  /** There is no card to charge, which counts as a decline. */
  async notCharged(tx: Tx, invoice: InvoiceRow, problem: string): Promise<void> {
    await this.pastDue.execute(tx, invoice, problem);
  }

  /** No outcome yet: the same key is sent again after `delayMs` (wall time). */
  async waiting(paymentId: string, problem: string, delayMs: number): Promise<void> {
    await this.transactor.run((tx) => this.payments.waiting(tx, paymentId, problem, delayMs));
  }

  /**
   * The charge does not exist, which is certain after the key's lifetime; or (`stuck`) it must not be sent again but
   * looked up after that.
   */
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
    await tx.audit(SYSTEM_ACTOR, action, ['invoice', invoice.id], {
      before: { state: invoice.state },
      after,
    });
  }
}
