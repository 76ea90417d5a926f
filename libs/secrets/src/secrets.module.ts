import { Module } from '@nestjs/common';
import { CallsModule } from './calls/calls.module.js';
import { DryRunsModule, DryRunsWorkerModule } from './dry-runs/dry-runs.module.js';
import { KeysModule, KeysWorkerModule } from './keys/keys.module.js';
import { RemindersModule, RemindersWorkerModule } from './reminders/reminders.module.js';

const FEATURES = [CallsModule, DryRunsModule, KeysModule, RemindersModule];

/** Exports for other libs, in the HTTP process and in the worker. */
@Module({ imports: FEATURES, exports: FEATURES })
export class SecretsCoreModule {}

/** For the HTTP process. The routes for keys are in authors, which knows who owns a Drive. */
@Module({ imports: [SecretsCoreModule], exports: [SecretsCoreModule] })
export class SecretsModule {}

/** For the worker. */
@Module({
  imports: [SecretsCoreModule, DryRunsWorkerModule, KeysWorkerModule, RemindersWorkerModule],
  exports: [SecretsCoreModule],
})
export class SecretsWorkerModule {}
