import { Injectable } from '@nestjs/common';
import { SealedStore, type SealedValue } from '@portal/platform/crypto';
import { Database, type Tx } from '@portal/platform/database';
import { settingSeal } from './setting-seal.js';

/** The sealed settings of installs, for the rotation of key-encryption keys. */
@Injectable()
export class SealedSettings extends SealedStore {
  readonly name = 'installs.setting_secrets.sealed';

  constructor(private readonly database: Database) {
    super();
  }

  async sealedByOthers(kid: string, after: string | null, limit: number): Promise<SealedValue[]> {
    const rows = await this.database.query<{ install_id: string; sealed: string }>(
      `select install_id, sealed from installs.setting_secrets
       where split_part(sealed, '.', 2) <> $1 and ($2::uuid is null or install_id > $2) order by install_id limit $3`,
      [kid, after, limit],
    );
    return rows.map(({ install_id: id, sealed }) => ({ id, sealed, context: settingSeal(id) }));
  }

  async replace(tx: Tx, value: SealedValue, sealed: string): Promise<boolean> {
    const rows = await tx.query(
      'update installs.setting_secrets set sealed = $2 where install_id = $1 and sealed = $3 returning 1 as replaced',
      [value.id, sealed, value.sealed],
    );
    return rows.length > 0;
  }

  countByKid(): Promise<{ kid: string; values: number }[]> {
    return this.database.query(
      `select split_part(sealed, '.', 2) as kid, count(*)::int as values from installs.setting_secrets group by 1 order by 1`,
    );
  }
}
