import { Module } from '@nestjs/common';
import { scheduledJob } from '@portal/platform/jobs';
import { ExportModule } from '../export/export.module.js';
import { AuthorSimulationsController } from './author-simulations.controller.js';
import { FinanceSimulationsController } from './finance-simulations.controller.js';
import { ForgetSimulations } from './forget-simulations.js';
import { PlaySimulationProcessor } from './play-simulation.processor.js';
import { PlaySimulation } from './play-simulation.js';
import { RequestSimulation } from './request-simulation.js';
import { SimulationsRepository } from './simulations.repository.js';
import { Simulations } from './simulations.js';
import { SimulatorProcess } from './simulator-process.js';

/** For the HTTP process: requesting and reading simulations, and exporting real months. */
@Module({
  imports: [ExportModule],
  controllers: [FinanceSimulationsController, AuthorSimulationsController],
  providers: [RequestSimulation, Simulations, SimulationsRepository],
})
export class SimulatorModule {}

/** For the worker: playing them. */
@Module({
  providers: [
    ForgetSimulations,
    scheduledJob('simulator.forget-simulations', ForgetSimulations),
    PlaySimulation,
    PlaySimulationProcessor,
    SimulationsRepository,
    SimulatorProcess,
  ],
  exports: [ForgetSimulations, PlaySimulation, SimulatorProcess],
})
export class SimulatorWorkerModule {}
