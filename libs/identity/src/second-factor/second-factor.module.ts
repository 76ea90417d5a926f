import { Module } from '@nestjs/common';
import { sealedStore } from '@portal/platform/crypto';
import { IdentityAccountsModule } from '../accounts.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { FactorRemovalsModule } from '../factor-removals/factor-removals.module.js';
import { CheckCode } from './check-code.js';
import { SecondFactorNotice } from './second-factor-notice.js';
import { SecondFactorController } from './second-factor.controller.js';
import { SecondFactor, seedContext } from './second-factor.js';
import { SecondFactorService } from './second-factor.service.js';
import { Totp } from './totp.js';

/** Codes from an authenticator app, and recovery codes. */
@Module({
  imports: [IdentityAccountsModule, CredentialsModule, FactorRemovalsModule],
  controllers: [SecondFactorController],
  providers: [CheckCode, SecondFactor, SecondFactorNotice, SecondFactorService, Totp],
  exports: [CheckCode],
})
export class SecondFactorHttpModule {}

/** The encrypted seeds, for the rotation of key-encryption keys. */
@Module({
  providers: [sealedStore('identity.totp_factors.seed', seedContext, 'user_id')],
})
export class SecondFactorWorkerModule {}
