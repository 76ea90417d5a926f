import { Module } from '@nestjs/common';
import { scheduledJob } from '@portal/platform/jobs';
import { AccountsModule } from '../accounts.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { ApproveFactorRemoval } from './approve-factor-removal.js';
import { CancelFactorRemoval } from './cancel-factor-removal.js';
import { FactorRemovalLinkController } from './factor-removal-link.controller.js';
import { FactorRemovalsController } from './factor-removals.controller.js';
import { OwnFactorRemovalController } from './own-factor-removal.controller.js';
import { RemoveFactors } from './remove-factors.js';
import { RequestFactorRemoval } from './request-factor-removal.js';

/** Routes for admins, the person, and the mailed link. */
@Module({
  imports: [AccountsModule, CredentialsModule],
  controllers: [FactorRemovalLinkController, FactorRemovalsController, OwnFactorRemovalController],
  providers: [ApproveFactorRemoval, CancelFactorRemoval, RequestFactorRemoval],
})
export class FactorRemovalsHttpModule {}

/** Executes and expires removals. */
@Module({
  imports: [AccountsModule],
  providers: [RemoveFactors, scheduledJob('identity.remove-factors', RemoveFactors)],
})
export class FactorRemovalsWorkerModule {}
