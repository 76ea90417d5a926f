import { Body } from '@nestjs/common';
import { ApprovalDetailView, Approvals, ListApprovals } from '@portal/approvals';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { ApiController, IdParam, PostData } from '@portal/platform/http';
import { ProposeHostPaymentBody } from '../collection.dto.js';
import { HostPaymentKind } from './host-payment.js';

@RequireRole('finance')
@ApiController('finance', 'api/v1/finance')
export class HostPaymentsController {
  constructor(
    private readonly transactor: Transactor,
    private readonly kind: HostPaymentKind,
    private readonly approvals: Approvals,
    private readonly read: ListApprovals,
  ) {}

  /** Propose that the host has paid an invoice. One that it collects. A second person must approve it. */
  @PostData('invoices/:id/host-payment', ApprovalDetailView, { status: 201 })
  async propose(@CurrentActor() actor: Actor, @IdParam() id: string, @Body() body: ProposeHostPaymentBody) {
    const payload = await this.transactor.run((tx) => this.kind.open(tx, id, body.reference));
    const proposed = { kind: this.kind, payload, reason: body.reason };
    return this.read.get(actor, await this.approvals.propose(actor, proposed));
  }
}
