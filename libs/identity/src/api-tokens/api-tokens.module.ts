import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { ApiTokensController } from './api-tokens.controller.js';
import { ApiTokensRepository } from './api-tokens.repository.js';
import { CreateApiToken } from './create-api-token.js';
import { HostTokensController } from './host-tokens.controller.js';
import { ListApiTokens } from './list-api-tokens.js';
import { OrganizationTokensController } from './organization-tokens.controller.js';
import { RevokeApiToken } from './revoke-api-token.js';
import { RevokeLeakedToken } from './revoke-leaked-token.js';

/** API tokens of persons, organisations and host services. */
@Module({
  imports: [CredentialsModule, NotificationsModule],
  controllers: [ApiTokensController, HostTokensController, OrganizationTokensController],
  providers: [ApiTokensRepository, CreateApiToken, ListApiTokens, RevokeApiToken, RevokeLeakedToken],
  exports: [ApiTokensRepository],
})
export class ApiTokensHttpModule {}
