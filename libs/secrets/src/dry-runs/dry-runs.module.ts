import { Module } from '@nestjs/common';
import { eventProcessor } from '@portal/platform/events';
import { CallsModule } from '../calls/calls.module.js';
import { RotationDryRunRequested } from '../events.js';
import { KeysModule } from '../keys/keys.module.js';
import { DryRuns } from './dry-runs.js';
import { DryRunsRepository } from './dry-runs.repository.js';
import { RunRotationDryRun } from './run-rotation-dry-run.js';

/** Dry runs of a rotation: the response of every install under the newest and the previous key. */
@Module({
  imports: [CallsModule, KeysModule],
  providers: [DryRuns, DryRunsRepository, RunRotationDryRun],
  exports: [DryRuns, RunRotationDryRun],
})
export class DryRunsModule {}

@Module({
  imports: [DryRunsModule],
  providers: [
    eventProcessor({
      event: RotationDryRunRequested,
      consumer: 'secrets.run-rotation-dry-run',
      useCase: RunRotationDryRun,
      queue: 'drives',
      driveOf: (_dryRun, { drive_id }) => drive_id,
      handle: (dryRun, { dry_run_id }) => dryRun.execute(dry_run_id),
    }),
  ],
})
export class DryRunsWorkerModule {}
