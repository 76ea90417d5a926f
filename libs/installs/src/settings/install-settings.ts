import { Injectable } from '@nestjs/common';
import { applyDefaults, splitSecrets, type CanonicalManifest, type JsonObject, type JsonValue } from '@portal/contract';
import { Secret } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { SealedBox } from '@portal/platform/crypto';
import type { Tx } from '@portal/platform/database';
import { ConfigUpdatesRepository } from './config-updates.repository.js';
import type { StoredSettings } from './domain/settings.js';
import { settingSeal } from './sealed-settings.js';
import { InstallEntity } from '../install/install.entity.js';
import { SettingSecretsEntity, SettingsEntity } from './settings.entity.js';

/** Fields of an install that its settings need. */
type SettledInstall = Readonly<Pick<InstallEntity, 'id' | 'settingsVersion' | 'config'>>;

/** A version to be stored; the install must be locked. */
interface NewVersion {
  readonly install: SettledInstall;
  readonly revisionId: string;
  readonly stored: StoredSettings;
  readonly secretsWritten: readonly string[];
  readonly reason: string | null;
  /** Null: automatically. */
  readonly by: Pick<Actor, 'userId' | 'name'> | null;
}

/** The settings of installs with their secrets, which are sealed at rest and opened here only. */
@Injectable()
export class InstallSettings {
  constructor(
    private readonly updates: ConfigUpdatesRepository,
    private readonly box: SealedBox,
  ) {}

  /** The newest settings. */
  async stored(tx: Tx, install: Omit<SettledInstall, 'settingsVersion'>): Promise<StoredSettings> {
    const kept = await tx.manager.findOneBy(SettingSecretsEntity, { installId: install.id });
    const secrets = kept ? this.box.open(kept.sealed, settingSeal(install.id)).reveal() : '{}';
    return { values: install.config as JsonObject, secrets: JSON.parse(secrets) as Record<string, JsonValue> };
  }

  /** Keeps the next version and returns its number. */
  async append(tx: Tx, { install, revisionId, stored, secretsWritten, reason, by }: NewVersion): Promise<number> {
    const version = install.settingsVersion + 1;
    const pointers = Object.keys(stored.secrets).sort();
    const installId = install.id;
    await tx.manager.insert(SettingsEntity, {
      installId,
      version,
      revisionId,
      config: stored.values,
      secrets: pointers,
      secretsWritten: [...secretsWritten],
      reason,
      changedBy: by?.userId ?? null,
      changedByName: by?.name ?? null,
      changedAt: tx.now,
    });
    if (pointers.length === 0) await tx.manager.delete(SettingSecretsEntity, { installId });
    else if (secretsWritten.length > 0) {
      const sealed = this.box.seal(new Secret(JSON.stringify(stored.secrets)), settingSeal(installId));
      await tx.manager.upsert(SettingSecretsEntity, { installId, sealed }, ['installId']);
    }
    // The newest version is also on the install, which is locked.
    await tx.manager.update(InstallEntity, { id: installId }, { settingsVersion: version, config: stored.values });
    return version;
  }

  /** Who wrote the newest version, and when. */
  newest(tx: Tx, install: SettledInstall): Promise<SettingsEntity | null> {
    return tx.manager.findOneBy(SettingsEntity, { installId: install.id, version: install.settingsVersion });
  }

  /** Notifies a Drive that accepts updates; another one gets its settings at installation only. */
  async notify(tx: Tx, installId: string, version: number, manifest: CanonicalManifest): Promise<void> {
    if (takesConfigUpdates(manifest)) await this.updates.enqueue(tx, installId, version);
    else await this.updates.drop(tx, installId);
  }

  /** Cancels a pending update. */
  delete(tx: Tx, installId: string): Promise<void> {
    return this.updates.drop(tx, installId);
  }

  /**
   * Installs that were upgraded automatically, to a version whose form their settings fit, get the settings that it begins
   * with: theirs, and defaults for fields that had no value. A version is made where that changes something, or where the
   * Drive is notified.
   */
  async carryAll(
    tx: Tx,
    installIds: readonly string[],
    { revisionId, manifest }: { revisionId: string; manifest: CanonicalManifest },
  ): Promise<void> {
    const schema = manifest.configSchema;
    const defaults = schema ? splitSecrets(schema, applyDefaults(schema, {})).values : {};
    const notify = takesConfigUpdates(manifest);
    if (!notify && Object.keys(defaults).length === 0) return;
    await this.updates.carryAll(tx, installIds, { revisionId, defaults, notify });
  }
}

/** Whether the Drive accepts updates. */
export const takesConfigUpdates = ({ endpoints }: CanonicalManifest): boolean => endpoints.config_update !== null;
