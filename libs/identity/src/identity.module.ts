import { Global, Module } from '@nestjs/common';
import { Authenticator } from '@portal/platform/access';
import { IdentityAccountsModule } from './accounts.module.js';
import { ApiTokensHttpModule } from './api-tokens/api-tokens.module.js';
import { FactorRemovalsHttpModule, FactorRemovalsWorkerModule } from './factor-removals/factor-removals.module.js';
import { NotificationsController } from './notifications/notifications.controller.js';
import { NotificationsService } from './notifications/notifications.service.js';
import { ShowMail } from './notifications/show-mail.js';
import { PeopleHttpModule } from './people/people.module.js';
import { RecoveryHttpModule, RecoveryWorkerModule } from './recovery/recovery.module.js';
import { SecondFactorHttpModule, SecondFactorWorkerModule } from './second-factor/second-factor.module.js';
import { SessionAuthenticator } from './sessions/session-authenticator.js';
import { SessionsHttpModule, SessionsWorkerModule } from './sessions/sessions.module.js';
import { SignInHttpModule } from './sign-in/sign-in.module.js';
import { StepUpHttpModule } from './step-up/step-up.module.js';

/** Exports for other libs, in the HTTP process and in the worker; both store mails as notifications. */
@Module({ imports: [IdentityAccountsModule], providers: [ShowMail], exports: [IdentityAccountsModule] })
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
    PeopleHttpModule,
    RecoveryHttpModule,
    SecondFactorHttpModule,
    SessionsHttpModule,
    SignInHttpModule,
    StepUpHttpModule,
  ],
  controllers: [NotificationsController],
  providers: [NotificationsService, { provide: Authenticator, useExisting: SessionAuthenticator }],
  exports: [IdentityCoreModule, SignInHttpModule, Authenticator],
})
export class IdentityModule {}
