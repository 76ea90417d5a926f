import { Injectable } from '@nestjs/common';
import { sameJson, type JsonObject } from '@portal/contract';
import { AppError, commonErrors, invariant } from '@portal/kernel';
import { Listings } from '@portal/listings';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { installsErrors } from '../errors.js';
import type { InstallRow } from '../install/installs.repository.js';
import { carrySettings, changeSettings } from '../settings/domain/settings.js';
import { InstallSettings, takesConfigUpdates } from '../settings/install-settings.js';
import { settingIssues } from '../settings/setting-issues.js';

/** The settings that an operator gives with the acceptance of an upgrade. */
interface GivenSettings {
  readonly config: object;
  /** The version that was read. */
  readonly version: number;
}

/** The settings of an install that is upgraded: those it has, or new ones where the new version needs them. */
@Injectable()
export class UpgradeSettings {
  constructor(
    private readonly listings: Listings,
    private readonly settings: InstallSettings,
  ) {}

  /**
   * Of a locked install, before it runs the new revision. A Drive that accepts updates is notified of every upgrade:
   * the version of its manifest and the permissions go with the settings.
   * @throws AppError `settings_required` where some are missing, `config_invalid`, `changed_meanwhile`
   */
  async take(
    tx: Tx,
    { install, revisionId, given }: { install: InstallRow; revisionId: string; given: GivenSettings | undefined },
    actor: Actor,
  ): Promise<void> {
    const to = await this.listings.revision(revisionId, tx);
    invariant(to, 'the revision of a prompt is never removed');
    const before = await this.settings.stored(tx, install);
    if (given && given.version !== install.settingsVersion)
      throw new AppError(commonErrors.changed_meanwhile, {
        details: [{ pointer: '/revision', code: 'revision', message: String(install.settingsVersion) }],
      });
    const { configSchema: schema } = to.manifest;
    const { stored, secretsWritten, issues } = given
      ? changeSettings(schema, before, given.config as JsonObject)
      : carrySettings(schema, before);
    if (issues.length > 0)
      throw new AppError(given ? installsErrors.config_invalid : installsErrors.settings_required, {
        details: settingIssues(issues),
      });
    const changed = secretsWritten.length > 0 || !sameJson(stored.values, before.values);
    if (!changed && !takesConfigUpdates(to.manifest)) return this.settings.forget(tx, install.id);
    const version = await this.settings.append(tx, {
      install,
      revisionId,
      stored,
      secretsWritten,
      reason: null,
      by: actor,
    });
    await this.settings.notify(tx, install.id, version, to.manifest);
  }
}
