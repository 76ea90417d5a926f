import { Injectable } from '@nestjs/common';
import { whyOff } from '@portal/approvals';
import { TENANT_CAPABILITIES } from '@portal/installs';
import { AppError } from '@portal/kernel';
import { scopeIds, type Actor } from '@portal/platform/access';
import { bypassRowSecurity, Transactor } from '@portal/platform/database';
import { ChargeInvoice } from './charge-invoice.js';
import { billingErrors } from '../errors.js';
import { CustomersRepository } from '../cards/customers.repository.js';
import { PaymentsRepository } from './payments.repository.js';

/** Charges an unpaid invoice to the saved card now, for a tenant's operator, or an author for listing fees. */
@Injectable()
export class PayInvoice {
  constructor(
    private readonly transactor: Transactor,
    private readonly payments: PaymentsRepository,
    private readonly customers: CustomersRepository,
    private readonly charge: ChargeInvoice,
  ) {}

  /** @throws AppError `invoice_not_found` (404), `invoice_not_payable`, `payment_method_required`, `host_collects` (409), `capability_off` (403) */
  async execute(actor: Actor, invoiceId: string, as: 'operator' | 'author' = 'operator'): Promise<void> {
    await this.transactor.run(async (tx) => {
      const invoice = await this.payments.lockInvoice(tx, invoiceId);
      if (!invoice || !scopeIds(actor, as).includes(invoice.tenant_id))
        throw new AppError(billingErrors.invoice_not_found);
      if (!['open', 'past_due', 'uncollectible'].includes(invoice.state))
        throw new AppError(billingErrors.invoice_not_payable);
      const off = await whyOff(tx, TENANT_CAPABILITIES, invoice.tenant_id, 'be_charged');
      if (off) throw off;
      const customer = await this.customers.find(tx, invoice.tenant_id);
      if (customer?.collectedBy === 'host') throw new AppError(billingErrors.host_collects);
      if (!customer?.paymentMethodId) throw new AppError(billingErrors.payment_method_required);
      await tx.audit(actor, 'invoice.payment_asked', ['invoice', invoiceId], {
        before: { state: invoice.state },
      });
    });
    // The postings of a charge concern accounts of authors and the platform, to which the payer has no access.
    await bypassRowSecurity(() => this.charge.execute(invoiceId, { asked: true }));
  }
}
