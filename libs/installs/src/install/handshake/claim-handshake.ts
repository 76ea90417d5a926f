import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import type { InstallState } from '../domain/install-state.js';
import { InstallsRepository, type InstallRow } from '../installs.repository.js';

/** A new request for an install. */
export interface ClaimedHandshake {
  install: InstallRow;
  /** Nothing has reached the Drive before this request. */
  first: boolean;
}

const ASKED: readonly InstallState[] = ['sending', 'unknown'];

/** The intent is committed before the Drive is called: from here on its answer may be lost. */
@Injectable()
export class ClaimHandshake {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: InstallsRepository,
  ) {}

  /** Undefined when there is nothing to ask any more. A running install is asked when its token is refused. */
  async execute(installId: string): Promise<ClaimedHandshake | undefined> {
    return this.transactor.run(async (tx) => {
      const first = await this.repository.move(tx, installId, ['requested'], 'sending');
      const install = await this.repository.find(tx, installId);
      if (!install) return undefined;
      const asked = install.state === 'active' ? install.tokenRefusedAt !== null : ASKED.includes(install.state);
      return asked ? { install, first } : undefined;
    });
  }
}
