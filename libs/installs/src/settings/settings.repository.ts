import { Injectable } from '@nestjs/common';
import type { JsonObject } from '@portal/contract';
import type { Tx } from '@portal/platform/database';

/** Settings of installs as rows; the newest version is also on the install. */
@Injectable()
export class SettingsRepository {
  /**
   * Automatically upgraded installs get the settings that their new version begins with: theirs, and defaults
   * for fields that had no value. A version is made where that changes something, or where the Drive is notified
   * (`notify`).
   */
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
}
