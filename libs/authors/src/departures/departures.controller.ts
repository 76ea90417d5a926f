import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiData, CurrentActor, MemberMay, RequireRole, RequireStepUp, type Actor } from '@portal/platform';
import { AnnounceDeparture } from './announce-departure.js';
import { requireOrganization } from '../organizations/own-organization.js';
import { Departures } from './departures.js';
import { WithdrawDeparture } from './withdraw-departure.js';
import { AnnounceDepartureDto } from './departures.dto.js';
import { DepartureView, OwnDepartureView } from './departures.view.js';

/** An author leaves. */
@ApiTags('author account')
@RequireRole('author')
@Controller('api/v1/author/departure')
export class DeparturesController {
  constructor(
    private readonly departures: Departures,
    private readonly announce: AnnounceDeparture,
    private readonly withdraw: WithdrawDeparture,
  ) {}

  @Get()
  @ApiData(OwnDepartureView)
  get(@CurrentActor() actor: Actor): Promise<OwnDepartureView> {
    return this.departures.own(requireOrganization(actor));
  }

  @Post()
  @HttpCode(201)
  @MemberMay('own')
  @RequireStepUp()
  @ApiData(DepartureView, { status: 201 })
  async leave(@CurrentActor() actor: Actor, @Body() body: AnnounceDepartureDto): Promise<DepartureView> {
    const orgId = requireOrganization(actor);
    const { reason, confirm_name: confirmName } = body;
    await this.announce.execute({ actor, orgId, reason, confirmName, byStaff: false });
    return this.departures.of(orgId);
  }

  /** Answers with what was taken back. */
  @Post('withdraw')
  @HttpCode(200)
  @MemberMay('own')
  @RequireStepUp()
  @ApiData(DepartureView)
  async stay(@CurrentActor() actor: Actor): Promise<DepartureView> {
    const orgId = requireOrganization(actor);
    const before = await this.departures.of(orgId);
    await this.withdraw.execute({ actor, orgId, byStaff: false });
    return { ...before, state: 'withdrawn', can_be_taken_back: false };
  }
}
