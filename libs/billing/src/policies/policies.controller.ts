import { Body, Param } from '@nestjs/common';
import { ApprovalDetailView, Approvals, ListApprovals } from '@portal/approvals';
import { CurrentActor, RequireRole, WithoutStepUp, type Actor } from '@portal/platform/access';
import { ApiController, GetData, GetPage, PostData } from '@portal/platform/http';
import { ListPolicies } from './list-policies.js';
import { PreviewPolicyBody, ProposePolicyBody } from './policies.dto.js';
import { PolicyPreviewView, PolicyView } from './policies.view.js';
import { PolicyKind } from './policy-value.js';

@RequireRole('finance')
@ApiController('finance', 'api/v1/finance')
export class PoliciesController {
  constructor(
    private readonly policies: ListPolicies,
    private readonly kind: PolicyKind,
    private readonly approvals: Approvals,
    private readonly read: ListApprovals,
  ) {}

  /** List billing and payout policies. With current, scheduled and past values. */
  @GetPage('policies', PolicyView)
  @RequireRole('finance', 'admin')
  list() {
    return this.policies.list();
  }

  /** Get a policy. With its present, announced and past values. */
  @GetData('policies/:key', PolicyView)
  @RequireRole('finance', 'admin')
  get(@Param('key') key: string) {
    return this.policies.get(key);
  }

  /** Preview a policy value. Shows the effect compared with the current value. */
  @WithoutStepUp('shows what would happen, changes nothing')
  @PostData('policies/:key/preview', PolicyPreviewView)
  preview(@Param('key') key: string, @Body() body: PreviewPolicyBody) {
    return this.policies.preview(key, body.value);
  }

  /** Propose a policy value. Takes effect at a given time. Nothing changes until a second person approves it. */
  @PostData('policies/:key/proposals', ApprovalDetailView, { status: 201 })
  async propose(
    @CurrentActor() actor: Actor,
    @Param('key') key: string,
    @Body() { value, valid_from, reason }: ProposePolicyBody,
  ) {
    const payload = await this.kind.payloadOf(key, value, new Date(valid_from));
    return this.read.get(actor, await this.approvals.propose(actor, { kind: this.kind, payload, reason }));
  }
}
