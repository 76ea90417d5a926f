import { Injectable } from '@nestjs/common';
import { scopeIds, type Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { INSTALL_STATES } from '../install/domain/install-state.js';
import { EndInstall } from './end-install.js';
import { installsErrors } from '../errors.js';
import { InstallsRepository } from '../install/installs.repository.js';

/** An operator ends an install of its tenant. It is accepted at once, whatever the Drive does. */
@Injectable()
export class Uninstall {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: InstallsRepository,
    private readonly end: EndInstall,
  ) {}

  /** `confirm` is the venture's name. @throws AppError `install_not_found`, `confirm_mismatch`, `invalid_transition` when it is over */
  async execute(installId: string, confirm: string, actor: Actor): Promise<void> {
    await this.transactor.run(async (tx) => {
      const install = await this.repository.lock(tx, installId);
      if (!install || !scopeIds(actor, 'operator').includes(install.tenantId)) throw installsErrors.install_not_found();
      const venture = await this.repository.venture(tx, { id: install.ventureId });
      if (venture?.name !== confirm.trim()) throw installsErrors.confirm_mismatch();
      if (!(await this.end.execute(tx, install, actor))) INSTALL_STATES.assert(install.state, 'revoking');
    });
  }

  /** The host ends an install of any tenant. @throws AppError `install_not_found`, `invalid_transition` when it is over */
  async executeForHost(installId: string, reason: string, actor: Actor): Promise<void> {
    await this.transactor.run(async (tx) => {
      const install = await this.repository.lock(tx, installId);
      if (!install) throw installsErrors.install_not_found();
      if (!(await this.end.execute(tx, install, actor, reason))) INSTALL_STATES.assert(install.state, 'revoking');
    });
  }
}
