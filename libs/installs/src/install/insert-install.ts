import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import type { HeldSettings } from '../settings/domain/settings.js';
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

  async execute(tx: Tx, install: NewInstall, held: HeldSettings, by: Actor): Promise<void> {
    await this.repository.insertInstall(tx, { ...install, config: held.values });
    await this.settings.append(tx, {
      install: { id: install.id, settingsVersion: 0, config: held.values },
      revisionId: install.revisionId,
      held,
      secretsWritten: Object.keys(held.secrets).sort(),
      reason: null,
      by,
    });
  }
}
