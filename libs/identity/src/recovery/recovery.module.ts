import { Module } from '@nestjs/common';
import { ApiTokensHttpModule } from '../api-tokens/api-tokens.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { PeopleModule } from '../people/people.module.js';
import { SecondFactorHttpModule } from '../second-factor/second-factor.module.js';
import { SessionsHttpModule, SessionsModule } from '../sessions/sessions.module.js';
import { AccountController } from './account.controller.js';
import { ChangePassword } from './change-password.js';
import { CompletePasswordReset } from './complete-password-reset.js';
import { EndAccess } from './end-access.js';
import { MailRequestsRepository } from './mail-requests.repository.js';
import { RecoveryController } from './recovery.controller.js';
import { ReplacePassword } from './replace-password.js';
import { RequestAccountMail } from './request-account-mail.js';
import { WarnOwner } from './warn-owner.js';
import { SendAccountMail } from './send-account-mail.js';
import { SendAccountMailProcessor } from './send-account-mail.processor.js';

/** Requested mails that are not sent yet. */
@Module({
  providers: [MailRequestsRepository],
  exports: [MailRequestsRepository],
})
class RecoveryModule {}

/** Password reset and change, and the owner's view of the account. */
@Module({
  imports: [
    ApiTokensHttpModule,
    CredentialsModule,
    NotificationsModule,
    PeopleModule,
    RecoveryModule,
    SecondFactorHttpModule,
    SessionsModule,
    SessionsHttpModule,
  ],
  controllers: [AccountController, RecoveryController],
  providers: [ChangePassword, CompletePasswordReset, EndAccess, ReplacePassword, RequestAccountMail, WarnOwner],
  exports: [RequestAccountMail, WarnOwner],
})
export class RecoveryHttpModule {}

/** Sends mails to account owners. */
@Module({
  imports: [CredentialsModule, NotificationsModule, PeopleModule, RecoveryModule],
  providers: [SendAccountMail, SendAccountMailProcessor],
})
export class RecoveryWorkerModule {}
