import { Body } from '@nestjs/common';
import { ApprovalDetailView, Approvals, ListApprovals } from '@portal/approvals';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { ApiController, PostData } from '@portal/platform/http';
import { ProposeRecoveryBody } from '../runs/http/payouts.dto.js';
import { RecoverBalance } from './recover-balance.js';

@RequireRole('finance')
@ApiController('payouts', 'api/v1/finance/recoveries')
export class RecoveriesController {
  constructor(
    private readonly kind: RecoverBalance,
    private readonly approvals: Approvals,
    private readonly read: ListApprovals,
  ) {}

  /** Propose a recovery of a negative balance. A second person must approve it. */
  @PostData('', ApprovalDetailView, { status: 201 })
  async propose(@CurrentActor() actor: Actor, @Body() body: ProposeRecoveryBody) {
    const { org_id: orgId, currency, amount_minor: amount, how, evidence = null, reason } = body;
    const amountMinor = typeof amount === 'string' ? BigInt(amount) : null;
    const payload = await this.kind.payloadOf({ orgId, currency, amountMinor, how, evidence });
    return this.read.get(actor, await this.approvals.propose(actor, { kind: this.kind, payload, reason }));
  }
}
