import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentActor, MemberMay, RequireRole, RequireStepUp, type Actor } from '@portal/platform/access';
import { ApiData } from '@portal/platform/http';
import { AnnounceOffboarding } from './announce-offboarding.js';
import { requireOrganization } from '../organizations/authorized-organization.js';
import { Offboardings } from './offboardings.js';
import { WithdrawOffboarding } from './withdraw-offboarding.js';
import { AnnounceOffboardingDto } from './offboardings.dto.js';
import { OffboardingView, AuthorOffboardingView } from './offboardings.view.js';

/** Offboarding by the author. */
@ApiTags('author account')
@RequireRole('author')
@Controller('api/v1/author/offboarding')
export class OffboardingController {
  constructor(
    private readonly offboardings: Offboardings,
    private readonly announce: AnnounceOffboarding,
    private readonly withdrawOffboarding: WithdrawOffboarding,
  ) {}

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
  @HttpCode(201)
  @MemberMay('own')
  @RequireStepUp()
  @ApiData(OffboardingView, { status: 201 })
  async start(@CurrentActor() actor: Actor, @Body() body: AnnounceOffboardingDto): Promise<OffboardingView> {
    const orgId = requireOrganization(actor);
    const { reason, confirm_name: confirmName } = body;
    await this.announce.execute({ actor, orgId, reason, confirmName, byStaff: false });
    return this.offboardings.of(orgId);
  }

  /** Withdraw the offboarding of your account. Possible until it is carried out, if your organisation requested it. */
  @Post('withdraw')
  @HttpCode(200)
  @MemberMay('own')
  @RequireStepUp()
  @ApiData(OffboardingView)
  async withdraw(@CurrentActor() actor: Actor): Promise<OffboardingView> {
    const orgId = requireOrganization(actor);
    return this.offboardings.byId(await this.withdrawOffboarding.execute({ actor, orgId, byStaff: false }));
  }
}
