import { Body } from '@nestjs/common';
import { ApprovalDetailView, Approvals, ListApprovals } from '@portal/approvals';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { IdParam, ApiController, GetPage, PostData, PostPage } from '@portal/platform/http';
import { ProposeHostPaymentBody, ProposeWriteOffBody } from '../collection.dto.js';
import { UnpaidInvoiceView } from '../collection.view.js';
import { HostPaymentKind } from '../host/host-payment.js';
import { WriteOffKind } from './write-off.js';
import { WriteOffs, type InvoiceToWriteOff } from './write-offs.js';

@RequireRole('finance')
@ApiController('finance', 'api/v1/finance')
export class WriteOffsController {
  constructor(
    private readonly writeOffs: WriteOffs,
    private readonly kind: WriteOffKind,
    private readonly hostPayment: HostPaymentKind,
    private readonly transactor: Transactor,
    private readonly approvals: Approvals,
    private readonly read: ListApprovals,
  ) {}

  /** Propose to write off an invoice. A second person must approve it. */
  @PostData('invoices/:id/write-off', ApprovalDetailView, { status: 201 })
  async propose(@CurrentActor() actor: Actor, @IdParam() id: string, @Body() { reason }: ProposeWriteOffBody) {
    return this.add(actor, await this.writeOffs.owed(id), reason);
  }

  /** Propose that the host has paid an invoice. One that it collects. A second person must approve it. */
  @PostData('invoices/:id/host-payment', ApprovalDetailView, { status: 201 })
  async proposePaid(@CurrentActor() actor: Actor, @IdParam() id: string, @Body() body: ProposeHostPaymentBody) {
    const payload = await this.transactor.run((tx) => this.hostPayment.open(tx, id, body.reference));
    const proposed = { kind: this.hostPayment, payload, reason: body.reason };
    return this.read.get(actor, await this.approvals.propose(actor, proposed));
  }

  /** List what a tenant has not paid. Invoices that nobody has proposed to write off yet. */
  @GetPage('tenants/:tenantId/write-off', UnpaidInvoiceView)
  async previewTenant(@IdParam('tenantId') tenantId: string) {
    return { items: await this.writeOffs.unpaidOf(tenantId), next_cursor: null };
  }

  /**
   * Propose to write off everything a tenant has not paid. For a tenant that no longer exists. A second person must
   * approve each one.
   */
  @PostPage('tenants/:tenantId/write-off', ApprovalDetailView, { status: 201 })
  async proposeTenant(
    @CurrentActor() actor: Actor,
    @IdParam('tenantId') tenantId: string,
    @Body() { reason }: ProposeWriteOffBody,
  ) {
    const items: ApprovalDetailView[] = [];
    for (const { invoice_id, owed_minor, currency } of await this.writeOffs.unpaidOf(tenantId))
      items.push(await this.add(actor, { invoice_id, owed_minor, currency }, reason));
    return { items, next_cursor: null };
  }

  private async add(actor: Actor, payload: InvoiceToWriteOff, reason: string): Promise<ApprovalDetailView> {
    return this.read.get(actor, await this.approvals.propose(actor, { kind: this.kind, payload, reason }));
  }
}
