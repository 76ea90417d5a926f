import type { SealContext } from '@portal/platform/crypto';

/** Where the token of an install is sealed to. */
export function tokenSeal(installId: string): SealContext {
  return { table: 'installs.installs', rowId: installId, purpose: 'scoped_token' };
}
