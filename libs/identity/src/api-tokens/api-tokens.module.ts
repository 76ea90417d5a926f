import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { ApiTokensController } from './api-tokens.controller.js';
import { ApiTokensRepository } from './api-tokens.repository.js';
import { CreateApiToken } from './create-api-token.js';
import { ListApiTokens } from './list-api-tokens.js';
import { OrganizationTokensController } from './organization-tokens.controller.js';
import { RevokeApiToken } from './revoke-api-token.js';
import { RevokeLeakedToken } from './revoke-leaked-token.js';

/** API tokens of people and organisations. */
@Module({
  imports: [CredentialsModule, NotificationsModule],
  controllers: [ApiTokensController, OrganizationTokensController],
  providers: [ApiTokensRepository, CreateApiToken, ListApiTokens, RevokeApiToken, RevokeLeakedToken],
  exports: [ApiTokensRepository, CreateApiToken, ListApiTokens, RevokeApiToken],
})
export class ApiTokensHttpModule {}
