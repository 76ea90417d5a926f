import { Controller, Get, HttpCode, Param, ParseUUIDPipe, Post, Query, Req } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { Page } from '@portal/kernel';
import { CurrentActor, RequireRole, type Actor, type PortalRequest } from '@portal/platform/access';
import { ApiData, ApiPage, BodyLimit } from '@portal/platform/http';
import { MAX_SCENARIO_BYTES } from '../scenario/domain/parse-scenario.js';
import { ExportScenario } from '../export/export-scenario.js';
import { Simulations } from './simulations.js';
import { RequestSimulation } from './request-simulation.js';
import { MonthRangeQuery } from './simulator.dto.js';
import { ScenarioView, SimulationDetailView, SimulationRequestView, SimulationView } from './simulator.view.js';

@ApiTags('simulator')
@RequireRole('finance')
@Controller('api/v1/finance/simulations')
export class FinanceSimulationsController {
  constructor(
    private readonly request: RequestSimulation,
    private readonly simulations: Simulations,
    private readonly exportScenario: ExportScenario,
  ) {}

  /** Start a simulation. The body is the scenario, read as raw bytes. It runs in the background. */
  @Post()
  @HttpCode(202)
  @BodyLimit({ maxBytes: MAX_SCENARIO_BYTES })
  @ApiBody({ schema: { type: 'object', description: 'A scenario, see docs/simulate.md' } })
  @ApiData(SimulationRequestView, { status: 202, description: 'It runs in the background' })
  start(@CurrentActor() actor: Actor, @Req() { rawBody }: PortalRequest): Promise<SimulationRequestView> {
    return this.request.execute(actor, null, rawBody?.toString('utf8') ?? '');
  }

  /** List simulations. Newest first. */
  @Get()
  @ApiPage(SimulationView)
  async list(): Promise<Page<SimulationView>> {
    return { items: await this.simulations.list(null), next_cursor: null };
  }

  /** Export months as a scenario. Real installs, payments and runs of the given months, ready to be simulated. */
  @Get('scenario')
  @ApiData(ScenarioView)
  async export(@Query() { from, to }: MonthRangeQuery): Promise<ScenarioView> {
    return { scenario: await this.exportScenario.execute(null, from, to) };
  }

  /** Get a simulation. With its result once it has finished. */
  @Get(':id')
  @ApiData(SimulationDetailView)
  get(@Param('id', ParseUUIDPipe) id: string): Promise<SimulationDetailView> {
    return this.simulations.get(null, id);
  }
}
