import { Injectable } from '@nestjs/common';
import { SealedStore, type SealedValue } from '../../crypto/sealed-store.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/transaction/tx.js';
import { sealOf } from './idempotency-keys.js';

/** The encrypted idempotency responses, for the rotation of key-encryption keys. */
@Injectable()
export class EncryptedResponses extends SealedStore {
  constructor(database: Database) {
    super(database, 'platform.idempotency_keys.body', (id) => {
      const [scope, key] = partsOf(id);
      return sealOf({ scope, key });
    });
  }

  /** Two columns identify a row. */
  override async sealedByOthers(kid: string, after: string | null, limit: number): Promise<SealedValue[]> {
    const [scope, key] = after === null ? [null, null] : partsOf(after);
    const rows = await this.database.query<{ scope: string; key: string; body: string }>(
      `select scope, key, body from platform.idempotency_keys
       where body is not null and split_part(body, '.', 2) <> $1 and ($2::text is null or (scope, key) > ($2, $3))
       order by scope, key limit $4`,
      [kid, scope, key, limit],
    );
    return rows.map((row) => ({ id: JSON.stringify([row.scope, row.key]), sealed: row.body, context: sealOf(row) }));
  }

  override async replace(tx: Tx, value: SealedValue, sealed: string): Promise<boolean> {
    return tx.matched(
      'update platform.idempotency_keys set body = $3 where scope = $1 and key = $2 and body = $4 returning 1 as replaced',
      [...partsOf(value.id), sealed, value.sealed],
    );
  }
}

function partsOf(id: string): [scope: string, key: string] {
  return JSON.parse(id) as [string, string];
}
