import { Body, Controller, Get, HttpCode, Param, ParseUUIDPipe, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '@portal/kernel';
import { CurrentActor, RequireRole, RequireStepUp, type Actor } from '@portal/platform/access';
import { ApiData, ApiPage } from '@portal/platform/http';
import { AnnounceOffboarding } from './announce-offboarding.js';
import { Offboardings } from './offboardings.js';
import { WithdrawOffboarding } from './withdraw-offboarding.js';
import { AnnounceOffboardingDto } from './offboardings.dto.js';
import { OffboardingView } from './offboardings.view.js';

/** Offboarding of authors by the operator, with the same notice period. */
@ApiTags('admin')
@RequireRole('admin')
@Controller('api/v1/admin')
export class AdminOffboardingsController {
  constructor(
    private readonly offboardings: Offboardings,
    private readonly announce: AnnounceOffboarding,
    private readonly withdrawOffboarding: WithdrawOffboarding,
  ) {}

  /** List author offboardings. Newest first, withdrawn ones included. */
  @Get('offboardings')
  @ApiPage(OffboardingView)
  list(): Promise<Page<OffboardingView>> {
    return this.offboardings.all();
  }

  /**
   * Announce the offboarding of an author. Requested by an owner, or decided by staff with a reason. Nothing new is
   * accepted from now on; existing installs continue until the announced day.
   */
  @Post('authors/:orgId/offboarding')
  @HttpCode(201)
  @RequireStepUp()
  @ApiData(OffboardingView, { status: 201 })
  async start(
    @CurrentActor() actor: Actor,
    @Param('orgId', ParseUUIDPipe) orgId: string,
    @Body() body: AnnounceOffboardingDto,
  ): Promise<OffboardingView> {
    const { reason, confirm_name: confirmName } = body;
    await this.announce.execute({ actor, orgId, reason, confirmName, byStaff: true });
    return this.offboardings.of(orgId);
  }

  /** Withdraw the offboarding of an author. Possible until it is carried out. Returns what was withdrawn. */
  @Post('authors/:orgId/offboarding/withdraw')
  @HttpCode(200)
  @RequireStepUp()
  @ApiData(OffboardingView)
  async withdraw(@CurrentActor() actor: Actor, @Param('orgId', ParseUUIDPipe) orgId: string): Promise<OffboardingView> {
    return this.offboardings.byId(await this.withdrawOffboarding.execute({ actor, orgId, byStaff: true }));
  }
}
