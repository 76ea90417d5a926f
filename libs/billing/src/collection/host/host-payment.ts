import { Injectable } from '@nestjs/common';
import type { ApprovalKind, ApprovalPreview, ApprovalSubject, Approved } from '@portal/approvals';
import { AppError, formatMinor, required } from '@portal/kernel';
import { Database, type Tx } from '@portal/platform/database';
import { CustomersRepository } from '../../cards/customers.repository.js';
import { billingErrors } from '../../errors.js';
import { InstallNames } from '../../segments/install-names.js';
import { PaymentsRepository } from '../payments.repository.js';
import { RecordPayment } from '../record-payment.js';
import { HostPaymentEntity } from './host-payment.entity.js';

/** A payment of the host for an invoice that it collected. */
export interface ProposedHostPayment {
  readonly invoice_id: string;
  /** Minor units as decimal text: everything that is open. */
  readonly amount: string;
  readonly currency: string;
  /** Of the transfer to our bank account. */
  readonly reference: string;
}

/** Two people mark an invoice as paid that the host collects; its money came to our bank account. */
@Injectable()
export class HostPaymentKind implements ApprovalKind<ProposedHostPayment> {
  readonly kind = 'host_payment';
  readonly subjectType = 'invoice';
  readonly name = 'Payment by the host';
  readonly roles = ['finance'] as const;

  constructor(
    private readonly database: Database,
    private readonly payments: PaymentsRepository,
    private readonly customers: CustomersRepository,
    private readonly record: RecordPayment,
    private readonly names: InstallNames,
  ) {}

  /** What would be proposed now. @throws AppError as `subject` */
  async open(tx: Tx, invoiceId: string, reference: string): Promise<ProposedHostPayment> {
    const { open: amount, currency } = await this.lock(tx, invoiceId);
    return { invoice_id: invoiceId, amount, currency, reference };
  }

  /** @throws AppError `invoice_not_found` (404), `invoice_not_payable`, `host_does_not_collect`, `write_off_changed` (409) */
  async subject(tx: Tx, payload: ProposedHostPayment): Promise<ApprovalSubject> {
    const { number, tenant_id } = await this.lock(tx, payload.invoice_id, payload);
    const parts = await this.payments.authorParts(tx, payload.invoice_id);
    return {
      subjectId: payload.invoice_id,
      title: `Invoice ${number} was paid by the host, reference ${payload.reference}`,
      organizations: parts.map(({ orgId }) => orgId),
      tenants: [tenant_id],
      amount: { minor: BigInt(payload.amount), currency: payload.currency },
    };
  }

  async preview({ invoice_id, amount, currency }: ProposedHostPayment): Promise<ApprovalPreview> {
    const parts = await this.payments.authorParts(this.database, invoice_id);
    const shares = await Promise.all(
      parts.map(async ({ orgId, shareMinor }) => {
        const name = (await this.names.organization(orgId)) ?? 'An author';
        return `${name} is owed ${formatMinor(shareMinor, currency)} from now on.`;
      }),
    );
    return {
      effects: [
        `${formatMinor(BigInt(amount), currency)} arrived at our bank account, not at the payment provider.`,
        ...shares,
        'A payment cannot be taken back here; what is returned is paid by the host.',
      ],
    };
  }

  /** @throws AppError as `subject`, and `payment_in_progress` (409) */
  async apply(tx: Tx, { id, payload }: Approved<ProposedHostPayment>): Promise<void> {
    const { invoice_id: invoiceId, amount, currency, reference } = payload;
    const invoice = await this.lock(tx, invoiceId, payload);
    if (await this.payments.liveOf(tx, invoiceId)) throw new AppError(billingErrors.payment_in_progress);
    await tx.manager.insert(HostPaymentEntity, {
      ...{ invoiceId, amount: BigInt(amount), currency, reference, approvalId: id },
    });
    await this.record.byHost(tx, invoice);
  }

  private async lock(tx: Tx, invoiceId: string, expected?: ProposedHostPayment) {
    const invoice = required(await this.payments.lockInvoice(tx, invoiceId), billingErrors.invoice_not_found);
    if (!['open', 'past_due', 'uncollectible'].includes(invoice.state))
      throw new AppError(billingErrors.invoice_not_payable);
    const customer = await this.customers.find(tx, invoice.tenant_id);
    if (customer?.collectedBy !== 'host') throw new AppError(billingErrors.host_does_not_collect);
    if (expected && (expected.amount !== invoice.open || expected.currency !== invoice.currency))
      throw new AppError(billingErrors.write_off_changed);
    return invoice;
  }
}
