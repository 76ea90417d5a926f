import { Module } from '@nestjs/common';
import { eventProcessor } from '@portal/platform/events';
import { IdentityAccountsModule } from '../accounts.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { AccountMailRequested } from '../events.js';
import { FactorRemovalsModule } from '../factor-removals/factor-removals.module.js';
import { SessionsHttpModule } from '../sessions/sessions.module.js';
import { AccountMailRequests } from './account-mail-requests.js';
import { AccountController } from './account.controller.js';
import { ChangePassword } from './change-password.js';
import { CompletePasswordReset } from './complete-password-reset.js';
import { RecoveryController } from './recovery.controller.js';
import { ReplacePassword } from './replace-password.js';
import { SendAccountMail } from './send-account-mail.js';

/** Password reset and change, and the owner's view of the account. */
@Module({
  imports: [IdentityAccountsModule, CredentialsModule, FactorRemovalsModule, SessionsHttpModule],
  controllers: [AccountController, RecoveryController],
  providers: [AccountMailRequests, ChangePassword, CompletePasswordReset, ReplacePassword],
  exports: [AccountMailRequests],
})
export class RecoveryHttpModule {}

/** Sends mails to account owners. */
@Module({
  imports: [IdentityAccountsModule, CredentialsModule],
  providers: [
    SendAccountMail,
    eventProcessor(
      AccountMailRequested,
      'identity.send-account-mail',
      SendAccountMail,
      (send, { request_id }, context) => context.once((tx) => send.execute(tx, request_id)),
    ),
  ],
})
export class RecoveryWorkerModule {}
