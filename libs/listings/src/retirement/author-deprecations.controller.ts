import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentActor, MemberMay, RequireRole, RequireStepUp, type Actor } from '@portal/platform/access';
import { ApiData, IdParam } from '@portal/platform/http';
import { AuthorizedDrives } from '../listing/authorized-drives.js';
import { AnnounceDeprecationDto, WithReasonDto } from '../listing/listings.dto.js';
import { DriveView } from '../listing/listings.view.js';
import { AuthorDrives } from '../listing/read/author-drives.js';
import { AnnounceDeprecation } from './announce-deprecation.js';
import { WithdrawDeprecation } from './withdraw-deprecation.js';

/** An author's Drives: announcing their end. */
@ApiTags('author')
@RequireRole('author')
@Controller('api/v1/author/drives')
export class AuthorDeprecationsController {
  constructor(
    private readonly drives: AuthorDrives,
    private readonly authorized: AuthorizedDrives,
    private readonly announceDeprecation: AnnounceDeprecation,
    private readonly withdrawDeprecationUseCase: WithdrawDeprecation,
  ) {}

  /**
   * Announce the deprecation of a Drive. Operators are notified at once. New installs end on one day, existing installs
   * on another.
   */
  @Post(':driveId/deprecation')
  @RequireStepUp()
  @MemberMay('own')
  @ApiData(DriveView)
  async deprecate(
    @CurrentActor() actor: Actor,
    @IdParam('driveId') driveId: string,
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
  @ApiData(DriveView)
  async withdrawDeprecation(
    @CurrentActor() actor: Actor,
    @IdParam('driveId') driveId: string,
    @Body() body: WithReasonDto,
  ): Promise<DriveView> {
    await this.authorized.of(actor, driveId);
    await this.withdrawDeprecationUseCase.execute({ actor, driveId, reason: body.reason });
    return this.drives.one(actor, driveId);
  }
}
