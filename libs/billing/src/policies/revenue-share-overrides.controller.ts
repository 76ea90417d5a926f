import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AppError, commonErrors, type Page } from '@portal/kernel';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { ApiData, ApiPage, IdParam } from '@portal/platform/http';
import { RevenueShareProposals, type ShareProposal } from './revenue-share-proposals.js';
import { PreviewRevenueShare } from './preview-revenue-share.js';
import { RevenueShareOverrides } from './revenue-share-overrides.js';
import {
  DecideShareBody,
  RevenueShareOverrideBody,
  ShareOverridesQuery,
  SharePreviewQuery,
} from './revenue-share-overrides.dto.js';
import { RevenueShareOverrideView, SharePreviewView } from './revenue-share-overrides.view.js';

@ApiTags('finance')
@RequireRole('finance')
@Controller('api/v1/finance/revenue-share-overrides')
export class ShareOverridesController {
  constructor(
    private readonly overrides: RevenueShareOverrides,
    private readonly previewShare: PreviewRevenueShare,
    private readonly proposals: RevenueShareProposals,
  ) {}

  /** List revenue-share overrides. Those waiting for a second person first, then the newest. */
  @Get()
  @ApiPage(RevenueShareOverrideView)
  list(@Query() query: ShareOverridesQuery): Promise<Page<RevenueShareOverrideView>> {
    return this.overrides.list(query);
  }

  /** Preview a revenue-share override. How it would split an amount. */
  @Get('preview')
  @ApiData(SharePreviewView)
  preview(@Query() query: SharePreviewQuery): Promise<SharePreviewView> {
    const { basis_points: basisPoints = null, month, amount_minor: amount = '10000' } = query;
    return this.previewShare.execute({ scope: scopeOf(query), basisPoints, month, amountMinor: BigInt(amount) });
  }

  /**
   * Propose a revenue-share override. For an author or one of its Drives, from a month on. A second person must approve
   * it.
   */
  @Post()
  @ApiData(RevenueShareOverrideView, { status: 201 })
  async propose(
    @CurrentActor() actor: Actor,
    @Body() body: RevenueShareOverrideBody,
  ): Promise<RevenueShareOverrideView> {
    const { basis_points: basisPoints, month, reason } = body;
    return this.overrides.get(
      await this.proposals.propose(actor, { scope: scopeOf(body), basisPoints, month, reason }),
    );
  }

  /** Approve a revenue-share override. By a person other than the one who proposed it. */
  @Post(':id/approve')
  @ApiData(RevenueShareOverrideView)
  async approve(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: DecideShareBody,
  ): Promise<RevenueShareOverrideView> {
    await this.proposals.decide(actor, id, { state: 'approved', note: body.note ?? null });
    return this.overrides.get(id);
  }

  /** Reject a revenue-share override. Or withdraw your own proposal. */
  @Post(':id/reject')
  @ApiData(RevenueShareOverrideView)
  async reject(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: DecideShareBody,
  ): Promise<RevenueShareOverrideView> {
    await this.proposals.decide(actor, id, { state: 'rejected', note: body.note ?? null });
    return this.overrides.get(id);
  }
}

/** @throws AppError `invalid_request` (400) unless exactly one of author and Drive is given */
function scopeOf({
  org_id: orgId,
  drive_id: driveId,
}: Pick<RevenueShareOverrideBody, 'org_id' | 'drive_id'>): ShareProposal['scope'] {
  if (orgId !== undefined && driveId === undefined) return { orgId };
  if (driveId !== undefined && orgId === undefined) return { driveId };
  throw new AppError(commonErrors.invalid_request, {
    details: [{ pointer: '/org_id', code: 'incomplete', message: 'Name either an author or a Drive.' }],
  });
}
