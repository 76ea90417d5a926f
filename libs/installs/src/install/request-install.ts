import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { refusalOf, Transactor } from '@portal/platform/database';
import { installsErrors } from '../errors.js';
import { InstallRequested } from '../events.js';
import { InstallSettings } from '../settings/install-settings.js';
import { InstallGates, type InstallWish } from './install-gates.js';
import { InstallsRepository } from './installs.repository.js';
import { mayOperate, onBehalf } from './may-operate.js';

/**
 * An operator, or the host for one, installs a plugin into one venture: every gate is checked here, then the Drive is
 * called in the background.
 */
@Injectable()
export class RequestInstall {
  constructor(
    private readonly transactor: Transactor,
    private readonly gates: InstallGates,
    private readonly repository: InstallsRepository,
    private readonly settings: InstallSettings,
    private readonly ids: Ids,
  ) {}

  /**
   * @param operatorEmail operator for whom the host acts, see `mayOperate`
   * @throws AppError `install_exists` (409), `operator_unknown` (422), and those of `InstallGates.pass`
   */
  async execute(wish: InstallWish, actor: Actor, operatorEmail?: string): Promise<string> {
    try {
      return await this.transactor.run(async (tx) => {
        const { settings: stored, ...accepted } = await this.gates.pass(tx, wish, (tenantId) =>
          mayOperate(tx, actor, tenantId, operatorEmail),
        );
        const install = { id: this.ids.next(), settingsVersion: 0, config: stored.values };
        const { id, config } = install;
        const by = operatorEmail ?? actor.email ?? '';
        await this.repository.insertInstall(tx, { id, config, ...accepted, operatorEmail: by, state: 'requested' });
        await this.settings.append(tx, {
          install,
          revisionId: accepted.revisionId,
          stored,
          secretsWritten: Object.keys(stored.secrets).sort(),
          reason: null,
          by: actor,
        });
        await tx.audit(actor, 'install.requested', ['install', id], {
          after: {
            drive_id: wish.driveId,
            digest: accepted.digest,
            permissions: accepted.permissions,
            trial_days: accepted.trialDays,
            ...onBehalf(operatorEmail),
          },
        });
        await tx.emit(InstallRequested, { install_id: id });
        return id;
      });
    } catch (error) {
      throw refusalOf(error, { installs_one_live: installsErrors.install_exists });
    }
  }
}
