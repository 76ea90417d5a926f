import { Module } from '@nestjs/common';
import { ExportScenario } from './export-scenario.js';
import { ForgetSimulations } from './forget-simulations.js';
import { AuthorSimulationsController } from './http/author-simulations.controller.js';
import { FinanceSimulationsController } from './http/finance-simulations.controller.js';
import { ForgetSimulationsJob } from './jobs/forget-simulations.job.js';
import { PlaySimulationProcessor } from './jobs/play-simulation.processor.js';
import { SimulationsRepository } from './persistence/simulations.repository.js';
import { PlaySimulation } from './play-simulation.js';
import { RealMonths } from './read/real-months.js';
import { Simulations } from './read/simulations.js';
import { RequestSimulation } from './request-simulation.js';
import { SimulatorProcess } from './simulator-process.js';

/** Simulations as they are kept, for both processes. */
@Module({ providers: [SimulationsRepository], exports: [SimulationsRepository] })
export class SimulatorCoreModule {}

/** For the HTTP process: asking for simulations, reading them, own data as a scenario. */
@Module({
  imports: [SimulatorCoreModule],
  controllers: [FinanceSimulationsController, AuthorSimulationsController],
  providers: [ExportScenario, RealMonths, RequestSimulation, Simulations],
})
export class SimulatorModule {}

/** For the worker: playing them. */
@Module({
  imports: [SimulatorCoreModule],
  providers: [ForgetSimulations, ForgetSimulationsJob, PlaySimulation, PlaySimulationProcessor, SimulatorProcess],
  exports: [ForgetSimulations, PlaySimulation, SimulatorProcess],
})
export class SimulatorWorkerModule {}
