import { Global, Module } from '@nestjs/common';
import { ApprovalDecided, ApprovalProposed } from '@portal/approvals';
import { Authenticator } from '@portal/platform/access';
import { eventProcessor } from '@portal/platform/events';
import { IdentityAccountsModule } from './accounts.module.js';
import { scheduledJob } from '@portal/platform/jobs';
import { ApiTokensHttpModule } from './api-tokens/api-tokens.module.js';
import { MailDay } from './notifications/read/mail-day.js';
import { MailApprovals } from './notifications/read/mail-approvals.js';
import { NotificationsController } from './notifications/notifications.controller.js';
import { NotificationsService } from './notifications/notifications.service.js';
import { ShowMail } from './notifications/show-mail.js';
import { PeopleHttpModule } from './people/people.module.js';
import { RecoveryHttpModule, RecoveryWorkerModule } from './recovery/recovery.module.js';
import { SecondFactorHttpModule, SecondFactorWorkerModule } from './second-factor/second-factor.module.js';
import { SessionAuthenticator } from './sessions/session-authenticator.js';
import './retention.js';
import { SessionsHttpModule } from './sessions/sessions.module.js';
import { SignInHttpModule } from './sign-in/sign-in.module.js';
import { StepUpHttpModule } from './step-up/step-up.module.js';

/** Exports for other libs, in the HTTP process and in the worker; both store mails as notifications. */
@Module({ imports: [IdentityAccountsModule], providers: [ShowMail], exports: [IdentityAccountsModule] })
export class IdentityCoreModule {}

/** A person's notifications, for the homes of other libs. */
@Module({ providers: [NotificationsService], exports: [NotificationsService] })
export class NotificationsModule {}

/** For the worker. */
@Module({
  imports: [IdentityCoreModule, RecoveryWorkerModule, SecondFactorWorkerModule],
  providers: [
    MailApprovals,
    MailDay,
    scheduledJob('identity.notify-daily', MailDay),
    eventProcessor(
      ApprovalProposed,
      'identity.mail-waiting-approval',
      MailApprovals,
      (mail, { approval_id }, context) => context.once((tx) => mail.proposed(tx, approval_id)),
    ),
    eventProcessor(ApprovalDecided, 'identity.mail-decided-approval', MailApprovals, (mail, { approval_id }, context) =>
      context.once((tx) => mail.decided(tx, approval_id)),
    ),
  ],
})
export class IdentityWorkerModule {}

/** Global, because the access guard of every route uses this lib to find out who is calling. */
@Global()
@Module({
  imports: [
    IdentityCoreModule,
    NotificationsModule,
    ApiTokensHttpModule,
    PeopleHttpModule,
    RecoveryHttpModule,
    SecondFactorHttpModule,
    SessionsHttpModule,
    SignInHttpModule,
    StepUpHttpModule,
  ],
  controllers: [NotificationsController],
  providers: [{ provide: Authenticator, useExisting: SessionAuthenticator }],
  exports: [IdentityCoreModule, SignInHttpModule, Authenticator],
})
export class IdentityModule {}
