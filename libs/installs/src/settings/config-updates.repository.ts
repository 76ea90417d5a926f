import { Injectable } from '@nestjs/common';
import type { JsonObject } from '@portal/contract';
import type { Tx } from '@portal/platform/database';
import { InstallNeedsAttention } from '../events.js';
import { IS_CALLED } from '../install/called-sql.js';
import { ConfigUpdateEntity } from './settings.entity.js';

/** An update that a worker claimed and did not send, because it died, is due again after this time. */
const CLAIM = "interval '1 minute'";
/** Seconds until the next attempt: doubled from half a minute on, at most six hours. */
const BACKOFF = "least(30 * 2 ^ least(attempts, 12), 21600) * interval '1 second'";

/** Failures of one version after which its operator and author are notified: a little more than a day. */
const ATTENTION_AFTER = 14;

/** A version of settings that is to be sent to a Drive. */
export interface DueUpdate {
  installId: string;
  driveId: string;
}

/** Settings on their way to Drives. Only the newest version of an install is ever sent. */
@Injectable()
export class ConfigUpdatesRepository {
  /** This version is due to be sent, at once. */
  async enqueue(tx: Tx, installId: string, settingsVersion: number): Promise<void> {
    await tx.query(
      `insert into installs.config_updates (install_id, settings_version, next_try_at) values ($1, $2, $3)
       on conflict (install_id) do update set settings_version = excluded.settings_version, attempts = 0,
         next_try_at = excluded.next_try_at, failure = null, confirmed_at = null`,
      [installId, settingsVersion, tx.now],
    );
  }

  /**
   * Claims up to `limit` updates that are due, of installs that are called now; other workers skip them for a minute.
   * Those of Drives in `resting` wait.
   */
  async claim(tx: Tx, limit: number, resting: readonly string[]): Promise<DueUpdate[]> {
    return tx.query(
      `with due as materialized (
         select u.install_id, i.drive_id from installs.config_updates u join installs.installs i on i.id = u.install_id
         where u.next_try_at <= (select platform.portal_now()) and i.drive_id <> all($2::uuid[]) and ${IS_CALLED}
         order by u.next_try_at, u.install_id limit $1 for update of u skip locked)
       update installs.config_updates u set next_try_at = platform.portal_now() + ${CLAIM} from due where u.install_id = due.install_id
       returning u.install_id as "installId", due.drive_id as "driveId"`,
      [limit, resting],
    );
  }

  async find(tx: Tx, installId: string): Promise<ConfigUpdateEntity | null> {
    return tx.manager.findOneBy(ConfigUpdateEntity, { installId });
  }

  /** Records the confirmation, unless a newer version is to be sent. */
  async confirm(tx: Tx, installId: string, settingsVersion: number): Promise<void> {
    await tx.query(
      `update installs.config_updates set attempts = attempts + 1, next_try_at = null, failure = null, confirmed_at = $3
       where install_id = $1 and settings_version = $2`,
      [installId, settingsVersion, tx.now],
    );
  }

  /** Retried later, and reported once after a day; does nothing when a newer version is due. */
  async fail(tx: Tx, installId: string, settingsVersion: number, failure: string): Promise<void> {
    const [failed] = await tx.query<{ attempts: number }>(
      `update installs.config_updates set attempts = attempts + 1, next_try_at = $4::timestamptz + ${BACKOFF}, failure = $3
       where install_id = $1 and settings_version = $2 and confirmed_at is null returning attempts`,
      [installId, settingsVersion, failure.slice(0, 500), tx.now],
    );
    if (failed?.attempts === ATTENTION_AFTER)
      await tx.emit(InstallNeedsAttention, { install_id: installId, why: 'settings_not_confirmed' });
  }

  /** New versions of settings, with defaults for fields that had no value, and their updates where the Drive is notified. */
  async carryAll(
    tx: Tx,
    installIds: readonly string[],
    to: { revisionId: string; defaults: JsonObject; notify: boolean },
  ): Promise<void> {
    await tx.query(
      `with carried as (
         update installs.installs set settings_version = settings_version + 1, config = $3::jsonb || config
         where id = any($1::uuid[]) and ($4 or not config ?& $5::text[]) returning id, settings_version, config),
       kept as (
         insert into installs.settings (install_id, version, revision_id, config, secrets, changed_at)
         select c.id, c.settings_version, $2, c.config, s.secrets, $6::timestamptz
         from carried c join installs.settings s on s.install_id = c.id and s.version = c.settings_version - 1)
       insert into installs.config_updates (install_id, settings_version, next_try_at) select id, settings_version, $6 from carried where $4
       on conflict (install_id) do update set settings_version = excluded.settings_version, attempts = 0,
         next_try_at = excluded.next_try_at, failure = null, confirmed_at = null`,
      [installIds, to.revisionId, JSON.stringify(to.defaults), to.notify, Object.keys(to.defaults), tx.now],
    );
  }

  /** The version that the install runs takes no settings: nothing is to be sent. */
  async drop(tx: Tx, installId: string): Promise<void> {
    await tx.manager.delete(ConfigUpdateEntity, { installId });
  }
}
