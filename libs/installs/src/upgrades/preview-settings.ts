import { Injectable } from '@nestjs/common';
import { Listings } from '@portal/listings';
import { Transactor } from '@portal/platform/database';
import { InstallsRepository } from '../install/installs.repository.js';
import { carrySettings } from '../settings/domain/settings.js';
import { InstallSettings } from '../settings/install-settings.js';
import type { UpgradeSettingsView } from '../settings/settings.view.js';

/** The settings of an install under the form of another version, before it is accepted. */
@Injectable()
export class PreviewSettings {
  constructor(
    private readonly transactor: Transactor,
    private readonly installs: InstallsRepository,
    private readonly settings: InstallSettings,
    private readonly listings: Listings,
  ) {}

  /** Null when that version has no form. */
  async of(installId: string, revisionId: string): Promise<UpgradeSettingsView | null> {
    return this.transactor.run(async (tx) => {
      const install = await this.installs.find(tx, installId);
      const to = await this.listings.revision(revisionId, tx);
      const schema = to?.manifest.configSchema;
      if (!install || !schema) return null;
      const before = await this.settings.stored(tx, install);
      const { stored, issues } = carrySettings(schema, before);
      return {
        version: install.settingsVersion,
        config_schema: schema,
        config: stored.values,
        secrets: Object.keys(stored.secrets).sort(),
        missing: issues.map(({ pointer, message }) => ({ pointer, message })),
      };
    });
  }
}
