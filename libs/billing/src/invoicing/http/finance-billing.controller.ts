import { Param, Query } from '@nestjs/common';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { IdParam, ApiController, GetData, GetFile, GetPage, PostData } from '@portal/platform/http';
import { ClosePreview } from '../read/close-preview.js';
import { BillingDocuments } from '../../documents/read/billing-documents.js';
import { Invoices } from '../read/invoices.js';
import { ListPeriods } from '../read/list-periods.js';
import { MonthClose } from '../read/month-close.js';
import { RequestClose } from '../request-close.js';
import { InvoicesQuery } from './billing.dto.js';
import { PeriodsQuery } from './lists.dto.js';
import { InvoiceDetailView, InvoiceView, PeriodStateView, PeriodView } from './billing.view.js';
import { ClosePreviewView } from './close-preview.view.js';
import { MonthCloseView } from './month-close.view.js';

@RequireRole('finance')
@ApiController('finance', 'api/v1/finance')
export class FinanceBillingController {
  constructor(
    private readonly periods: ListPeriods,
    private readonly invoices: Invoices,
    private readonly requestClose: RequestClose,
    private readonly monthClose: MonthClose,
    private readonly preview: ClosePreview,
    private readonly documents: BillingDocuments,
  ) {}

  /** List billing months. Every month since the first billed install, newest first, with its totals. */
  @GetPage('periods', PeriodView)
  listPeriods(@Query() query: PeriodsQuery) {
    return this.periods.execute(query);
  }

  /** Get a billing month. A month without any billing is open. */
  @GetData('periods/:month', MonthCloseView)
  getPeriod(@Param('month') month: string) {
    return this.monthClose.get(month);
  }

  /**
   * Preview the close of a billing month. What the close will write if nothing happens until then, computed by what the
   * close computes with, at any time before it.
   */
  @GetData('periods/:month/preview', ClosePreviewView)
  previewClose(@Param('month') month: string) {
    return this.preview.of(month);
  }

  /**
   * Close a billing month. The month must have ended. It is closed in the background; repeating the call has no effect.
   * Above the policy `close_limit` it waits for another finance person.
   */
  @PostData('periods/:month/close', PeriodStateView, {
    status: 202,
    description: 'The month is closed, being closed, or waits for an approval',
  })
  close(@CurrentActor() actor: Actor, @Param('month') month: string) {
    return this.requestClose.execute(actor, month);
  }

  /** List invoices. Newest first. */
  @GetPage('invoices', InvoiceView)
  listInvoices(@Query() query: InvoicesQuery) {
    return this.invoices.list(query);
  }

  /** Get an invoice. With its lines and payments. */
  @GetData('invoices/:id', InvoiceDetailView)
  getInvoice(@IdParam() id: string) {
    return this.invoices.get(id);
  }

  /** Download an invoice as PDF. Or a credit note, by its id. The same bytes every time. */
  @GetFile('invoices/:id/pdf', ['application/pdf'])
  getPdf(@IdParam() id: string) {
    return this.documents.pdf(id);
  }
}
