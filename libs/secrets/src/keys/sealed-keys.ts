import { Injectable } from '@nestjs/common';
import { SealedStore, type SealedValue } from '@portal/platform/crypto';
import { Database, type Tx } from '@portal/platform/database';
import { sealContext } from './make-key.js';

/** The encrypted signing keys, for the rotation of key-encryption keys. */
@Injectable()
export class SealedKeys extends SealedStore {
  readonly name = 'secrets.signing_keys.sealed';

  constructor(private readonly database: Database) {
    super();
  }

  async sealedByOthers(kid: string, after: string | null, limit: number): Promise<SealedValue[]> {
    const rows = await this.database.query<{ id: string; sealed: string }>(
      `select id, sealed from secrets.signing_keys where split_part(sealed, '.', 2) <> $1 and ($2::uuid is null or id > $2) order by id limit $3`,
      [kid, after, limit],
    );
    return rows.map(({ id, sealed }) => ({ id, sealed, context: sealContext(id) }));
  }

  async replace(tx: Tx, value: SealedValue, sealed: string): Promise<boolean> {
    const rows = await tx.query(
      'update secrets.signing_keys set sealed = $2 where id = $1 and sealed = $3 returning 1 as replaced',
      [value.id, sealed, value.sealed],
    );
    return rows.length > 0;
  }

  countByKid(): Promise<{ kid: string; values: number }[]> {
    return this.database.query(
      `select split_part(sealed, '.', 2) as kid, count(*)::int as values from secrets.signing_keys group by 1 order by 1`,
    );
  }
}
