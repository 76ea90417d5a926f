import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '@portal/kernel';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { ApiData, ApiPage, IdParam } from '@portal/platform/http';
import { SuspensionsService } from './suspensions.service.js';
import {
  ResumeAccountDto,
  SuspendAccountDto,
  SuspensionDoneView,
  SuspensionsQuery,
  SuspensionView,
} from './suspensions.view.js';

/** Suspending and resuming developer accounts, for staff. */
@ApiTags('admin')
@RequireRole('reviewer', 'admin')
@Controller('api/v1/admin')
export class SuspensionsController {
  constructor(private readonly suspensions: SuspensionsService) {}

  /** List suspensions of developer accounts. Newest first; `open` leaves only those in force. */
  @Get('suspensions')
  @ApiPage(SuspensionView)
  list(@Query() { open, ...page }: SuspensionsQuery): Promise<Page<SuspensionView>> {
    return this.suspensions.list({ ...page, open: open === 'true' });
  }

  /**
   * Suspend a developer account. No submissions, versions or signing keys are accepted. Existing installs and payouts
   * continue; finance places holds on payouts if needed.
   */
  @Post('authors/:orgId/suspend')
  @ApiData(SuspensionDoneView)
  async suspend(
    @CurrentActor() actor: Actor,
    @IdParam('orgId') orgId: string,
    @Body() { reason_code: code, reason }: SuspendAccountDto,
  ): Promise<SuspensionDoneView> {
    await this.suspensions.suspend({ actor, orgId, code, reason });
    return { done: true };
  }

  /** Lift the suspension of a developer account. Submissions, versions and signing keys are accepted again. */
  @Post('authors/:orgId/resume')
  @ApiData(SuspensionDoneView)
  async resume(
    @CurrentActor() actor: Actor,
    @IdParam('orgId') orgId: string,
    @Body() { reason }: ResumeAccountDto,
  ): Promise<SuspensionDoneView> {
    await this.suspensions.resume({ actor, orgId, reason });
    return { done: true };
  }
}
