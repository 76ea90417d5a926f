import { Query } from '@nestjs/common';
import { HostScope, RequireRole } from '@portal/platform/access';
import { ApiController, GetFile, GetPage, IdParam } from '@portal/platform/http';
import { BillingDocuments } from '../../documents/read/billing-documents.js';
import { Invoices } from '../read/invoices.js';
import { InvoicesQuery } from './billing.dto.js';
import { InvoiceView } from './billing.view.js';

/** Invoices of the tenants for which the host collects. */
@ApiController('host', 'api/v1/host/invoices')
@RequireRole('host', 'admin')
@HostScope('billing')
export class HostInvoicesController {
  constructor(
    private readonly invoices: Invoices,
    private readonly documents: BillingDocuments,
  ) {}

  /** List the invoices that you collect. Newest first. `state=open` are those to pay over. */
  @GetPage('', InvoiceView)
  async listInvoices(@Query() query: InvoicesQuery) {
    return this.invoices.list({ ...query, tenantIds: await this.invoices.collectedByHost() });
  }

  /** Download an invoice that you collect as PDF. Or a credit note, by its id. The same bytes every time. */
  @GetFile(':id/pdf', ['application/pdf'])
  async getPdf(@IdParam() id: string) {
    return this.documents.pdf(id, await this.invoices.collectedByHost());
  }
}
