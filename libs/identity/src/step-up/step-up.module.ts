import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { PeopleModule } from '../people/people.module.js';
import { SecondFactorHttpModule } from '../second-factor/second-factor.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { Reauthentication } from './reauthentication.js';
import { StepUpController } from './step-up.controller.js';
import { StepUp } from './step-up.js';

/** Recent confirmation of identity, required for secrets and money. */
@Module({
  imports: [CredentialsModule, PeopleModule, SecondFactorHttpModule, SessionsModule],
  controllers: [StepUpController],
  providers: [Reauthentication, StepUp],
})
export class StepUpHttpModule {}
