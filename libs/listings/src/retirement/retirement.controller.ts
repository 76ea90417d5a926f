import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApprovalDetailView, ListApprovals } from '@portal/approvals';
import type { Page } from '@portal/kernel';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { ApiData, ApiPage, IdParam } from '@portal/platform/http';
import { AnnounceDeprecation } from './announce-deprecation.js';
import { ListedDrives } from '../listing/read/listed-drives.js';
import { ProposeRemoval } from './propose-removal.js';
import { WithdrawDeprecation } from './withdraw-deprecation.js';
import {
  AnnounceDeprecationDto,
  ListedDrivesQuery,
  ProposeRemovalDto,
  WithReasonDto,
} from '../listing/listings.dto.js';
import { ListedDriveView } from '../listing/listings.view.js';

/** Live Drives as staff sees them, and how they end. */
@ApiTags('review')
@RequireRole('reviewer', 'admin')
@Controller('api/v1/review/drives')
export class RetirementController {
  constructor(
    private readonly drives: ListedDrives,
    private readonly announceDeprecation: AnnounceDeprecation,
    private readonly withdrawDeprecationUseCase: WithdrawDeprecation,
    private readonly removal: ProposeRemoval,
    private readonly read: ListApprovals,
  ) {}

  /** List Drives for reviewers. By name, with their state and health. */
  @Get()
  @ApiPage(ListedDriveView)
  list(@Query() query: ListedDrivesQuery): Promise<Page<ListedDriveView>> {
    return this.drives.list(query);
  }

  /**
   * Announce the deprecation of a Drive for its author. It leaves the catalogue now. New installs end on one day,
   * existing installs on another.
   */
  @Post(':driveId/deprecation')
  @ApiData(ListedDriveView)
  async deprecate(
    @CurrentActor() actor: Actor,
    @IdParam('driveId') driveId: string,
    @Body() body: AnnounceDeprecationDto,
  ): Promise<ListedDriveView> {
    const [closesAt, retiresAt] = [new Date(body.closes_at), new Date(body.retires_at)];
    await this.announceDeprecation.execute({ actor, driveId, closesAt, retiresAt, reason: body.reason });
    return this.drives.one(driveId);
  }

  /**
   * Withdraw the deprecation of a Drive for its author. Until new installs have ended. The Drive is in the catalogue
   * again.
   */
  @Post(':driveId/deprecation/withdraw')
  @ApiData(ListedDriveView)
  async withdrawDeprecation(
    @CurrentActor() actor: Actor,
    @IdParam('driveId') driveId: string,
    @Body() body: WithReasonDto,
  ): Promise<ListedDriveView> {
    await this.withdrawDeprecationUseCase.execute({ actor, driveId, reason: body.reason });
    return this.drives.one(driveId);
  }

  /** Propose the removal of a Drive. It is paused until a second person decides. Approved, every install of it ends. */
  @Post(':driveId/removal')
  @ApiData(ApprovalDetailView, { status: 201 })
  async proposeRemoval(
    @CurrentActor() actor: Actor,
    @IdParam('driveId') driveId: string,
    @Body() body: ProposeRemovalDto,
  ): Promise<ApprovalDetailView> {
    const { reason_code: reasonCode, reason } = body;
    return this.read.get(actor, await this.removal.execute({ actor, driveId, reasonCode, reason }));
  }
}
