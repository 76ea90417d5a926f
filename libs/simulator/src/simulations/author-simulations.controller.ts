import { Controller, Get, HttpCode, Param, ParseUUIDPipe, Post, Query, Req } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { Page } from '@portal/kernel';
import {
  CurrentActor,
  MemberMay,
  RequireRole,
  requireScope,
  type Actor,
  type PortalRequest,
} from '@portal/platform/access';
import { bypassRowSecurityFor } from '@portal/platform/database';
import { ApiData, ApiPage, BodyLimit } from '@portal/platform/http';
import { MAX_SCENARIO_BYTES } from '../scenario/domain/parse-scenario.js';
import { ExportScenario } from '../export/export-scenario.js';
import { Simulations } from './simulations.js';
import { RequestSimulation } from './request-simulation.js';
import { MonthRangeQuery } from './simulator.dto.js';
import { ScenarioView, SimulationDetailView, SimulationRequestView, SimulationView } from './simulator.view.js';

@ApiTags('simulator')
@RequireRole('author')
@Controller('api/v1/author/simulations')
export class AuthorSimulationsController {
  constructor(
    private readonly request: RequestSimulation,
    private readonly simulations: Simulations,
    private readonly exportScenario: ExportScenario,
  ) {}

  /** Start a simulation. The body is the scenario, read as raw bytes. It runs in the background. */
  @Post()
  @MemberMay('see_money')
  @HttpCode(202)
  @BodyLimit({ maxBytes: MAX_SCENARIO_BYTES })
  @ApiBody({ schema: { type: 'object', description: 'A scenario, see docs/simulate.md' } })
  @ApiData(SimulationRequestView, { status: 202, description: 'It runs in the background' })
  start(@CurrentActor() actor: Actor, @Req() { rawBody }: PortalRequest): Promise<SimulationRequestView> {
    return this.request.execute(actor, requireScope(actor, 'author'), rawBody?.toString('utf8') ?? '');
  }

  /** List your simulations. Newest first. */
  @Get()
  @MemberMay('see_money')
  @ApiPage(SimulationView)
  async list(@CurrentActor() actor: Actor): Promise<Page<SimulationView>> {
    return { items: await this.simulations.list(requireScope(actor, 'author')), next_cursor: null };
  }

  /** Export your months as a scenario. Real installs, payments and runs of the given months, ready to be simulated. */
  @Get('scenario')
  @MemberMay('see_money')
  @ApiData(ScenarioView)
  async export(@CurrentActor() actor: Actor, @Query() { from, to }: MonthRangeQuery): Promise<ScenarioView> {
    const orgId = requireScope(actor, 'author');
    return { scenario: await bypassRowSecurityFor(orgId, () => this.exportScenario.execute(orgId, from, to)) };
  }

  /** Get one of your simulations. With its result once it has finished. */
  @Get(':id')
  @MemberMay('see_money')
  @ApiData(SimulationDetailView)
  get(@CurrentActor() actor: Actor, @Param('id', ParseUUIDPipe) id: string): Promise<SimulationDetailView> {
    return this.simulations.get(requireScope(actor, 'author'), id);
  }
}
