import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Listings } from '@portal/listings';
import type { Actor } from '@portal/platform/access';
import { bypassRowSecurity, Transactor } from '@portal/platform/database';
import { installsErrors } from '../errors.js';
import { InstallsRepository } from '../install/installs.repository.js';
import { onBehalf } from '../install/may-operate.js';
import { PromptsRepository } from './prompts.repository.js';
import { ReassessUpgrades } from './reassess-upgrades.js';

/** An operator who declined reopens the upgrade, as long as it is the offered one. */
@Injectable()
export class ReconsiderPrompt {
  constructor(
    private readonly transactor: Transactor,
    private readonly installs: InstallsRepository,
    private readonly prompts: PromptsRepository,
    private readonly listings: Listings,
    private readonly reassess: ReassessUpgrades,
  ) {}

  /**
   * @param operatorEmail operator for whom the host acts, see `mayOperate`
   * @throws AppError `install_not_found` (404), `no_upgrade` (404) when none was declined or a newer version is offered
   */
  async execute(installId: string, actor: Actor, operatorEmail?: string): Promise<void> {
    const tenantId = await this.transactor.run(async (tx) => {
      const install = await this.installs.lockOperated(tx, installId, actor, operatorEmail);
      const prompt = install.state === 'active' ? await this.prompts.lockDeclined(tx, installId) : undefined;
      if (!prompt || !(await this.listings.isLatestOffer(install.driveId, prompt.toRevisionId, tx)))
        throw new AppError(installsErrors.no_upgrade);
      await this.prompts.reopen(tx, prompt.id);
      await tx.audit(actor, 'upgrade.reopened', ['install', installId], {
        after: { version: prompt.toVersion, ...onBehalf(operatorEmail) },
      });
      return install.tenantId;
    });
    // While it was declined its outcome for the tenant was not updated; the rule reads rows that no operator may.
    await bypassRowSecurity(() => this.reassess.execute(tenantId));
  }
}
