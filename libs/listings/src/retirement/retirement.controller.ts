import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '@portal/kernel';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { ApiData, ApiPage, IdParam } from '@portal/platform/http';
import { AnnounceDeprecation } from './announce-deprecation.js';
import { ListedDrives } from '../listing/read/listed-drives.js';
import { RemoveListing } from './remove-listing.js';
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
    private readonly remove: RemoveListing,
  ) {}

  /** List Drives for reviewers. By name, with their state and health. */
  @Get()
  @ApiPage(ListedDriveView)
  list(@CurrentActor() actor: Actor, @Query() query: ListedDrivesQuery): Promise<Page<ListedDriveView>> {
    return this.drives.list(actor, query);
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
    return this.drives.one(actor, driveId);
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
    return this.drives.one(actor, driveId);
  }

  /**
   * Propose the removal of a Drive. The Drive is paused until a second person confirms, or until the proposal is
   * withdrawn.
   */
  @Post(':driveId/removal')
  @ApiData(ListedDriveView)
  async proposeRemoval(
    @CurrentActor() actor: Actor,
    @IdParam('driveId') driveId: string,
    @Body() body: ProposeRemovalDto,
  ): Promise<ListedDriveView> {
    await this.remove.propose({ actor, driveId, reasonCode: body.reason_code, reason: body.reason });
    return this.drives.one(actor, driveId);
  }

  /**
   * Confirm the removal of a Drive. By another person than the one who proposed it. Every install of the Drive ends.
   */
  @Post(':driveId/removal/confirm')
  @ApiData(ListedDriveView)
  async confirmRemoval(@CurrentActor() actor: Actor, @IdParam('driveId') driveId: string): Promise<ListedDriveView> {
    await this.remove.confirm({ actor, driveId });
    return this.drives.one(actor, driveId);
  }

  /** Withdraw the proposed removal of a Drive. The Drive stays paused until somebody resumes it. */
  @Post(':driveId/removal/withdraw')
  @ApiData(ListedDriveView)
  async withdrawRemoval(
    @CurrentActor() actor: Actor,
    @IdParam('driveId') driveId: string,
    @Body() body: WithReasonDto,
  ): Promise<ListedDriveView> {
    await this.remove.withdraw({ actor, driveId, reason: body.reason });
    return this.drives.one(actor, driveId);
  }
}
