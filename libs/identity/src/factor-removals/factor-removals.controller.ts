import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '@portal/kernel';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { ApiData, ApiPage, IdParam } from '@portal/platform/http';
import { PersonReasonDto } from '../sign-in/identity.dto.js';
import { DoneView } from '../sign-in/identity.view.js';
import { ApproveFactorRemoval } from './approve-factor-removal.js';
import { CancelFactorRemoval } from './cancel-factor-removal.js';
import { FactorRemovalsQuery, RequestFactorRemovalDto } from './factor-removals.dto.js';
import { ApprovedRemovalView, FactorRemovalView, RequestedRemovalView } from './factor-removals.view.js';
import { ListFactorRemovals } from './list-factor-removals.js';
import { RequestFactorRemoval } from './request-factor-removal.js';

/**
 * Removal of second factors of people who lost their device and recovery codes: requested by one admin, approved by
 * another.
 */
@ApiTags('admin')
@RequireRole('admin')
@Controller('api/v1/admin/second-factor-removals')
export class FactorRemovalsController {
  constructor(
    private readonly removals: ListFactorRemovals,
    private readonly requestRemoval: RequestFactorRemoval,
    private readonly approveRemoval: ApproveFactorRemoval,
    private readonly cancelRemoval: CancelFactorRemoval,
  ) {}

  /** List removals of second factors. Newest first. */
  @Get()
  @ApiPage(FactorRemovalView)
  list(@Query() query: FactorRemovalsQuery): Promise<Page<FactorRemovalView>> {
    return this.removals.execute(query);
  }

  /**
   * Request the removal of a person's second factor. Nothing changes until another admin approves and the waiting time
   * is over. The person and the other admins are notified by email.
   */
  @Post()
  @ApiData(RequestedRemovalView, { status: 201 })
  async create(@CurrentActor() actor: Actor, @Body() body: RequestFactorRemovalDto): Promise<RequestedRemovalView> {
    return { id: await this.requestRemoval.execute({ actor, userId: body.user_id, reason: body.reason }) };
  }

  /**
   * Approve the removal of a second factor. By an admin other than the one who requested it. The person is notified by
   * email and can cancel until the waiting time is over.
   */
  @Post(':id/approve')
  @ApiData(ApprovedRemovalView)
  async approve(@CurrentActor() actor: Actor, @IdParam() removalId: string): Promise<ApprovedRemovalView> {
    return { due_at: await this.approveRemoval.execute({ actor, removalId }) };
  }

  /** Cancel the removal of a second factor. Any admin can, until it is done. */
  @Post(':id/cancel')
  @ApiData(DoneView)
  async cancel(
    @CurrentActor() actor: Actor,
    @IdParam() removalId: string,
    @Body() body: PersonReasonDto,
  ): Promise<DoneView> {
    await this.cancelRemoval.byAdmin({ actor, removalId, reason: body.reason });
    return { done: true };
  }
}
