import { Injectable } from '@nestjs/common';
import { SealedStore, type SealContext } from '@portal/platform/crypto';

/** Where the token of an install is sealed to. */
export function tokenSeal(installId: string): SealContext {
  return { table: 'installs.installs', rowId: installId, purpose: 'scoped_token' };
}

/** The sealed tokens of installs, for the rotation of key-encryption keys. */
@Injectable()
export class SealedTokens extends SealedStore {
  readonly name = 'installs.installs.scoped_token';
  protected readonly contextOf = tokenSeal;
}
