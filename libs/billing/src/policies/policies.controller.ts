import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '@portal/kernel';
import { CurrentActor, RequireRole, WithoutStepUp, type Actor } from '@portal/platform/access';
import { ApiData, ApiPage, IdParam } from '@portal/platform/http';
import { PolicyProposals } from './policy-proposals.js';
import { ListPolicies } from './list-policies.js';
import { DecidePolicyBody, PreviewPolicyBody, ProposePolicyBody } from './policies.dto.js';
import { PolicyPreviewView, PolicyView } from './policies.view.js';

@ApiTags('finance')
@RequireRole('finance')
@Controller('api/v1/finance')
export class PoliciesController {
  constructor(
    private readonly policies: ListPolicies,
    private readonly proposals: PolicyProposals,
  ) {}

  /** List billing and payout policies. With current, scheduled, proposed and past values. */
  @Get('policies')
  @RequireRole('finance', 'admin')
  @ApiPage(PolicyView)
  list(): Promise<Page<PolicyView>> {
    return this.policies.list();
  }

  /** Get a policy. With its present, announced, proposed and past values. */
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
  @ApiData(PolicyView, { status: 201 })
  async propose(
    @CurrentActor() actor: Actor,
    @Param('key') key: string,
    @Body() body: ProposePolicyBody,
  ): Promise<PolicyView> {
    const validFrom = new Date(body.valid_from);
    await this.proposals.propose(actor, { key, value: body.value, validFrom, reason: body.reason });
    return this.policies.get(key);
  }

  /** Approve a policy proposal. By a person other than the one who proposed it. */
  @Post('policy-proposals/:id/approve')
  @ApiData(PolicyView)
  async approve(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: DecidePolicyBody,
  ): Promise<PolicyView> {
    return this.policies.get(await this.proposals.decide(actor, id, { state: 'approved', note: body.note ?? null }));
  }

  /** Reject a policy proposal. Or withdraw your own. */
  @Post('policy-proposals/:id/reject')
  @ApiData(PolicyView)
  async reject(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: DecidePolicyBody,
  ): Promise<PolicyView> {
    return this.policies.get(await this.proposals.decide(actor, id, { state: 'rejected', note: body.note ?? null }));
  }
}
