import { Module } from '@nestjs/common';
import { IdentityAccountsModule } from '../accounts.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { SessionAuthenticator } from './session-authenticator.js';
import { SessionsService } from './sessions.service.js';

/** Authentication of requests, and a person's sessions. */
@Module({
  imports: [IdentityAccountsModule, CredentialsModule],
  providers: [SessionAuthenticator, SessionsService],
  exports: [SessionAuthenticator, SessionsService],
})
export class SessionsHttpModule {}
