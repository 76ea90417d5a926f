import { Injectable } from '@nestjs/common';
import { sameJson, type JsonObject, type JsonValue } from '@portal/contract';
import { AppError, commonErrors, invariant, type ErrorDetail } from '@portal/kernel';
import { Listings } from '@portal/listings';
import type { Actor } from '@portal/platform/access';
import { Transactor, type Tx } from '@portal/platform/database';
import { installsErrors } from '../errors.js';
import { InstallSettingsChanged } from '../events.js';
import { InstallsRepository, type InstallRow } from '../install/installs.repository.js';
import { onBehalf } from '../install/may-operate.js';
import { changeSettings, settingDifferences, type StoredSettings } from './domain/settings.js';
import { InstallSettings } from './install-settings.js';
import { settingIssues } from './setting-issues.js';

interface SettingsChange {
  /** All values; secrets that stay are left out. */
  readonly config: object;
  /** The version that was read. */
  readonly expectedVersion: number;
  readonly reason: string | null;
}

/**
 * An operator changes the settings of a plugin that runs: a new version, which is sent to the Drive if it accepts
 * updates.
 */
@Injectable()
export class ChangeSettings {
  constructor(
    private readonly transactor: Transactor,
    private readonly installs: InstallsRepository,
    private readonly listings: Listings,
    private readonly settings: InstallSettings,
  ) {}

  /**
   * A write without changes makes no version.
   * @param operatorEmail operator for whom the host acts, see `mayOperate`
   * @throws AppError `install_not_found`, `install_not_active`, `install_suspended`, `no_settings`, `changed_meanwhile`,
   *   `config_invalid`
   */
  async execute(installId: string, change: SettingsChange, actor: Actor, operatorEmail?: string): Promise<void> {
    await this.transactor.run(async (tx) => {
      const install = await this.editable(tx, installId, actor, operatorEmail);
      const revision = await this.listings.revision(install.revisionId, tx);
      invariant(revision, 'the revision of an install is never removed');
      const { configSchema } = revision.manifest;
      if (!configSchema) throw installsErrors.no_settings();
      const before = await this.settings.stored(tx, install);
      const { stored, secretsWritten, issues } = changeSettings(configSchema, before, change.config as JsonObject);
      if (change.expectedVersion !== install.settingsVersion) {
        if (sameJson(stored.values, before.values) && secretsWritten.length === 0) return;
        throw await this.changedMeanwhile(tx, install, before, stored, actor);
      }
      if (issues.length > 0) throw installsErrors.config_invalid({ details: settingIssues(issues) });
      const differing = settingDifferences(before.values, stored.values).map(({ pointer }) => pointer);
      if (differing.length === 0 && secretsWritten.length === 0) return;
      const version = await this.settings.append(tx, {
        install,
        revisionId: install.revisionId,
        stored,
        secretsWritten,
        reason: change.reason,
        by: actor,
      });
      await this.settings.notify(tx, installId, version, revision.manifest);
      await tx.emit(InstallSettingsChanged, { install_id: installId, version });
      // Values are stored in the version; a secret is stored encrypted only.
      await tx.audit(actor, 'install.settings_changed', ['install', installId], {
        after: { version, fields: [...differing, ...secretsWritten], ...onBehalf(operatorEmail) },
        ...(change.reason === null ? {} : { reason: change.reason }),
      });
    });
  }

  private async editable(
    tx: Tx,
    installId: string,
    actor: Actor,
    operatorEmail: string | undefined,
  ): Promise<InstallRow> {
    const install = await this.installs.lockOperated(tx, installId, actor, operatorEmail);
    await this.installs.assertMay(tx, install, 'change_settings');
    return install;
  }

  private async changedMeanwhile(
    tx: Tx,
    install: InstallRow,
    now: StoredSettings,
    wanted: StoredSettings,
    actor: Actor,
  ): Promise<AppError> {
    const last = await this.settings.newest(tx, install);
    const by = last?.changedBy === actor.userId ? 'you' : last?.changedByName;
    return commonErrors.changed_meanwhile({
      details: [
        ...settingDifferences(now.values, wanted.values).flatMap(({ pointer, before, after }): ErrorDetail[] => [
          { pointer: `/config${pointer}`, code: 'now', message: `Now: ${inWords(before)}.` },
          { pointer: `/config${pointer}`, code: 'you', message: `You wrote: ${inWords(after)}.` },
        ]),
        { pointer: '/revision', code: 'revision', message: String(install.settingsVersion) },
        ...(by ? [{ pointer: '/revision', code: 'changed_by', message: by }] : []),
        ...(last ? [{ pointer: '/revision', code: 'changed_at', message: last.changedAt.toISOString() }] : []),
      ],
    });
  }
}

const inWords = (value: JsonValue | undefined): string =>
  value === undefined
    ? 'nothing'
    : typeof value === 'string'
      ? `“${value.slice(0, 200)}”`
      : JSON.stringify(value).slice(0, 200);
