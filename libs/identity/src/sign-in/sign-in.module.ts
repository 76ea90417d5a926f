import { Module } from '@nestjs/common';
import { IdentityAccountsModule } from '../accounts.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { RecoveryHttpModule } from '../recovery/recovery.module.js';
import { SecondFactorHttpModule } from '../second-factor/second-factor.module.js';
import { SessionsHttpModule } from '../sessions/sessions.module.js';
import { AdminLinkController } from './admin-link.controller.js';
import { AuthController } from './auth.controller.js';
import { SessionController } from './session.controller.js';
import { CompleteExternalSignIn } from './complete-external-sign-in.js';
import { CompleteSignIn } from './complete-sign-in.js';
import { ConfirmEmail } from './confirm-email.js';
import { DemoController } from './demo.controller.js';
import { DemoPersons } from './demo-persons.js';
import { EnterAccount } from './enter-account.js';
import { OidcClient } from './oidc-client.js';
import { OidcController } from './oidc.controller.js';
import { OpenAccount } from './open-account.js';
import { SignIn } from './sign-in.js';
import { SignUp } from './sign-up.js';
import { UseStaffLink } from './use-staff-link.js';

/** Sign-up and sign-in by password, single sign-on or as a demo person. */
@Module({
  imports: [IdentityAccountsModule, CredentialsModule, RecoveryHttpModule, SecondFactorHttpModule, SessionsHttpModule],
  controllers: [AdminLinkController, AuthController, DemoController, OidcController, SessionController],
  providers: [
    CompleteExternalSignIn,
    CompleteSignIn,
    ConfirmEmail,
    DemoPersons,
    EnterAccount,
    OidcClient,
    OpenAccount,
    SignIn,
    SignUp,
    UseStaffLink,
  ],
  exports: [DemoPersons],
})
export class SignInHttpModule {}
