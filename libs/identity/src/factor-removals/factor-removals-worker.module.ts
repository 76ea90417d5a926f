import { Module } from '@nestjs/common';
import { scheduledJob } from '@portal/platform/jobs';
import { SecondFactorsModule } from '../second-factor/second-factors.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { FactorRemovalsModule } from './factor-removals.module.js';
import { RemoveFactors } from './remove-factors.js';

/** Executes and expires removals. */
@Module({
  imports: [FactorRemovalsModule, SecondFactorsModule, SessionsModule],
  providers: [RemoveFactors, scheduledJob('identity.remove-factors', RemoveFactors)],
})
export class FactorRemovalsWorkerModule {}
