import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '@portal/kernel';
import { CurrentActor, RequireRole, WithoutStepUp, type Actor } from '@portal/platform/access';
import { ApiData, ApiPage, IdParam } from '@portal/platform/http';
import { IssueCreditNote } from '../issue-credit-note.js';
import { IssueRefund } from '../issue-refund.js';
import { CreditNotes } from '../read/credit-notes.js';
import { InvoiceAdjustments } from '../read/invoice-adjustments.js';
import { PreviewRefund } from '../read/preview-refund.js';
import { Refunds } from '../read/refunds.js';
import { ReturnSurplus } from '../return-surplus.js';
import { CreditNotesQuery, RefundsQuery } from '../../invoicing/http/lists.dto.js';
import { CreditNoteBody, RefundBody, ScopeBody, scopeOf, SurplusRefundBody } from './adjustments.dto.js';
import {
  CreditNoteView,
  FinanceInvoiceAdjustmentsView,
  RefundDetailView,
  RefundPreviewView,
  RefundView,
} from './adjustments.view.js';

@ApiTags('finance')
@RequireRole('finance')
@Controller('api/v1/finance')
export class FinanceAdjustmentsController {
  constructor(
    private readonly refunds: Refunds,
    private readonly creditNotes: CreditNotes,
    private readonly adjustments: InvoiceAdjustments,
    private readonly previewRefundUseCase: PreviewRefund,
    private readonly issueRefund: IssueRefund,
    private readonly issueCreditNote: IssueCreditNote,
    private readonly returnSurplus: ReturnSurplus,
  ) {}

  /** List the adjustments of an invoice. Refunds and credit notes, and what can still be refunded. */
  @Get('invoices/:id/adjustments')
  @ApiData(FinanceInvoiceAdjustmentsView)
  listOfInvoice(@IdParam() id: string): Promise<FinanceInvoiceAdjustmentsView> {
    return this.adjustments.forFinance(id);
  }

  /** Preview a refund. Shows what would be taken from whom if it were made now. Nothing is saved. */
  @WithoutStepUp('shows what would happen, changes nothing')
  @Post('invoices/:id/refund-preview')
  @ApiData(RefundPreviewView)
  previewRefund(@IdParam() id: string, @Body() body: ScopeBody): Promise<RefundPreviewView> {
    return this.previewRefundUseCase.execute(id, scopeOf(body));
  }

  /**
   * Refund an invoice or a part of it. The refund is sent to the payment provider immediately and creates its credit
   * note.
   */
  @Post('invoices/:id/refunds')
  @ApiData(RefundDetailView, { status: 201, description: 'It is being sent to the payment processor' })
  async refund(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: RefundBody,
  ): Promise<RefundDetailView> {
    const { reason, note } = body;
    const request = { invoiceId: id, scope: scopeOf(body), reason, note, confirmMinor: BigInt(body.confirm_minor) };
    const { refundId } = await this.issueRefund.execute(actor, request);
    return this.refunds.get(refundId);
  }

  /** Refund an overpayment. Refunds one payment; if there are several, the oldest that is not settled. */
  @Post('invoices/:id/surplus-refunds')
  @ApiData(RefundDetailView, { status: 202, description: 'The overpayment is being refunded' })
  async refundSurplus(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: SurplusRefundBody,
  ): Promise<RefundDetailView> {
    const { refundId } = await this.returnSurplus.execute(actor, {
      invoiceId: id,
      note: body.note,
      confirmMinor: BigInt(body.confirm_minor),
    });
    return this.refunds.get(refundId);
  }

  /**
   * Cancel an invoice or a part of it. Before it is paid. The invoice stays unchanged; a credit note reverses its
   * bookings. A refund creates its own credit note.
   */
  @Post('invoices/:id/credit-notes')
  @ApiData(FinanceInvoiceAdjustmentsView, { status: 201, description: 'The invoice, or part of it, was cancelled' })
  async createCreditNote(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: CreditNoteBody,
  ): Promise<FinanceInvoiceAdjustmentsView> {
    const { reason, note } = body;
    await this.issueCreditNote.execute(actor, { invoiceId: id, scope: scopeOf(body), reason, note });
    return this.adjustments.forFinance(id);
  }

  /** List refunds. Newest first. */
  @Get('refunds')
  @ApiPage(RefundView)
  listRefunds(@Query() query: RefundsQuery): Promise<Page<RefundView>> {
    return this.refunds.list(query);
  }

  /** Get a refund. With its progress and the amounts taken from each party. */
  @Get('refunds/:id')
  @ApiData(RefundDetailView)
  getRefund(@IdParam() id: string): Promise<RefundDetailView> {
    return this.refunds.get(id);
  }

  /** List credit notes. Newest first. */
  @Get('credit-notes')
  @ApiPage(CreditNoteView)
  listCreditNotes(@Query() query: CreditNotesQuery): Promise<Page<CreditNoteView>> {
    return this.creditNotes.list(query);
  }
}
