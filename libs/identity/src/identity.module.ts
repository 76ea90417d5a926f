import { Global, Module } from '@nestjs/common';
import { Authenticator, registerEntities } from '@portal/platform';
import { AccountMails } from './account-mails.js';
import { AttemptLimits } from './attempt-limits.js';
import { ChangePassword } from './change-password.js';
import { ChangeSecondFactor } from './change-second-factor.js';
import { ChangeStaffRole } from './change-staff-role.js';
import { ChooseMail } from './choose-mail.js';
import { CompleteExternalSignIn } from './complete-external-sign-in.js';
import { CompletePasswordReset } from './complete-password-reset.js';
import { CompleteSignIn } from './complete-sign-in.js';
import { ConfirmEmail } from './confirm-email.js';
import { ConfirmRole } from './confirm-role.js';
import { ConfirmSecondFactor } from './confirm-second-factor.js';
import { CreateApiToken } from './create-api-token.js';
import { DisablePerson } from './disable-person.js';
import { EnablePerson } from './enable-person.js';
import { PersonNotice } from './person-notice.js';
import { AccessRepository } from './persistence/access.repository.js';
import { DemoSignIn } from './demo-sign-in.js';
import { EnterAccount } from './enter-account.js';
import { EnsureDemoPersons } from './ensure-demo-persons.js';
import { ForgetExpired } from './forget-expired.js';
import { AccountController } from './http/account.controller.js';
import { AdminUsersController } from './http/admin-users.controller.js';
import { ApiTokensController } from './http/api-tokens.controller.js';
import { AuthController } from './http/auth.controller.js';
import { DemoController } from './http/demo.controller.js';
import { HostTokensController } from './http/host-tokens.controller.js';
import { NotificationsController } from './http/notifications.controller.js';
import { OidcController } from './http/oidc.controller.js';
import { OrganizationTokensController } from './http/organization-tokens.controller.js';
import { RecoveryController } from './http/recovery.controller.js';
import { RoleProposalsController } from './http/role-proposals.controller.js';
import { StepUpController } from './http/step-up.controller.js';
import { SecondFactorController } from './http/second-factor.controller.js';
import { Identity } from './identity.js';
import { ForgetExpiredJob } from './jobs/forget-expired.job.js';
import { SendAccountMailProcessor } from './jobs/send-account-mail.processor.js';
import { MarkNotificationsRead } from './mark-notifications-read.js';
import { OidcClient } from './oidc-client.js';
import { OpenSession } from './open-session.js';
import { Passwords } from './passwords.js';
import { ApiTokensRepository } from './persistence/api-tokens.repository.js';
import { AttemptsRepository } from './persistence/attempts.repository.js';
import { ExternalLoginsRepository } from './persistence/external-logins.repository.js';
import { GrantsRepository } from './persistence/grants.repository.js';
import { MailRequestsRepository } from './persistence/mail-requests.repository.js';
import { RoleProposalsRepository } from './persistence/role-proposals.repository.js';
import { NotificationsRepository } from './persistence/notifications.repository.js';
import { SealedSeeds } from './persistence/sealed-seeds.js';
import { SecondFactorsRepository } from './persistence/second-factors.repository.js';
import { SessionEntity } from './persistence/session.entity.js';
import { SessionsRepository } from './persistence/sessions.repository.js';
import { UserEntity } from './persistence/user.entity.js';
import { UsersRepository } from './persistence/users.repository.js';
import { ProposeRole } from './propose-role.js';
import { ListApiTokens } from './read/list-api-tokens.js';
import { ListRoleProposals } from './read/list-role-proposals.js';
import { ListMailChoices } from './read/list-mail-choices.js';
import { ListNotifications } from './read/list-notifications.js';
import { ListSessions } from './read/list-sessions.js';
import { ListUsers } from './read/list-users.js';
import { SecondFactorState } from './read/second-factor-state.js';
import { Reauthentication } from './reauthentication.js';
import { RecoveryCodes } from './recovery-codes.js';
import { ReplacePassword } from './replace-password.js';
import { RequestAccountMail } from './request-account-mail.js';
import { RevokeApiToken } from './revoke-api-token.js';
import { RevokeLeakedToken } from './revoke-leaked-token.js';
import { RevokeSessions } from './revoke-sessions.js';
import { RoleNotice } from './role-notice.js';
import { SecondFactorNotice } from './second-factor-notice.js';
import { SecondFactor } from './second-factor.js';
import { SendAccountMail } from './send-account-mail.js';
import { SessionAuthenticator } from './session-authenticator.js';
import { ShowMail } from './show-mail.js';
import { SignIn } from './sign-in.js';
import { SignOut } from './sign-out.js';
import { SignUp } from './sign-up.js';
import { StartExternalSignIn } from './start-external-sign-in.js';
import { StartSecondFactor } from './start-second-factor.js';
import { StepUp } from './step-up.js';
import { Totp } from './totp.js';
import { WithdrawRole } from './withdraw-role.js';

registerEntities(UserEntity, SessionEntity);

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
