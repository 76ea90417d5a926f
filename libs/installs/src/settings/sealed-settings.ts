import { Injectable } from '@nestjs/common';
import { SealedStore } from '@portal/platform/crypto';
import { Database } from '@portal/platform/database';
import { settingSeal } from './setting-seal.js';

/** The sealed settings of installs, for the rotation of key-encryption keys. */
@Injectable()
export class SealedSettings extends SealedStore {
  readonly name = 'installs.setting_secrets.sealed';
  protected override readonly key = 'install_id';
  protected readonly contextOf = settingSeal;

  constructor(database: Database) {
    super(database);
  }
}
