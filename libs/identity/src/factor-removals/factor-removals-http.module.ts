import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { PeopleModule } from '../people/people.module.js';
import { ApproveFactorRemoval } from './approve-factor-removal.js';
import { CancelFactorRemoval } from './cancel-factor-removal.js';
import { FactorRemovalLinkController } from './factor-removal-link.controller.js';
import { FactorRemovalsController } from './factor-removals.controller.js';
import { FactorRemovalsModule } from './factor-removals.module.js';
import { ListFactorRemovals } from './list-factor-removals.js';
import { OwnFactorRemovalController } from './own-factor-removal.controller.js';
import { RequestFactorRemoval } from './request-factor-removal.js';

/** Routes for admins, the person, and the mailed link. */
@Module({
  imports: [CredentialsModule, FactorRemovalsModule, NotificationsModule, PeopleModule],
  controllers: [FactorRemovalLinkController, FactorRemovalsController, OwnFactorRemovalController],
  providers: [ApproveFactorRemoval, CancelFactorRemoval, ListFactorRemovals, RequestFactorRemoval],
})
export class FactorRemovalsHttpModule {}
