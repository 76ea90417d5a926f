import { Injectable } from '@nestjs/common';
import { SealedStore, type SealedValue } from '@portal/platform/crypto';
import { Database, type Tx } from '@portal/platform/database';
import { tokenSeal } from './token-seal.js';

/** The sealed tokens of installs, for the rotation of key-encryption keys. */
@Injectable()
export class SealedTokens extends SealedStore {
  readonly name = 'installs.installs.scoped_token';

  constructor(private readonly database: Database) {
    super();
  }

  async sealedByOthers(kid: string, after: string | null, limit: number): Promise<SealedValue[]> {
    const rows = await this.database.query<{ id: string; scoped_token: string }>(
      `select id, scoped_token from installs.installs
       where scoped_token is not null and split_part(scoped_token, '.', 2) <> $1 and ($2::uuid is null or id > $2) order by id limit $3`,
      [kid, after, limit],
    );
    return rows.map(({ id, scoped_token: sealed }) => ({ id, sealed, context: tokenSeal(id) }));
  }

  async replace(tx: Tx, value: SealedValue, sealed: string): Promise<boolean> {
    const rows = await tx.query(
      'update installs.installs set scoped_token = $2 where id = $1 and scoped_token = $3 returning 1 as replaced',
      [value.id, sealed, value.sealed],
    );
    return rows.length > 0;
  }

  countByKid(): Promise<{ kid: string; values: number }[]> {
    return this.database.query(
      `select split_part(scoped_token, '.', 2) as kid, count(*)::int as values from installs.installs where scoped_token is not null group by 1 order by 1`,
    );
  }
}
