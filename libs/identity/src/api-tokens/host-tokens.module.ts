import { Module } from '@nestjs/common';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { PeopleModule } from '../people/people.module.js';
import { ApiTokensHttpModule } from './api-tokens.module.js';
import { ApproveHostToken } from './approve-host-token.js';
import { CreateHostToken } from './create-host-token.js';
import { HostTokenNotice } from './host-token-notice.js';
import { HostTokensController } from './host-tokens.controller.js';
import { ListHostTokens } from './list-host-tokens.js';

/** API tokens of the host's services, managed by admins. */
@Module({
  imports: [ApiTokensHttpModule, NotificationsModule, PeopleModule],
  controllers: [HostTokensController],
  providers: [ApproveHostToken, CreateHostToken, HostTokenNotice, ListHostTokens],
})
export class HostTokensHttpModule {}
