import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { PeopleModule } from '../people/people.module.js';
import { RecoveryHttpModule } from '../recovery/recovery.module.js';
import { SecondFactorHttpModule } from '../second-factor/second-factor.module.js';
import { SessionsHttpModule } from '../sessions/sessions.module.js';
import { AuthController } from './auth.controller.js';
import { CompleteExternalSignIn } from './complete-external-sign-in.js';
import { CompleteSignIn } from './complete-sign-in.js';
import { ConfirmEmail } from './confirm-email.js';
import { DemoSignIn } from './demo-sign-in.js';
import { DemoController } from './demo.controller.js';
import { EnsureDemoPersons } from './ensure-demo-persons.js';
import { EnterAccount } from './enter-account.js';
import { ExternalLoginsRepository } from './external-logins.repository.js';
import { OidcClient } from './oidc-client.js';
import { OidcController } from './oidc.controller.js';
import { OpenAccount } from './open-account.js';
import { SignIn } from './sign-in.js';
import { SignUp } from './sign-up.js';
import { StartExternalSignIn } from './start-external-sign-in.js';

/** Sign-up and sign-in by password, single sign-on or as a demo person. */
@Module({
  imports: [
    CredentialsModule,
    NotificationsModule,
    PeopleModule,
    RecoveryHttpModule,
    SecondFactorHttpModule,
    SessionsHttpModule,
  ],
  controllers: [AuthController, DemoController, OidcController],
  providers: [
    CompleteExternalSignIn,
    CompleteSignIn,
    ConfirmEmail,
    DemoSignIn,
    EnsureDemoPersons,
    EnterAccount,
    ExternalLoginsRepository,
    OidcClient,
    OpenAccount,
    SignIn,
    SignUp,
    StartExternalSignIn,
  ],
  exports: [EnsureDemoPersons],
})
export class SignInHttpModule {}
