import { Global, Module } from '@nestjs/common';
import { Authenticator, registerEntities } from '@portal/platform';
import { AccountMails } from './recovery/account-mails.js';
import { AttemptLimits } from './sign-in/attempt-limits.js';
import { ChangePassword } from './recovery/change-password.js';
import { ChangeSecondFactor } from './second-factor/change-second-factor.js';
import { ChangeStaffRole } from './people/change-staff-role.js';
import { ChooseMail } from './notifications/choose-mail.js';
import { CompleteExternalSignIn } from './sign-in/complete-external-sign-in.js';
import { CompletePasswordReset } from './recovery/complete-password-reset.js';
import { CompleteSignIn } from './sign-in/complete-sign-in.js';
import { ConfirmEmail } from './sign-in/confirm-email.js';
import { ConfirmRole } from './people/confirm-role.js';
import { ConfirmSecondFactor } from './second-factor/confirm-second-factor.js';
import { CreateApiToken } from './api-tokens/create-api-token.js';
import { DisablePerson } from './people/disable-person.js';
import { EnablePerson } from './people/enable-person.js';
import { PersonNotice } from './people/person-notice.js';
import { AccessRepository } from './people/access.repository.js';
import { DemoSignIn } from './sign-in/demo-sign-in.js';
import { EnterAccount } from './sign-in/enter-account.js';
import { EnsureDemoPersons } from './sign-in/ensure-demo-persons.js';
import { ForgetExpired } from './sessions/forget-expired.js';
import { AccountController } from './recovery/account.controller.js';
import { AdminUsersController } from './people/admin-users.controller.js';
import { ApiTokensController } from './api-tokens/api-tokens.controller.js';
import { AuthController } from './sign-in/auth.controller.js';
import { DemoController } from './sign-in/demo.controller.js';
import { HostTokensController } from './api-tokens/host-tokens.controller.js';
import { NotificationsController } from './notifications/notifications.controller.js';
import { OidcController } from './sign-in/oidc.controller.js';
import { OrganizationTokensController } from './api-tokens/organization-tokens.controller.js';
import { RecoveryController } from './recovery/recovery.controller.js';
import { RoleProposalsController } from './people/role-proposals.controller.js';
import { StepUpController } from './sessions/step-up.controller.js';
import { SecondFactorController } from './second-factor/second-factor.controller.js';
import { Identity } from './identity.js';
import { ForgetExpiredJob } from './sessions/forget-expired.job.js';
import { SendAccountMailProcessor } from './recovery/send-account-mail.processor.js';
import { MarkNotificationsRead } from './notifications/mark-notifications-read.js';
import { OidcClient } from './sign-in/oidc-client.js';
import { OpenSession } from './sessions/open-session.js';
import { Passwords } from './sign-in/passwords.js';
import { ApiTokensRepository } from './api-tokens/api-tokens.repository.js';
import { AttemptsRepository } from './sign-in/attempts.repository.js';
import { ExternalLoginsRepository } from './sign-in/external-logins.repository.js';
import { GrantsRepository } from './people/grants.repository.js';
import { MailRequestsRepository } from './recovery/mail-requests.repository.js';
import { RoleProposalsRepository } from './people/role-proposals.repository.js';
import { NotificationsRepository } from './notifications/notifications.repository.js';
import { SealedSeeds } from './second-factor/sealed-seeds.js';
import { SecondFactorsRepository } from './second-factor/second-factors.repository.js';
import { SessionEntity } from './sessions/session.entity.js';
import { SessionsRepository } from './sessions/sessions.repository.js';
import { EmailConfirmationEntity, RoleProposalEntity, UserEntity } from './people/user.entity.js';
import { PasswordResetEntity } from './recovery/recovery.entity.js';
import { RecoveryCodeEntity, SignInChallengeEntity, TotpFactorEntity } from './second-factor/second-factor.entity.js';
import { UsersRepository } from './people/users.repository.js';
import { ProposeRole } from './people/propose-role.js';
import { ListApiTokens } from './api-tokens/list-api-tokens.js';
import { ListRoleProposals } from './people/list-role-proposals.js';
import { ListMailChoices } from './notifications/list-mail-choices.js';
import { ListNotifications } from './notifications/list-notifications.js';
import { ListSessions } from './sessions/list-sessions.js';
import { ListUsers } from './people/list-users.js';
import { SecondFactorState } from './second-factor/second-factor-state.js';
import { Reauthentication } from './sessions/reauthentication.js';
import { RecoveryCodes } from './second-factor/recovery-codes.js';
import { ReplacePassword } from './recovery/replace-password.js';
import { RequestAccountMail } from './recovery/request-account-mail.js';
import { RevokeApiToken } from './api-tokens/revoke-api-token.js';
import { RevokeLeakedToken } from './api-tokens/revoke-leaked-token.js';
import { RevokeSessions } from './sessions/revoke-sessions.js';
import { RoleNotice } from './people/role-notice.js';
import { SecondFactorNotice } from './second-factor/second-factor-notice.js';
import { SecondFactor } from './second-factor/second-factor.js';
import { SendAccountMail } from './recovery/send-account-mail.js';
import { SessionAuthenticator } from './sessions/session-authenticator.js';
import { ShowMail } from './notifications/show-mail.js';
import { SignIn } from './sign-in/sign-in.js';
import { SignOut } from './sessions/sign-out.js';
import { SignUp } from './sign-in/sign-up.js';
import { StartExternalSignIn } from './sign-in/start-external-sign-in.js';
import { StartSecondFactor } from './second-factor/start-second-factor.js';
import { StepUp } from './sessions/step-up.js';
import { Totp } from './second-factor/totp.js';
import { WithdrawRole } from './people/withdraw-role.js';

registerEntities(
  EmailConfirmationEntity,
  PasswordResetEntity,
  RecoveryCodeEntity,
  RoleProposalEntity,
  SessionEntity,
  SignInChallengeEntity,
  TotpFactorEntity,
  UserEntity,
);

/** What other features need of identity, in the HTTP process and in the worker alike. */
@Module({
  providers: [
    UsersRepository,
    GrantsRepository,
    SessionsRepository,
    NotificationsRepository,
    Identity,
    EnsureDemoPersons,
    ShowMail,
  ],
  exports: [
    UsersRepository,
    GrantsRepository,
    SessionsRepository,
    NotificationsRepository,
    Identity,
    EnsureDemoPersons,
  ],
})
export class IdentityCoreModule {}

/** What runs in the background. */
@Module({
  imports: [IdentityCoreModule],
  providers: [
    AccountMails,
    ForgetExpired,
    ForgetExpiredJob,
    MailRequestsRepository,
    SendAccountMail,
    SendAccountMailProcessor,
    SealedSeeds,
  ],
})
export class IdentityWorkerModule {}

/** Global, because the access guard of every route asks this feature who is calling. */
@Global()
@Module({
  imports: [IdentityCoreModule],
  controllers: [
    AuthController,
    OidcController,
    RecoveryController,
    AccountController,
    SecondFactorController,
    StepUpController,
    DemoController,
    ApiTokensController,
    NotificationsController,
    OrganizationTokensController,
    HostTokensController,
    AdminUsersController,
    RoleProposalsController,
  ],
  providers: [
    AccessRepository,
    AccountMails,
    ApiTokensRepository,
    AttemptLimits,
    AttemptsRepository,
    ChangePassword,
    ChangeSecondFactor,
    ChangeStaffRole,
    ChooseMail,
    CompleteExternalSignIn,
    CompletePasswordReset,
    CompleteSignIn,
    ConfirmEmail,
    ConfirmRole,
    ConfirmSecondFactor,
    CreateApiToken,
    DemoSignIn,
    DisablePerson,
    EnablePerson,
    EnterAccount,
    ExternalLoginsRepository,
    ListApiTokens,
    ListRoleProposals,
    ListMailChoices,
    ListNotifications,
    ListSessions,
    ListUsers,
    MailRequestsRepository,
    MarkNotificationsRead,
    OidcClient,
    OpenSession,
    Passwords,
    PersonNotice,
    ProposeRole,
    Reauthentication,
    RecoveryCodes,
    ReplacePassword,
    RequestAccountMail,
    RevokeApiToken,
    RevokeLeakedToken,
    RevokeSessions,
    RoleNotice,
    RoleProposalsRepository,
    SecondFactor,
    SecondFactorNotice,
    SecondFactorState,
    SecondFactorsRepository,
    SessionAuthenticator,
    SignIn,
    SignOut,
    SignUp,
    StartExternalSignIn,
    StartSecondFactor,
    StepUp,
    Totp,
    WithdrawRole,
    { provide: Authenticator, useExisting: SessionAuthenticator },
  ],
  exports: [IdentityCoreModule, Authenticator],
})
export class IdentityModule {}
