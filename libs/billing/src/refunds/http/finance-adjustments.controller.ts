import { Body, Post, Query, Res } from '@nestjs/common';
import { CurrentActor, RequireRole, WithoutStepUp, type Actor } from '@portal/platform/access';
import { ApiController, ApiData, GetData, GetPage, IdParam, PostData } from '@portal/platform/http';
import type { FastifyReply } from 'fastify';
import { Disputes } from '../../disputes/disputes.js';
import { GiveBackKind } from '../give-back.js';
import type { RefundRequest } from '../issue-refund.js';
import { CreditNotes } from '../read/credit-notes.js';
import { InvoiceAdjustments } from '../read/invoice-adjustments.js';
import { PreviewRefund } from '../read/preview-refund.js';
import { Refunds } from '../read/refunds.js';
import { CreditNotesQuery, RefundsQuery } from '../../invoicing/http/lists.dto.js';
import { CreditNoteBody, RefundBody, ScopeBody, scopeOf, SurplusRefundBody } from './adjustments.dto.js';
import {
  CreditNoteView,
  DisputeDetailView,
  FinanceInvoiceAdjustmentsView,
  RefundDetailView,
  RefundPreviewView,
  RefundView,
  WaitsForSecondPersonView,
} from './adjustments.view.js';

const WAITS = { status: 202, description: 'A second person has to approve it' };

@RequireRole('finance')
@ApiController('finance', 'api/v1/finance')
export class FinanceAdjustmentsController {
  constructor(
    private readonly refunds: Refunds,
    private readonly creditNotes: CreditNotes,
    private readonly adjustments: InvoiceAdjustments,
    private readonly previewRefundUseCase: PreviewRefund,
    private readonly giveBack: GiveBackKind,
    private readonly disputes: Disputes,
  ) {}

  /** List the adjustments of an invoice. Refunds and credit notes, and what can still be refunded. */
  @GetData('invoices/:id/adjustments', FinanceInvoiceAdjustmentsView)
  listOfInvoice(@IdParam() id: string) {
    return this.adjustments.forFinance(id);
  }

  /** Preview a refund. Shows what would be taken from whom if it were made now. Nothing is saved. */
  @WithoutStepUp('shows what would happen, changes nothing')
  @PostData('invoices/:id/refund-preview', RefundPreviewView)
  previewRefund(@IdParam() id: string, @Body() body: ScopeBody) {
    return this.previewRefundUseCase.execute(id, scopeOf(body));
  }

  /**
   * Refund an invoice or a part of it. The refund is sent to the payment provider immediately and creates its credit
   * note. Above the policy `second_person_above` it waits for another finance person.
   */
  @Post('invoices/:id/refunds')
  @ApiData(RefundDetailView, {
    status: 201,
    description: 'It is being sent to the payment processor',
  })
  @ApiData(WaitsForSecondPersonView, WAITS)
  refund(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: RefundBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RefundDetailView | WaitsForSecondPersonView> {
    const { reason, note } = body;
    const request = { invoiceId: id, scope: scopeOf(body), reason, note, confirmMinor: BigInt(body.confirm_minor) };
    return this.ask(actor, request, reply);
  }

  /**
   * Refund an overpayment. Refunds one payment; if there are several, the oldest that is not settled. Above the policy
   * `second_person_above` it waits for another finance person.
   */
  @Post('invoices/:id/surplus-refunds')
  @ApiData(RefundDetailView, {
    status: 202,
    or: WaitsForSecondPersonView,
    description: 'The overpayment is being refunded, or a second person has to approve it',
  })
  refundSurplus(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: SurplusRefundBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RefundDetailView | WaitsForSecondPersonView> {
    const { note, confirm_minor: confirm } = body;
    const scope = { kind: 'surplus' } as const;
    return this.ask(actor, { invoiceId: id, scope, reason: 'duplicate', note, confirmMinor: BigInt(confirm) }, reply);
  }

  /**
   * Cancel an invoice or a part of it. Before it is paid. The invoice stays unchanged; a credit note reverses its
   * bookings. A refund creates its own credit note. Above the policy `second_person_above` it waits for another finance
   * person.
   */
  @Post('invoices/:id/credit-notes')
  @ApiData(FinanceInvoiceAdjustmentsView, {
    status: 201,
    description: 'The invoice, or part of it, was cancelled',
  })
  @ApiData(WaitsForSecondPersonView, WAITS)
  async createCreditNote(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: CreditNoteBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FinanceInvoiceAdjustmentsView | WaitsForSecondPersonView> {
    const { reason, note } = body;
    const made = await this.giveBack.creditNote(actor, { invoiceId: id, scope: scopeOf(body), reason, note });
    return 'approvalId' in made ? waiting(made, reply) : this.adjustments.forFinance(id);
  }

  /**
   * Accept a dispute. The dispute is lost and the tenant keeps the money. Above the policy `second_person_above` it
   * waits for another finance person.
   */
  @Post('disputes/:id/accept')
  @ApiData(DisputeDetailView, { description: 'Accepted: the dispute is lost' })
  @ApiData(WaitsForSecondPersonView, WAITS)
  async acceptDispute(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DisputeDetailView | WaitsForSecondPersonView> {
    const given = await this.giveBack.acceptDispute(actor, id);
    return 'approvalId' in given ? waiting(given, reply) : this.disputes.get(id);
  }

  /** List refunds. Newest first. */
  @GetPage('refunds', RefundView)
  listRefunds(@Query() query: RefundsQuery) {
    return this.refunds.list(query);
  }

  /** Get a refund. With its progress and the amounts taken from each party. */
  @GetData('refunds/:id', RefundDetailView)
  getRefund(@IdParam() id: string) {
    return this.refunds.get(id);
  }

  /** List credit notes. Newest first. */
  @GetPage('credit-notes', CreditNoteView)
  listCreditNotes(@Query() query: CreditNotesQuery) {
    return this.creditNotes.list(query);
  }

  private async ask(actor: Actor, request: RefundRequest, reply: FastifyReply) {
    const made = await this.giveBack.refund(actor, request);
    return 'approvalId' in made ? waiting(made, reply) : this.refunds.get(made.refundId);
  }
}

function waiting({ approvalId }: { approvalId: string }, reply: FastifyReply): WaitsForSecondPersonView {
  void reply.status(202);
  return { approval_id: approvalId };
}
