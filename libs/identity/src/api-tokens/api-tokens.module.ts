import { Module } from '@nestjs/common';
import { approvalKind, ApprovalsModule } from '@portal/approvals';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { IdentityAccountsModule } from '../accounts.module.js';
import { ApiTokensController } from './api-tokens.controller.js';
import { ApiTokensService } from './api-tokens.service.js';
import { HostTokenKind } from './host-token.js';
import { HostTokensController } from './host-tokens.controller.js';
import { OrganizationTokensController } from './organization-tokens.controller.js';
import { RevokeLeakedToken } from './revoke-leaked-token.js';

/** API tokens of people, organisations and the host's services. */
@Module({
  imports: [ApprovalsModule, IdentityAccountsModule, CredentialsModule],
  controllers: [ApiTokensController, HostTokensController, OrganizationTokensController],
  providers: [ApiTokensService, ...approvalKind(HostTokenKind), RevokeLeakedToken],
})
export class ApiTokensHttpModule {}
