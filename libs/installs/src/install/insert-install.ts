import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import type { StoredSettings } from '../settings/domain/settings.js';
import { InstallSettings } from '../settings/install-settings.js';
import { InstallsRepository } from './installs.repository.js';

type NewInstall = Omit<Parameters<InstallsRepository['insertInstall']>[1], 'config'>;

/** A new install with its settings as version 1. */
@Injectable()
export class InsertInstall {
  constructor(
    private readonly repository: InstallsRepository,
    private readonly settings: InstallSettings,
  ) {}

  async execute(tx: Tx, install: NewInstall, stored: StoredSettings, by: Actor): Promise<void> {
    await this.repository.insertInstall(tx, { ...install, config: stored.values });
    await this.settings.append(tx, {
      install: { id: install.id, settingsVersion: 0, config: stored.values },
      revisionId: install.revisionId,
      stored,
      secretsWritten: Object.keys(stored.secrets).sort(),
      reason: null,
      by,
    });
  }
}
