import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import type { StoredSettings } from '../settings/domain/settings.js';
import { InstallSettings } from '../settings/install-settings.js';
import { InstallsRepository, type NewInstall } from './installs.repository.js';

/** A new install, requested, with its settings as version 1. */
@Injectable()
export class InsertInstall {
  constructor(
    private readonly repository: InstallsRepository,
    private readonly settings: InstallSettings,
    private readonly ids: Ids,
  ) {}

  async execute(
    tx: Tx,
    install: Omit<NewInstall, 'id' | 'state' | 'config'>,
    stored: StoredSettings,
    by: Actor,
  ): Promise<string> {
    const id = this.ids.next();
    await this.repository.insertInstall(tx, { id, ...install, state: 'requested', config: stored.values });
    await this.settings.append(tx, {
      install: { id, settingsVersion: 0, config: stored.values },
      revisionId: install.revisionId,
      stored,
      secretsWritten: Object.keys(stored.secrets).sort(),
      reason: null,
      by,
    });
    return id;
  }
}
