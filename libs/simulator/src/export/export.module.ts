import { Module } from '@nestjs/common';
import { ExportScenario } from './export-scenario.js';
import { RealMonths } from './read/real-months.js';

/** Exports real months as a scenario. */
@Module({ providers: [ExportScenario, RealMonths], exports: [ExportScenario] })
export class ExportModule {}
