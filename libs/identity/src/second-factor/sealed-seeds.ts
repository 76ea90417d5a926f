import { Injectable } from '@nestjs/common';
import { SealedStore, type SealedValue } from '@portal/platform/crypto';
import { Database, type Tx } from '@portal/platform/database';
import { seedContext } from './second-factor.js';

/** The encrypted seeds of second factors, for the rotation of key-encryption keys. */
@Injectable()
export class SealedSeeds extends SealedStore {
  readonly name = 'identity.totp_factors.seed';

  constructor(private readonly database: Database) {
    super();
  }

  async sealedByOthers(kid: string, after: string | null, limit: number): Promise<SealedValue[]> {
    const rows = await this.database.query<{ user_id: string; seed: string }>(
      `select user_id, seed from identity.totp_factors
       where split_part(seed, '.', 2) <> $1 and ($2::uuid is null or user_id > $2) order by user_id limit $3`,
      [kid, after, limit],
    );
    return rows.map((row) => ({ id: row.user_id, sealed: row.seed, context: seedContext(row.user_id) }));
  }

  async replace(tx: Tx, value: SealedValue, sealed: string): Promise<boolean> {
    const rows = await tx.query(
      'update identity.totp_factors set seed = $2 where user_id = $1 and seed = $3 returning 1 as replaced',
      [value.id, sealed, value.sealed],
    );
    return rows.length > 0;
  }

  countByKid(): Promise<{ kid: string; values: number }[]> {
    return this.database.query(
      `select split_part(seed, '.', 2) as kid, count(*)::int as values from identity.totp_factors group by 1 order by 1`,
    );
  }
}
