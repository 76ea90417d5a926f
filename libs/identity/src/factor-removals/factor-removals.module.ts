import { Module } from '@nestjs/common';
import { scheduledJob } from '@portal/platform/jobs';
import { IdentityAccountsModule } from '../accounts.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { ApproveFactorRemoval } from './approve-factor-removal.js';
import { CancelFactorRemoval } from './cancel-factor-removal.js';
import { FactorRemovalLinkController } from './factor-removal-link.controller.js';
import { FactorRemovalsController } from './factor-removals.controller.js';
import { ListFactorRemovals } from './list-factor-removals.js';
import { OwnFactorRemovalController } from './own-factor-removal.controller.js';
import { RemoveFactors } from './remove-factors.js';
import { RequestFactorRemoval } from './request-factor-removal.js';

/** Routes for admins, the person, and the mailed link. */
@Module({
  imports: [IdentityAccountsModule, CredentialsModule],
  controllers: [FactorRemovalLinkController, FactorRemovalsController, OwnFactorRemovalController],
  providers: [ApproveFactorRemoval, CancelFactorRemoval, ListFactorRemovals, RequestFactorRemoval],
})
export class FactorRemovalsHttpModule {}

/** Executes and expires removals. */
@Module({
  imports: [IdentityAccountsModule],
  providers: [RemoveFactors, scheduledJob('identity.remove-factors', RemoveFactors)],
})
export class FactorRemovalsWorkerModule {}
