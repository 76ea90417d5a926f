import { Body, Query } from '@nestjs/common';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { IdParam, ApiController, GetData, GetPage, PostData } from '@portal/platform/http';
import {
  ApprovalCountsView,
  ApprovalDetailView,
  ApprovalsQuery,
  ApprovalView,
  ApproveBody,
  RefuseApprovalBody,
  WithdrawApprovalBody,
} from './approval.view.js';
import { Approvals } from './approvals.js';
import { ListApprovals } from './read/list-approvals.js';

@RequireRole('admin', 'finance', 'reviewer')
@ApiController('approvals', 'api/v1/approvals')
export class ApprovalsController {
  constructor(
    private readonly approvals: Approvals,
    private readonly read: ListApprovals,
  ) {}

  /** List approvals. What one person proposed and another one decides, of the kinds that your roles decide; newest first. */
  @GetPage('', ApprovalView)
  list(@CurrentActor() actor: Actor, @Query() query: ApprovalsQuery) {
    return this.read.list(actor, query);
  }

  /** Count waiting approvals. Those that you may decide, those that wait for somebody else, and the kinds that there are. */
  @GetData('counts', ApprovalCountsView)
  counts(@CurrentActor() actor: Actor) {
    return this.read.counts(actor);
  }

  /** Get an approval. With what happens when it is approved now. */
  @GetData(':id', ApprovalDetailView)
  get(@CurrentActor() actor: Actor, @IdParam() id: string) {
    return this.read.get(actor, id);
  }

  /** Approve. By a person other than the proposer. It is carried out immediately. */
  @PostData(':id/approve', ApprovalDetailView)
  async approve(@CurrentActor() actor: Actor, @IdParam() id: string, @Body() { digest, note }: ApproveBody) {
    await this.approvals.approve(actor, id, { digest, note: note ?? null });
    return this.read.get(actor, id);
  }

  /** Refuse. By a person other than the proposer. Nothing is carried out. */
  @PostData(':id/refuse', ApprovalDetailView)
  async refuse(@CurrentActor() actor: Actor, @IdParam() id: string, @Body() { reason }: RefuseApprovalBody) {
    await this.approvals.refuse(actor, id, reason);
    return this.read.get(actor, id);
  }

  /** Withdraw your own proposal. Nothing is carried out. */
  @PostData(':id/withdraw', ApprovalDetailView)
  async withdraw(@CurrentActor() actor: Actor, @IdParam() id: string, @Body() { note }: WithdrawApprovalBody) {
    await this.approvals.withdraw(actor, id, note ?? null);
    return this.read.get(actor, id);
  }
}
