import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApprovalDetailView, Approvals, ListApprovals } from '@portal/approvals';
import type { Page } from '@portal/kernel';
import { CurrentActor, RequireRole, WithoutStepUp, type Actor } from '@portal/platform/access';
import { ApiData, ApiPage } from '@portal/platform/http';
import { ListPolicies } from './list-policies.js';
import { PreviewPolicyBody, ProposePolicyBody } from './policies.dto.js';
import { PolicyPreviewView, PolicyView } from './policies.view.js';
import { PolicyKind } from './policy-value.js';

@ApiTags('finance')
@RequireRole('finance')
@Controller('api/v1/finance')
export class PoliciesController {
  constructor(
    private readonly policies: ListPolicies,
    private readonly kind: PolicyKind,
    private readonly approvals: Approvals,
    private readonly read: ListApprovals,
  ) {}

  /** List billing and payout policies. With current, scheduled and past values. */
  @Get('policies')
  @RequireRole('finance', 'admin')
  @ApiPage(PolicyView)
  list(): Promise<Page<PolicyView>> {
    return this.policies.list();
  }

  /** Get a policy. With its present, announced and past values. */
  @Get('policies/:key')
  @RequireRole('finance', 'admin')
  @ApiData(PolicyView)
  get(@Param('key') key: string): Promise<PolicyView> {
    return this.policies.get(key);
  }

  /** Preview a policy value. Shows the effect compared with the current value. */
  @WithoutStepUp('shows what would happen, changes nothing')
  @Post('policies/:key/preview')
  @ApiData(PolicyPreviewView)
  preview(@Param('key') key: string, @Body() body: PreviewPolicyBody): Promise<PolicyPreviewView> {
    return this.policies.preview(key, body.value);
  }

  /** Propose a policy value. Takes effect at a given time. Nothing changes until a second person approves it. */
  @Post('policies/:key/proposals')
  @ApiData(ApprovalDetailView, { status: 201 })
  async propose(
    @CurrentActor() actor: Actor,
    @Param('key') key: string,
    @Body() { value, valid_from, reason }: ProposePolicyBody,
  ): Promise<ApprovalDetailView> {
    const payload = await this.kind.payloadOf(key, value, new Date(valid_from));
    return this.read.get(actor, await this.approvals.propose(actor, { kind: this.kind, payload, reason }));
  }
}
