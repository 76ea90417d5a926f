import { Body } from '@nestjs/common';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { IdParam, ApiController, GetPage, PostData } from '@portal/platform/http';
import { OffboardingsService } from './offboardings.service.js';
import { AnnounceOffboardingDto } from './offboardings.dto.js';
import { OffboardingView } from './offboardings.view.js';

/** Offboarding of authors by the operator, with the same notice period. */
@RequireRole('admin')
@ApiController('admin', 'api/v1/admin')
export class AdminOffboardingsController {
  constructor(private readonly offboardings: OffboardingsService) {}

  /** List author offboardings. Newest first, withdrawn ones included. */
  @GetPage('offboardings', OffboardingView)
  list() {
    return this.offboardings.list();
  }

  /**
   * Announce the offboarding of an author. Requested by an owner, or decided by staff with a reason. Nothing new is
   * accepted from now on; existing installs continue until the announced day.
   */
  @PostData('authors/:orgId/offboarding', OffboardingView, { status: 201 })
  start(@CurrentActor() actor: Actor, @IdParam('orgId') orgId: string, @Body() body: AnnounceOffboardingDto) {
    const { reason, confirm_name: confirmName } = body;
    return this.offboardings.announce({ actor, orgId, reason, confirmName, byStaff: true });
  }

  /** Withdraw the offboarding of an author. Possible until it is carried out. Returns what was withdrawn. */
  @PostData('authors/:orgId/offboarding/withdraw', OffboardingView)
  withdraw(@CurrentActor() actor: Actor, @IdParam('orgId') orgId: string) {
    return this.offboardings.withdraw({ actor, orgId, byStaff: true });
  }
}
