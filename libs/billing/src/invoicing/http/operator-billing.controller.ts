import { Query } from '@nestjs/common';
import { CurrentActor, RequireRole, RequireStepUp, scopeIds, type Actor } from '@portal/platform/access';
import { IdParam, PageQuery, ApiController, GetData, GetFile, GetPage, PostData } from '@portal/platform/http';
import { BillingDocuments } from '../../documents/read/billing-documents.js';
import { Invoices } from '../read/invoices.js';
import { RunningBill } from '../read/running-bill.js';
import { PayInvoice } from '../../collection/pay-invoice.js';
import { TenantStatus } from '../read/tenant-status.js';
import { TenantStatusView, UnpaidTenantView } from '../../collection/collection.view.js';
import { InvoiceDetailView, InvoiceView } from './billing.view.js';
import { RunningBillView } from './running-bill.view.js';

@RequireRole('operator')
@ApiController('operator', 'api/v1/operator')
export class OperatorBillingController {
  constructor(
    private readonly invoices: Invoices,
    private readonly payInvoice: PayInvoice,
    private readonly tenantStatus: TenantStatus,
    private readonly runningBill: RunningBill,
    private readonly documents: BillingDocuments,
  ) {}

  /** List the invoices of your tenants. Newest first. */
  @GetPage('invoices', InvoiceView)
  list(@CurrentActor() actor: Actor, @Query() query: PageQuery) {
    return this.invoices.list({ ...query, tenantIds: scopeIds(actor, 'operator') });
  }

  /** Get an invoice of one of your tenants. With its lines and payments. */
  @GetData('invoices/:id', InvoiceDetailView)
  get(@CurrentActor() actor: Actor, @IdParam() id: string) {
    return this.invoices.get(id, scopeIds(actor, 'operator'));
  }

  /** Pay an invoice now. With the saved payment method, instead of waiting for the next attempt. */
  @PostData('invoices/:id/pay', InvoiceDetailView)
  @RequireStepUp()
  async pay(@CurrentActor() actor: Actor, @IdParam() id: string) {
    await this.payInvoice.execute(actor, id);
    return this.invoices.get(id, scopeIds(actor, 'operator'));
  }

  /**
   * Get what an install has cost this month. Priced until now by the rules of the monthly invoice, before tax.
   */
  @GetData('installs/:id/running-bill', RunningBillView)
  getRunningBill(@CurrentActor() actor: Actor, @IdParam() id: string) {
    return this.runningBill.of(id, scopeIds(actor, 'operator'));
  }

  /** List your tenants with unpaid invoices. Overdue ones, or because of which paid plugins are suspended; by name. */
  @GetPage('unpaid-tenants', UnpaidTenantView)
  unpaidTenants(@CurrentActor() actor: Actor, @Query() query: PageQuery) {
    return this.tenantStatus.unpaid(scopeIds(actor, 'operator'), query);
  }

  /** Get the payment status of a tenant. Its state and the invoices that are overdue. */
  @GetData('tenants/:tenantId/account-status', TenantStatusView)
  accountStatus(@CurrentActor() actor: Actor, @IdParam('tenantId') tenantId: string) {
    return this.tenantStatus.ofTenant(actor, tenantId);
  }

  /** Download an invoice of one of your tenants as PDF. Or a credit note, by its id. The same bytes every time. */
  @GetFile('invoices/:id/pdf', ['application/pdf'])
  getPdf(@CurrentActor() actor: Actor, @IdParam() id: string) {
    return this.documents.pdf(id, scopeIds(actor, 'operator'));
  }
}
