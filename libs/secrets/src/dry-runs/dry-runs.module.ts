import { Module } from '@nestjs/common';
import { CallsModule } from '../calls/calls.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { DryRuns } from './dry-runs.js';
import { DryRunsRepository } from './dry-runs.repository.js';
import { RunRotationDryRun } from './run-rotation-dry-run.js';
import { RunRotationDryRunProcessor } from './run-rotation-dry-run.processor.js';

/** Dry runs of a rotation: the response of every install under the newest and the previous key. */
@Module({
  imports: [CallsModule, KeysModule],
  providers: [DryRuns, DryRunsRepository, RunRotationDryRun],
  exports: [DryRuns, RunRotationDryRun],
})
export class DryRunsModule {}

@Module({ imports: [DryRunsModule], providers: [RunRotationDryRunProcessor] })
export class DryRunsWorkerModule {}
