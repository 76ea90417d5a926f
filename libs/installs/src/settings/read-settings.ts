import { Injectable } from '@nestjs/common';
import type { JsonObject, JsonValue } from '@portal/contract';
import { invariant } from '@portal/kernel';
import { Listings } from '@portal/listings';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import { installsErrors } from '../errors.js';
import { settingDifferences } from './domain/settings.js';
import { takesConfigUpdates } from './install-settings.js';
import type { InstallSettingsView, SettingChangeView, SettingsVersionView } from './settings.view.js';

const VERSIONS = 50;

interface InstallRow {
  revision_id: string;
  settings_version: number;
  config: JsonObject;
  u_version: number | null;
  attempts: number;
  next_try_at: Date | null;
  failure: string | null;
  confirmed_at: Date | null;
}

type VersionRow = RowOf<Omit<SettingsVersionView, 'changes'>, 'changed_at'> & {
  config: JsonObject;
  secrets: string[];
  secrets_written: string[];
};

const asText = (value: JsonValue | undefined): string | null => (value === undefined ? null : JSON.stringify(value));

/** The settings of an install as its operator sees them: no secret is among them. */
@Injectable()
export class ReadSettings {
  constructor(
    private readonly database: Database,
    private readonly listings: Listings,
  ) {}

  /** Of an install that the caller may see. */
  async of(installId: string): Promise<InstallSettingsView> {
    const [install] = await this.database.query<InstallRow>(
      `select i.revision_id, i.settings_version, i.config, u.settings_version as u_version, u.attempts, u.next_try_at, u.failure, u.confirmed_at
       from installs.installs i left join installs.config_updates u on u.install_id = i.id where i.id = $1`,
      [installId],
    );
    if (!install) throw installsErrors.install_not_found();
    const revision = await this.listings.revision(install.revision_id);
    invariant(revision, 'the revision of an install is never removed');
    const schema = revision.manifest.configSchema;
    const versions = await this.database.query<VersionRow>(
      `select s.version, s.config, s.secrets, s.secrets_written, s.reason, s.changed_by_name as changed_by, s.changed_at, r.version as plugin_version
       from installs.settings s left join listings.revisions r on r.id = s.revision_id where s.install_id = $1 order by s.version desc limit $2`,
      [installId, VERSIONS + 1],
    );
    return {
      install_id: installId,
      version: install.settings_version,
      config_schema: schema,
      config: install.config,
      secrets: versions[0]?.secrets ?? [],
      notifies_plugin: takesConfigUpdates(revision.manifest),
      delivery:
        install.u_version === null
          ? null
          : {
              version: install.u_version,
              attempts: install.attempts,
              next_try_at: install.next_try_at?.toISOString() ?? null,
              failure: install.failure,
              confirmed_at: install.confirmed_at?.toISOString() ?? null,
            },
      versions: versions.slice(0, VERSIONS).map((row, i) => versionView(row, versions[i + 1])),
    };
  }
}

function versionView(row: VersionRow, before: VersionRow | undefined): SettingsVersionView {
  const shown = settingDifferences(before?.config ?? {}, row.config).map(
    ({ pointer, before: old, after }): SettingChangeView => ({
      pointer,
      before: asText(old),
      after: asText(after),
      secret: false,
    }),
  );
  const secret = row.secrets_written.map((pointer) => ({ pointer, before: null, after: null, secret: true }));
  const { config: _config, secrets: _secrets, secrets_written: _written, ...version } = row;
  return { ...isoDates(version), changes: [...shown, ...secret] };
}
