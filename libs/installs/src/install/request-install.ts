import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import { refusalOf, Transactor } from '@portal/platform/database';
import { installsErrors } from '../errors.js';
import { InstallRequested } from '../events.js';
import { InstallGates, type InstallWish } from './install-gates.js';
import { InsertInstall } from './insert-install.js';
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
    private readonly insert: InsertInstall,
  ) {}

  /**
   * @param operatorEmail operator for whom the host acts, see `mayOperate`
   * @throws AppError `install_exists` (409), `operator_unknown` (422), and those of `InstallGates.pass`
   */
  async execute(wish: InstallWish, actor: Actor, operatorEmail?: string): Promise<string> {
    try {
      return await this.transactor.run(async (tx) => {
        const { settings, ...accepted } = await this.gates.pass(tx, wish, (tenantId) =>
          mayOperate(tx, actor, tenantId, operatorEmail),
        );
        const install = { ...accepted, operatorEmail: operatorEmail ?? actor.email ?? '' };
        const id = await this.insert.execute(tx, install, settings, actor);
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
