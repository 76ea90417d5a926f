import { Injectable } from '@nestjs/common';
import { SealedStore, type SealedValue } from '@portal/platform/crypto';
import { Database, type Tx } from '@portal/platform/database';
import { webhookSeal } from '../webhook-seal.js';

/** The encrypted secrets of webhooks, for the rotation of key-encryption keys. */
@Injectable()
export class SealedWebhookSecrets extends SealedStore {
  readonly name = 'webhooks.secrets.sealed';

  constructor(private readonly database: Database) {
    super();
  }

  async sealedByOthers(kid: string, after: string | null, limit: number): Promise<SealedValue[]> {
    const rows = await this.database.query<{ id: string; sealed: string }>(
      `select id, sealed from webhooks.secrets where split_part(sealed, '.', 2) <> $1 and ($2::uuid is null or id > $2) order by id limit $3`,
      [kid, after, limit],
    );
    return rows.map(({ id, sealed }) => ({ id, sealed, context: webhookSeal(id) }));
  }

  async replace(tx: Tx, value: SealedValue, sealed: string): Promise<boolean> {
    const rows = await tx.query(
      'update webhooks.secrets set sealed = $2 where id = $1 and sealed = $3 returning 1 as replaced',
      [value.id, sealed, value.sealed],
    );
    return rows.length > 0;
  }

  countByKid(): Promise<{ kid: string; values: number }[]> {
    return this.database.query(
      `select split_part(sealed, '.', 2) as kid, count(*)::int as values from webhooks.secrets group by 1 order by 1`,
    );
  }
}
