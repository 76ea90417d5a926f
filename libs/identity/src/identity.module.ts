import { Global, Module } from '@nestjs/common';
import { Authenticator, registerEntities } from '@portal/platform';
import { AttemptLimits } from './attempt-limits.js';
import { ChangeStaffRole } from './change-staff-role.js';
import { ConfirmEmail } from './confirm-email.js';
import { CreateApiToken } from './create-api-token.js';
import { DemoSignIn } from './demo-sign-in.js';
import { EnsureDemoPersons } from './ensure-demo-persons.js';
import { AdminUsersController } from './http/admin-users.controller.js';
import { ApiTokensController } from './http/api-tokens.controller.js';
import { AuthController } from './http/auth.controller.js';
import { DemoController } from './http/demo.controller.js';
import { Identity } from './identity.js';
import { OpenSession } from './open-session.js';
import { Passwords } from './passwords.js';
import { ApiTokensRepository } from './persistence/api-tokens.repository.js';
import { GrantsRepository } from './persistence/grants.repository.js';
import { SessionEntity } from './persistence/session.entity.js';
import { SessionsRepository } from './persistence/sessions.repository.js';
import { UserEntity } from './persistence/user.entity.js';
import { UsersRepository } from './persistence/users.repository.js';
import { ListApiTokens } from './read/list-api-tokens.js';
import { ListUsers } from './read/list-users.js';
import { RevokeApiToken } from './revoke-api-token.js';
import { SessionAuthenticator } from './session-authenticator.js';
import { SignIn } from './sign-in.js';
import { SignOut } from './sign-out.js';
import { SignUpParts } from './sign-up-parts.js';
import { SignUp } from './sign-up.js';

registerEntities(UserEntity, SessionEntity);

/** What other features need of identity, in the HTTP process and in the worker alike. */
@Module({
  providers: [UsersRepository, GrantsRepository, Identity, EnsureDemoPersons],
  exports: [UsersRepository, GrantsRepository, Identity, EnsureDemoPersons],
})
export class IdentityCoreModule {}

/** Global, because the access guard of every route asks this feature who is calling. */
@Global()
@Module({
  imports: [IdentityCoreModule],
  controllers: [AuthController, DemoController, ApiTokensController, AdminUsersController],
  providers: [
    ApiTokensRepository,
    AttemptLimits,
    ChangeStaffRole,
    ConfirmEmail,
    CreateApiToken,
    DemoSignIn,
    ListApiTokens,
    ListUsers,
    OpenSession,
    Passwords,
    RevokeApiToken,
    SessionAuthenticator,
    SessionsRepository,
    SignIn,
    SignOut,
    SignUp,
    SignUpParts,
    { provide: Authenticator, useExisting: SessionAuthenticator },
  ],
  exports: [IdentityCoreModule, Authenticator],
})
export class IdentityModule {}
