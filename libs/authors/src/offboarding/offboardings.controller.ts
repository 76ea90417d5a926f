import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentActor, MemberMay, RequireRole, RequireStepUp, type Actor } from '@portal/platform/access';
import { ApiData } from '@portal/platform/http';
import { requireOrganization } from '../organizations/authorized-organization.js';
import { OffboardingsService } from './offboardings.service.js';
import { AnnounceOffboardingDto } from './offboardings.dto.js';
import { OffboardingView, AuthorOffboardingView } from './offboardings.view.js';

/** Offboarding by the author. */
@ApiTags('author account')
@RequireRole('author')
@Controller('api/v1/author/offboarding')
export class OffboardingController {
  constructor(private readonly offboardings: OffboardingsService) {}

  /** Get the offboarding of your account. Null unless one was announced. */
  @Get()
  @ApiData(AuthorOffboardingView)
  get(@CurrentActor() actor: Actor): Promise<AuthorOffboardingView> {
    return this.offboardings.own(requireOrganization(actor));
  }

  /**
   * Announce the offboarding of your account. Nothing new is accepted from now on; existing installs continue until the
   * announced day.
   */
  @Post()
  @MemberMay('own')
  @RequireStepUp()
  @ApiData(OffboardingView, { status: 201 })
  start(@CurrentActor() actor: Actor, @Body() body: AnnounceOffboardingDto): Promise<OffboardingView> {
    const orgId = requireOrganization(actor);
    const { reason, confirm_name: confirmName } = body;
    return this.offboardings.announce({ actor, orgId, reason, confirmName, byStaff: false });
  }

  /** Withdraw the offboarding of your account. Possible until it is carried out, if your organisation requested it. */
  @Post('withdraw')
  @MemberMay('own')
  @RequireStepUp()
  @ApiData(OffboardingView)
  withdraw(@CurrentActor() actor: Actor): Promise<OffboardingView> {
    const orgId = requireOrganization(actor);
    return this.offboardings.withdraw({ actor, orgId, byStaff: false });
  }
}
