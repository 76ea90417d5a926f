import { Injectable } from '@nestjs/common';
import { SealedStore } from '@portal/platform/crypto';
import { Database } from '@portal/platform/database';
import { tokenSeal } from './token-seal.js';

/** The sealed tokens of installs, for the rotation of key-encryption keys. */
@Injectable()
export class SealedTokens extends SealedStore {
  readonly name = 'installs.installs.scoped_token';
  protected readonly contextOf = tokenSeal;

  constructor(database: Database) {
    super(database);
  }
}
