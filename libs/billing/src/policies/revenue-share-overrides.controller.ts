import { Body, Query } from '@nestjs/common';
import { ApprovalDetailView, Approvals, ListApprovals } from '@portal/approvals';
import { AppError, commonErrors } from '@portal/kernel';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { ApiController, GetData, PostData } from '@portal/platform/http';
import { parseMonth } from '../domain/month.js';
import { PreviewRevenueShare } from './preview-revenue-share.js';
import { ShareOverrideKind } from './share-override.js';
import { RevenueShareOverrideBody, SharePreviewQuery } from './revenue-share-overrides.dto.js';
import { SharePreviewView } from './revenue-share-overrides.view.js';

@RequireRole('finance')
@ApiController('finance', 'api/v1/finance/revenue-share-overrides')
export class ShareOverridesController {
  constructor(
    private readonly previewShare: PreviewRevenueShare,
    private readonly kind: ShareOverrideKind,
    private readonly approvals: Approvals,
    private readonly read: ListApprovals,
  ) {}

  /** Preview a revenue-share override. How it would split an amount. */
  @GetData('preview', SharePreviewView)
  preview(@Query() query: SharePreviewQuery) {
    const { basis_points: basisPoints = null, month, amount_minor: amount = '10000' } = query;
    return this.previewShare.execute({ scope: scopeOf(query), basisPoints, month, amountMinor: BigInt(amount) });
  }

  /**
   * Propose a revenue-share override. For an author or one of its Drives, from a month on. A second person must approve
   * it.
   */
  @PostData('', ApprovalDetailView, { status: 201 })
  async propose(@CurrentActor() actor: Actor, @Body() body: RevenueShareOverrideBody) {
    scopeOf(body);
    const { org_id = null, drive_id = null, basis_points: author_bps, month, reason } = body;
    const payload = { org_id, drive_id, author_bps, valid_from: parseMonth(month).startAt.toISOString() };
    return this.read.get(actor, await this.approvals.propose(actor, { kind: this.kind, payload, reason }));
  }
}

/** @throws AppError `invalid_request` (400) unless exactly one of author and Drive is given */
function scopeOf({ org_id: orgId, drive_id: driveId }: Pick<RevenueShareOverrideBody, 'org_id' | 'drive_id'>) {
  if (orgId !== undefined && driveId === undefined) return { orgId };
  if (driveId !== undefined && orgId === undefined) return { driveId };
  throw new AppError(commonErrors.invalid_request, {
    details: [{ pointer: '/org_id', code: 'incomplete', message: 'Name either an author or a Drive.' }],
  });
}
