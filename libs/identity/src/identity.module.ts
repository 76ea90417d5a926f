import { Global, Module } from '@nestjs/common';
import { Authenticator } from '@portal/platform/access';
import { ApiTokensHttpModule } from './api-tokens/api-tokens.module.js';
import { HostTokensHttpModule } from './api-tokens/host-tokens.module.js';
import { FactorRemovalsHttpModule } from './factor-removals/factor-removals-http.module.js';
import { FactorRemovalsWorkerModule } from './factor-removals/factor-removals-worker.module.js';
import { NotificationsHttpModule, NotificationsModule } from './notifications/notifications.module.js';
import { PeopleHttpModule, PeopleModule } from './people/people.module.js';
import { RecoveryHttpModule, RecoveryWorkerModule } from './recovery/recovery.module.js';
import { SecondFactorHttpModule, SecondFactorWorkerModule } from './second-factor/second-factor.module.js';
import { SessionAuthenticator } from './sessions/session-authenticator.js';
import { SessionsHttpModule, SessionsWorkerModule } from './sessions/sessions.module.js';
import { SignInHttpModule } from './sign-in/sign-in.module.js';
import { StepUpHttpModule } from './step-up/step-up.module.js';

/** Exports for other libs, in the HTTP process and in the worker. */
@Module({ imports: [NotificationsModule, PeopleModule], exports: [PeopleModule] })
export class IdentityCoreModule {}

/** For the worker. */
@Module({
  imports: [
    IdentityCoreModule,
    FactorRemovalsWorkerModule,
    RecoveryWorkerModule,
    SecondFactorWorkerModule,
    SessionsWorkerModule,
  ],
})
export class IdentityWorkerModule {}

/** Global, because the access guard of every route uses this lib to find out who is calling. */
@Global()
@Module({
  imports: [
    IdentityCoreModule,
    ApiTokensHttpModule,
    FactorRemovalsHttpModule,
    HostTokensHttpModule,
    NotificationsHttpModule,
    PeopleHttpModule,
    RecoveryHttpModule,
    SecondFactorHttpModule,
    SessionsHttpModule,
    SignInHttpModule,
    StepUpHttpModule,
  ],
  providers: [{ provide: Authenticator, useExisting: SessionAuthenticator }],
  exports: [IdentityCoreModule, SignInHttpModule, Authenticator],
})
export class IdentityModule {}
