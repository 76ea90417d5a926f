import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CredentialsModule } from '../credentials/credentials.module.js';
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
import { SecondFactorsRepository } from './second-factors.repository.js';
import { StartSecondFactor } from './start-second-factor.js';
import { Totp } from './totp.js';
import { RecoveryCodeEntity, SignInChallengeEntity, TotpFactorEntity } from './second-factor.entity.js';

/** Codes of an app, and recovery codes. */
@Module({
  imports: [
    TypeOrmModule.forFeature([RecoveryCodeEntity, SignInChallengeEntity, TotpFactorEntity]),
    CredentialsModule,
    NotificationsModule,
    PeopleModule,
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
    SecondFactorsRepository,
    StartSecondFactor,
    Totp,
  ],
  exports: [SecondFactor, SecondFactorsRepository],
})
export class SecondFactorHttpModule {}

/** Sealed seeds, for the rotation of keys. */
@Module({
  providers: [SealedSeeds],
})
export class SecondFactorWorkerModule {}
