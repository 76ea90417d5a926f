import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { IdentityAccountsModule } from '../accounts.module.js';
import { SecondFactorHttpModule } from '../second-factor/second-factor.module.js';
import { SessionsHttpModule } from '../sessions/sessions.module.js';
import { Reauthentication } from './reauthentication.js';
import { StepUpController } from './step-up.controller.js';
import { StepUp } from './step-up.js';

/** Recent confirmation of identity, required for secrets, money and the acts of staff. */
@Module({
  imports: [IdentityAccountsModule, CredentialsModule, SecondFactorHttpModule, SessionsHttpModule],
  controllers: [StepUpController],
  providers: [Reauthentication, StepUp],
})
export class StepUpHttpModule {}
