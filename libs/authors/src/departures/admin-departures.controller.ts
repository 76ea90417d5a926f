import { Body, Controller, Get, HttpCode, Param, ParseUUIDPipe, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '@portal/kernel';
import { ApiData, ApiPage, CurrentActor, RequireRole, RequireStepUp, type Actor } from '@portal/platform';
import { AnnounceDeparture } from './announce-departure.js';
import { Departures } from './departures.js';
import { WithdrawDeparture } from './withdraw-departure.js';
import { AnnounceDepartureDto } from './departures.dto.js';
import { DepartureView } from './departures.view.js';

/** The operator ends the account of an author, with the same notice. */
@ApiTags('admin')
@RequireRole('admin')
@Controller('api/v1/admin')
export class AdminDeparturesController {
  constructor(
    private readonly departures: Departures,
    private readonly announce: AnnounceDeparture,
    private readonly withdraw: WithdrawDeparture,
  ) {}

  @Get('departures')
  @ApiPage(DepartureView)
  list(): Promise<Page<DepartureView>> {
    return this.departures.all();
  }

  @Post('authors/:orgId/departure')
  @HttpCode(201)
  @RequireStepUp()
  @ApiData(DepartureView, { status: 201 })
  async end(
    @CurrentActor() actor: Actor,
    @Param('orgId', ParseUUIDPipe) orgId: string,
    @Body() body: AnnounceDepartureDto,
  ): Promise<DepartureView> {
    const { reason, confirm_name: confirmName } = body;
    await this.announce.execute({ actor, orgId, reason, confirmName, byStaff: true });
    return this.departures.of(orgId);
  }

  /** Answers with what was taken back. */
  @Post('authors/:orgId/departure/withdraw')
  @HttpCode(200)
  @RequireStepUp()
  @ApiData(DepartureView)
  async keep(@CurrentActor() actor: Actor, @Param('orgId', ParseUUIDPipe) orgId: string): Promise<DepartureView> {
    const before = await this.departures.of(orgId);
    await this.withdraw.execute({ actor, orgId, byStaff: true });
    return { ...before, state: 'withdrawn', can_be_taken_back: false };
  }
}
