import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { InstallFailed } from '../../events.js';
import type { InstallState } from '../domain/install-state.js';
import { InstallsRepository } from '../installs.repository.js';

/** Ends an install that the Drive refused or a person gave up. */
@Injectable()
export class FailInstall {
  constructor(private readonly repository: InstallsRepository) {}

  /** @param from the states that it may be in; in any other one nothing happens, and false is returned. */
  async execute(tx: Tx, installId: string, from: InstallState[], failure: string, actor: Actor): Promise<boolean> {
    if (!(await this.repository.move(tx, installId, from, 'failed', { failure }))) return false;
    await tx.audit(actor, 'install.failed', ['install', installId], { reason: failure });
    await tx.emit(InstallFailed, { install_id: installId, reason: failure });
    return true;
  }
}
