import { Injectable } from '@nestjs/common';
import { SealedStore } from '@portal/platform/crypto';
import { sealContext } from './make-key.js';

/** The encrypted signing keys, for the rotation of key-encryption keys. */
@Injectable()
export class SealedKeys extends SealedStore {
  readonly name = 'secrets.signing_keys.sealed';
  protected readonly contextOf = sealContext;
}
