import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { FactorRemovalsModule } from '../factor-removals/factor-removals.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { PeopleModule } from '../people/people.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ChangeSecondFactor } from './change-second-factor.js';
import { ConfirmSecondFactor } from './confirm-second-factor.js';
import { RecoveryCodes } from './recovery-codes.js';
import { SealedSeeds } from './sealed-seeds.js';
import { SecondFactorNotice } from './second-factor-notice.js';
import { SecondFactorState } from './second-factor-state.js';
import { SecondFactorController } from './second-factor.controller.js';
import { SecondFactor } from './second-factor.js';
import { SecondFactorsModule } from './second-factors.module.js';
import { StartSecondFactor } from './start-second-factor.js';
import { Totp } from './totp.js';

/** Codes from an authenticator app, and recovery codes. */
@Module({
  imports: [
    CredentialsModule,
    FactorRemovalsModule,
    NotificationsModule,
    PeopleModule,
    SecondFactorsModule,
    SessionsModule,
  ],
  controllers: [SecondFactorController],
  providers: [
    ChangeSecondFactor,
    ConfirmSecondFactor,
    RecoveryCodes,
    SecondFactor,
    SecondFactorNotice,
    SecondFactorState,
    StartSecondFactor,
    Totp,
  ],
  exports: [SecondFactor, SecondFactorsModule],
})
export class SecondFactorHttpModule {}

/** The encrypted seeds, for the rotation of key-encryption keys. */
@Module({
  providers: [SealedSeeds],
})
export class SecondFactorWorkerModule {}
