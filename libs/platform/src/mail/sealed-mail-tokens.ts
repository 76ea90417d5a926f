import { Injectable } from '@nestjs/common';
import { SealedStore, type SealedValue } from '../crypto/sealed-store.js';
import { Database } from '../database/database.js';
import type { Tx } from '../database/tx.js';
import { mailSeal } from './mailed-token.js';

/** The encrypted tokens of unsent mails, for the rotation of key-encryption keys. */
@Injectable()
export class SealedMailTokens extends SealedStore {
  readonly name = 'platform.mail_messages.sealed_token';

  constructor(private readonly database: Database) {
    super();
  }

  async sealedByOthers(kid: string, after: string | null, limit: number): Promise<SealedValue[]> {
    const rows = await this.database.query<{ id: string; sealed_token: string }>(
      `select id, sealed_token from platform.mail_messages
       where sealed_token is not null and split_part(sealed_token, '.', 2) <> $1 and ($2::uuid is null or id > $2) order by id limit $3`,
      [kid, after, limit],
    );
    return rows.map((row) => ({ id: row.id, sealed: row.sealed_token, context: mailSeal(row.id) }));
  }

  async replace(tx: Tx, value: SealedValue, sealed: string): Promise<boolean> {
    const rows = await tx.query(
      'update platform.mail_messages set sealed_token = $2 where id = $1 and sealed_token = $3 returning 1 as replaced',
      [value.id, sealed, value.sealed],
    );
    return rows.length > 0;
  }

  countByKid(): Promise<{ kid: string; values: number }[]> {
    return this.database.query(
      `select split_part(sealed_token, '.', 2) as kid, count(*)::int as values from platform.mail_messages
       where sealed_token is not null group by 1 order by 1`,
    );
  }
}
