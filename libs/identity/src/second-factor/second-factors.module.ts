import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RecoveryCodeEntity, SignInChallengeEntity, TotpFactorEntity } from './second-factor.entity.js';
import { SecondFactorsRepository } from './second-factors.repository.js';

/** Stored second factors. */
@Module({
  imports: [TypeOrmModule.forFeature([RecoveryCodeEntity, SignInChallengeEntity, TotpFactorEntity])],
  providers: [SecondFactorsRepository],
  exports: [SecondFactorsRepository],
})
export class SecondFactorsModule {}
