import { Module } from '@nestjs/common';
import { CallsModule } from './calls/calls.module.js';
import { DryRunsModule, DryRunsWorkerModule } from './dry-runs/dry-runs.module.js';
import { KeysModule, KeysWorkerModule } from './keys/keys.module.js';
import { RemindersModule, RemindersWorkerModule } from './reminders/reminders.module.js';

const FEATURES = [CallsModule, DryRunsModule, KeysModule, RemindersModule];

/** What other libs need of secrets, in the HTTP process and in the worker alike. */
@Module({ imports: FEATURES, exports: FEATURES })
export class SecretsCoreModule {}

/** For the HTTP process. The routes for keys live in authors, which knows who owns a Drive. */
@Module({ imports: [SecretsCoreModule], exports: [SecretsCoreModule] })
export class SecretsModule {}

/** For the worker. */
@Module({
  imports: [SecretsCoreModule, DryRunsWorkerModule, KeysWorkerModule, RemindersWorkerModule],
  exports: [SecretsCoreModule],
})
export class SecretsWorkerModule {}
