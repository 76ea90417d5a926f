import { Body, Query } from '@nestjs/common';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { IdParam, ApiController, GetPage, PostData, DoneView } from '@portal/platform/http';
import { SuspensionsService } from './suspensions.service.js';
import { ResumeAccountDto, SuspendAccountDto, SuspensionsQuery, SuspensionView } from './suspensions.view.js';

/** Suspending and resuming developer accounts, for staff. */
@RequireRole('reviewer', 'admin')
@ApiController('admin', 'api/v1/admin')
export class SuspensionsController {
  constructor(private readonly suspensions: SuspensionsService) {}

  /** List suspensions of developer accounts. Newest first; `open` leaves only those in force. */
  @GetPage('suspensions', SuspensionView)
  list(@Query() { open, ...page }: SuspensionsQuery) {
    return this.suspensions.list({ ...page, open: open === 'true' });
  }

  /**
   * Suspend a developer account. No submissions, versions or signing keys are accepted. Existing installs and payouts
   * continue; finance places holds on payouts if needed.
   */
  @PostData('authors/:orgId/suspend', DoneView)
  async suspend(
    @CurrentActor() actor: Actor,
    @IdParam('orgId') orgId: string,
    @Body() { reason_code: code, reason }: SuspendAccountDto,
  ) {
    await this.suspensions.suspend({ actor, orgId, code, reason });
    return { done: true };
  }

  /** Lift the suspension of a developer account. Submissions, versions and signing keys are accepted again. */
  @PostData('authors/:orgId/resume', DoneView)
  async resume(@CurrentActor() actor: Actor, @IdParam('orgId') orgId: string, @Body() { reason }: ResumeAccountDto) {
    await this.suspensions.resume({ actor, orgId, reason });
    return { done: true };
  }
}
