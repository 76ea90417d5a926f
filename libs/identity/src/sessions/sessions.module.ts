import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { scheduledJob } from '@portal/platform/jobs';
import { ApiTokensHttpModule } from '../api-tokens/api-tokens.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { ForgetExpired } from './forget-expired.js';
import { ListSessions } from './list-sessions.js';
import { OpenSession } from './open-session.js';
import { RevokeSessions } from './revoke-sessions.js';
import { SessionAuthenticator } from './session-authenticator.js';
import { SessionsRepository } from './sessions.repository.js';
import { SignOut } from './sign-out.js';
import { SessionEntity } from './session.entity.js';
import { UserEntity } from '../people/user.entity.js';

/** Stored sessions. */
@Module({
  imports: [TypeOrmModule.forFeature([SessionEntity, UserEntity])],
  providers: [SessionsRepository],
  exports: [SessionsRepository],
})
export class SessionsModule {}

/** Authentication of requests, and a person's sessions. */
@Module({
  imports: [ApiTokensHttpModule, CredentialsModule, SessionsModule],
  providers: [ListSessions, OpenSession, RevokeSessions, SessionAuthenticator, SignOut],
  exports: [ListSessions, OpenSession, RevokeSessions, SessionAuthenticator, SignOut],
})
export class SessionsHttpModule {}

/** Deletes expired data. */
@Module({
  providers: [ForgetExpired, scheduledJob('identity.forget-expired', ForgetExpired)],
})
export class SessionsWorkerModule {}
