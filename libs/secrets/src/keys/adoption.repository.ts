import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@portal/platform/database';
import type { ReminderHours } from './domain/rotation.js';
import type { KeyScope } from './key-view.js';

/** The key under which a call of an install was last accepted. */
interface InstallUse {
  readonly installId: string;
  readonly keyId: string;
  readonly scope: KeyScope;
  readonly version: number;
  /** To the minute. */
  readonly lastUsedAt: Date;
}

/** Key use per install (`secrets.install_uses`) and sent reminders (`secrets.key_reminders`). */
@Injectable()
export class AdoptionRepository {
  constructor(private readonly database: Database) {}

  /**
   * Records all uses with one statement, in a fixed order so that processes cannot deadlock. A use recorded within the
   * last minute is kept.
   */
  async noteInstalls(
    uses: readonly { installId: string; keyId: string; driveId: string }[],
    q: Pick<Tx, 'query'> = this.database,
  ): Promise<void> {
    await q.query(
      `insert into secrets.install_uses as u (install_id, key_id, drive_id, first_used_at, last_used_at)
       select distinct on (x.install_id, x.key_id) x.install_id, x.key_id, x.drive_id, n.now, n.now
       from (select platform.portal_now() as now) n, unnest($1::uuid[], $2::uuid[], $3::uuid[]) as x(install_id, key_id, drive_id)
       where not exists (select from secrets.install_uses b where b.install_id = x.install_id and b.key_id = x.key_id
         and b.last_used_at >= n.now - interval '1 minute')
       order by x.install_id, x.key_id
       on conflict (install_id, key_id) do update set last_used_at = excluded.last_used_at
         where u.last_used_at < excluded.last_used_at - interval '1 minute'`,
      [uses.map((one) => one.installId), uses.map((one) => one.keyId), uses.map((one) => one.driveId)],
    );
  }

  /** The last use of every install that a Drive has ever had. */
  async ofDrive(driveId: string): Promise<InstallUse[]> {
    return this.database.query<InstallUse>(
      `select distinct on (u.install_id) u.install_id as "installId", u.key_id as "keyId", k.scope, k.version, u.last_used_at as "lastUsedAt"
       from secrets.install_uses u join secrets.signing_keys k on k.id = u.key_id
       where u.drive_id = $1 order by u.install_id, u.last_used_at desc, k.version desc`,
      [driveId],
    );
  }

  /** Rings with a key that ends within `hours` by business time. */
  async endingWithin(hours: number): Promise<{ scope: KeyScope; ownerId: string }[]> {
    return this.database.query(
      `select distinct k.scope, k.owner_id as "ownerId" from secrets.signing_keys k, (select platform.portal_now() as now) n
       where k.revoked_at is null and k.not_after > n.now and k.not_after <= n.now + $1 * interval '1 hour'`,
      [hours],
    );
  }

  /** Records a reminder; false when it was sent before. */
  noteReminder(tx: Tx, keyId: string, hours: ReminderHours): Promise<boolean> {
    return tx.matched(
      'insert into secrets.key_reminders (key_id, hours, sent_at) values ($1, $2, $3) on conflict do nothing returning 1 as noted',
      [keyId, hours, tx.now],
    );
  }
}
