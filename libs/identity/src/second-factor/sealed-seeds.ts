import { Injectable } from '@nestjs/common';
import { SealedStore } from '@portal/platform/crypto';
import { seedContext } from './second-factor.js';

/** The encrypted seeds of second factors, for the rotation of key-encryption keys. */
@Injectable()
export class SealedSeeds extends SealedStore {
  readonly name = 'identity.totp_factors.seed';
  protected override readonly key = 'user_id';
  protected readonly contextOf = seedContext;
}
