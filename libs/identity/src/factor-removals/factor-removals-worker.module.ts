import { Module } from '@nestjs/common';
import { SecondFactorsModule } from '../second-factor/second-factors.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { FactorRemovalsModule } from './factor-removals.module.js';
import { RemoveFactors } from './remove-factors.js';
import { RemoveFactorsJob } from './remove-factors.job.js';

/** Executes and expires removals. */
@Module({
  imports: [FactorRemovalsModule, SecondFactorsModule, SessionsModule],
  providers: [RemoveFactors, RemoveFactorsJob],
})
export class FactorRemovalsWorkerModule {}
