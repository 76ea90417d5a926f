import { Body } from '@nestjs/common';
import { CurrentActor, MemberMay, RequireRole, RequireStepUp, type Actor } from '@portal/platform/access';
import { ApiController, GetData, PostData } from '@portal/platform/http';
import { requireOrganization } from '../organizations/authorized-organization.js';
import { OffboardingsService } from './offboardings.service.js';
import { AnnounceOffboardingDto } from './offboardings.dto.js';
import { OffboardingView, AuthorOffboardingView } from './offboardings.view.js';

/** Offboarding by the author. */
@RequireRole('author')
@ApiController('author account', 'api/v1/author/offboarding')
export class OffboardingController {
  constructor(private readonly offboardings: OffboardingsService) {}

  /** Get the offboarding of your account. Null unless one was announced. */
  @GetData('', AuthorOffboardingView)
  get(@CurrentActor() actor: Actor) {
    return this.offboardings.own(requireOrganization(actor));
  }

  /**
   * Announce the offboarding of your account. Nothing new is accepted from now on; existing installs continue until the
   * announced day.
   */
  @PostData('', OffboardingView, { status: 201 })
  @MemberMay('own')
  @RequireStepUp()
  start(@CurrentActor() actor: Actor, @Body() body: AnnounceOffboardingDto) {
    const orgId = requireOrganization(actor);
    const { reason, confirm_name: confirmName } = body;
    return this.offboardings.announce({ actor, orgId, reason, confirmName, byStaff: false });
  }

  /** Withdraw the offboarding of your account. Possible until it is carried out, if your organisation requested it. */
  @PostData('withdraw', OffboardingView)
  @MemberMay('own')
  @RequireStepUp()
  withdraw(@CurrentActor() actor: Actor) {
    const orgId = requireOrganization(actor);
    return this.offboardings.withdraw({ actor, orgId, byStaff: false });
  }
}
