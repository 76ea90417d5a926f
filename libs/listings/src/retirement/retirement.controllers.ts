import { Body, Query } from '@nestjs/common';
import { ApprovalDetailView, ListApprovals } from '@portal/approvals';
import { CurrentActor, RequireRole, type Actor, MemberMay, RequireStepUp } from '@portal/platform/access';
import { IdParam, ApiController, GetPage, PostData } from '@portal/platform/http';
import { ChangeListingState } from './change-listing-state.js';
import { AnnounceDeprecation } from './announce-deprecation.js';
import { ListedDrives } from '../listing/read/listed-drives.js';
import { ProposeRemoval } from './propose-removal.js';
import { WithdrawDeprecation } from './withdraw-deprecation.js';
import {
  AnnounceDeprecationDto,
  ListedDrivesQuery,
  ChangeListingStateDto,
  ProposeRemovalDto,
  WithReasonDto,
} from '../listing/listings.dto.js';
import { ListedDriveView, ListingStateView, DriveView } from '../listing/listings.view.js';
import { AuthorizedDrives } from '../listing/authorized-drives.js';
import { AuthorDrives } from '../listing/read/author-drives.js';

/** Live Drives as staff sees them, and how they end. */
@RequireRole('reviewer', 'admin')
@ApiController('review', 'api/v1/review/drives')
export class RetirementController {
  constructor(
    private readonly drives: ListedDrives,
    private readonly announceDeprecation: AnnounceDeprecation,
    private readonly withdrawDeprecationUseCase: WithdrawDeprecation,
    private readonly changeListingState: ChangeListingState,
    private readonly removal: ProposeRemoval,
    private readonly read: ListApprovals,
  ) {}

  /** List Drives for reviewers. By name, with their state and health. */
  @GetPage('', ListedDriveView)
  list(@Query() query: ListedDrivesQuery) {
    return this.drives.list(query);
  }

  /**
   * Announce the deprecation of a Drive for its author. It leaves the catalogue now. New installs end on one day,
   * existing installs on another.
   */
  @PostData(':driveId/deprecation', ListedDriveView)
  async deprecate(
    @CurrentActor() actor: Actor,
    @IdParam('driveId') driveId: string,
    @Body() body: AnnounceDeprecationDto,
  ) {
    const [closesAt, retiresAt] = [new Date(body.closes_at), new Date(body.retires_at)];
    await this.announceDeprecation.execute({ actor, driveId, closesAt, retiresAt, reason: body.reason });
    return this.drives.one(driveId);
  }

  /**
   * Withdraw the deprecation of a Drive for its author. Until new installs have ended. The Drive is in the catalogue
   * again.
   */
  @PostData(':driveId/deprecation/withdraw', ListedDriveView)
  async withdrawDeprecation(
    @CurrentActor() actor: Actor,
    @IdParam('driveId') driveId: string,
    @Body() body: WithReasonDto,
  ) {
    await this.withdrawDeprecationUseCase.execute({ actor, driveId, reason: body.reason });
    return this.drives.one(driveId);
  }

  /** Change the state of a listing. Pauses or resumes it. Existing installs continue. */
  @PostData(':driveId/state', ListingStateView)
  async changeState(
    @CurrentActor() actor: Actor,
    @IdParam('driveId') driveId: string,
    @Body() body: ChangeListingStateDto,
  ) {
    const state = await this.changeListingState.execute({ actor, driveId, to: body.to, reason: body.reason });
    return { drive_id: driveId, state };
  }

  /** Propose the removal of a Drive. It is paused until a second person decides. Approved, every install of it ends. */
  @PostData(':driveId/removal', ApprovalDetailView, { status: 201 })
  async proposeRemoval(
    @CurrentActor() actor: Actor,
    @IdParam('driveId') driveId: string,
    @Body() body: ProposeRemovalDto,
  ) {
    const { reason_code: reasonCode, reason } = body;
    return this.read.get(actor, await this.removal.execute({ actor, driveId, reasonCode, reason }));
  }
}

/** An author's Drives: announcing their end. */
@RequireRole('author')
@ApiController('author', 'api/v1/author/drives')
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
  @PostData(':driveId/deprecation', DriveView)
  @RequireStepUp()
  @MemberMay('own')
  async deprecate(
    @CurrentActor() actor: Actor,
    @IdParam('driveId') driveId: string,
    @Body() body: AnnounceDeprecationDto,
  ) {
    await this.authorized.of(actor, driveId);
    const [closesAt, retiresAt] = [new Date(body.closes_at), new Date(body.retires_at)];
    await this.announceDeprecation.execute({ actor, driveId, closesAt, retiresAt, reason: body.reason });
    return this.drives.one(actor, driveId);
  }

  /** Withdraw the deprecation of a Drive. Possible until new installs have ended. */
  @PostData(':driveId/deprecation/withdraw', DriveView)
  @MemberMay('own')
  async withdrawDeprecation(
    @CurrentActor() actor: Actor,
    @IdParam('driveId') driveId: string,
    @Body() body: WithReasonDto,
  ) {
    await this.authorized.of(actor, driveId);
    await this.withdrawDeprecationUseCase.execute({ actor, driveId, reason: body.reason });
    return this.drives.one(actor, driveId);
  }
}
