import { Body, Controller, Get, HttpCode, Param, ParseUUIDPipe, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '@portal/kernel';
import { CurrentActor, RequireRole, MemberMay, type Actor } from '@portal/platform/access';
import { ApiData, ApiPage } from '@portal/platform/http';
import { AnnounceDeprecation } from '../retirement/announce-deprecation.js';
import { AuthorizedDrives } from './authorized-drives.js';
import { AuthorDrives } from './read/author-drives.js';
import { ClaimedAndObserved } from '../review/read/claimed-and-observed.js';
import { RequestSync } from '../sync/request-sync.js';
import { WithdrawDeprecation } from '../retirement/withdraw-deprecation.js';
import { AnnounceDeprecationDto, WithReasonDto } from './listings.dto.js';
import { AcceptedView, DriveView } from './listings.view.js';
import { ClaimedAndObservedView } from '../review/http/review.view.js';

@ApiTags('author')
@RequireRole('author')
@Controller('api/v1/author/drives')
export class AuthorDrivesController {
  constructor(
    private readonly drives: AuthorDrives,
    private readonly claimed: ClaimedAndObserved,
    private readonly requestSync: RequestSync,
    private readonly authorized: AuthorizedDrives,
    private readonly announceDeprecation: AnnounceDeprecation,
    private readonly withdrawDeprecationUseCase: WithdrawDeprecation,
  ) {}

  /** List your Drives. Oldest first. */
  @Get()
  @ApiPage(DriveView)
  async list(@CurrentActor() actor: Actor): Promise<Page<DriveView>> {
    return { items: await this.drives.list(actor), next_cursor: null };
  }

  /** Get one of your Drives. From the reservation of its id on, listed or not. */
  @Get(':driveId')
  @ApiData(DriveView)
  get(@CurrentActor() actor: Actor, @Param('driveId', ParseUUIDPipe) driveId: string): Promise<DriveView> {
    return this.drives.one(actor, driveId);
  }

  /**
   * Compare what a Drive declares with what was observed. Declarations of the live version next to what checks and
   * installs showed.
   */
  @Get(':driveId/observed')
  @ApiData(ClaimedAndObservedView)
  observed(
    @CurrentActor() actor: Actor,
    @Param('driveId', ParseUUIDPipe) driveId: string,
  ): Promise<ClaimedAndObservedView> {
    return this.claimed.of(actor, driveId);
  }

  /** Read the manifest of a Drive again. At once, instead of at the next poll. */
  @Post(':driveId/sync')
  @MemberMay('develop')
  @HttpCode(202)
  @ApiData(AcceptedView, { status: 202, description: 'The manifest is read again now' })
  async sync(@CurrentActor() actor: Actor, @Param('driveId', ParseUUIDPipe) driveId: string): Promise<AcceptedView> {
    await this.requestSync.execute({ actor, driveId });
    return { accepted: true };
  }

  /**
   * Announce the deprecation of a Drive. Operators are notified at once. New installs end on one day, existing installs
   * on another.
   */
  @Post(':driveId/deprecation')
  @MemberMay('own')
  @HttpCode(200)
  @ApiData(DriveView)
  async deprecate(
    @CurrentActor() actor: Actor,
    @Param('driveId', ParseUUIDPipe) driveId: string,
    @Body() body: AnnounceDeprecationDto,
  ): Promise<DriveView> {
    await this.authorized.of(actor, driveId);
    const [closesAt, retiresAt] = [new Date(body.closes_at), new Date(body.retires_at)];
    await this.announceDeprecation.execute({ actor, driveId, closesAt, retiresAt, reason: body.reason });
    return this.drives.one(actor, driveId);
  }

  /** Withdraw the deprecation of a Drive. Possible until new installs have ended. */
  @Post(':driveId/deprecation/withdraw')
  @MemberMay('own')
  @HttpCode(200)
  @ApiData(DriveView)
  async withdrawDeprecation(
    @CurrentActor() actor: Actor,
    @Param('driveId', ParseUUIDPipe) driveId: string,
    @Body() body: WithReasonDto,
  ): Promise<DriveView> {
    await this.authorized.of(actor, driveId);
    await this.withdrawDeprecationUseCase.execute({ actor, driveId, reason: body.reason });
    return this.drives.one(actor, driveId);
  }
}
