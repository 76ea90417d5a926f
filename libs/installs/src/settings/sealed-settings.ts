import { Injectable } from '@nestjs/common';
import { SealedStore, type SealContext } from '@portal/platform/crypto';

/** Where the secrets among the settings of an install are sealed to. */
export function settingSeal(installId: string): SealContext {
  return { table: 'installs.setting_secrets', rowId: installId, purpose: 'settings' };
}

/** The sealed settings of installs, for the rotation of key-encryption keys. */
@Injectable()
export class SealedSettings extends SealedStore {
  readonly name = 'installs.setting_secrets.sealed';
  protected override readonly key = 'install_id';
  protected readonly contextOf = settingSeal;
}
