import { Injectable } from '@nestjs/common';
import { Audit } from '@portal/platform/audit';
import type { Actor } from '@portal/platform/access';
import { Transactor, type Tx } from '@portal/platform/database';
import { FailInstall } from '../install/handshake/fail-install.js';
import { InstallsRepository, type InstallRow } from '../install/installs.repository.js';
import { CallPlansRepository } from '../install/plan/call-plans.repository.js';
import type { CallKind } from '../install/domain/call-schedule.js';
import { CloseInstall } from '../uninstall/close-install.js';
import { LockUnfinished } from './lock-unfinished.js';

/** A person accepts that a Drive does not answer: the venture is free again, and the state at the Drive is unknown. */
@Injectable()
export class GiveUpCall {
  constructor(
    private readonly transactor: Transactor,
    private readonly unfinished: LockUnfinished,
    private readonly plans: CallPlansRepository,
    private readonly repository: InstallsRepository,
    private readonly close: CloseInstall,
    private readonly fail: FailInstall,
    private readonly audit: Audit,
  ) {}

  /** @throws AppError `install_not_found`, `nothing_open`, `call_in_progress` */
  async execute(installId: string, actor: Actor): Promise<void> {
    await this.transactor.run(async (tx) => {
      const install = await this.unfinished.install(tx, installId, actor);
      const { kind } = await this.unfinished.call(tx, installId);
      await this.plans.end(tx, installId, kind, 'given_up');
      const subject = { subjectType: 'install', subjectId: installId };
      await this.audit.record(tx, { actor, action: 'install.call_given_up', ...subject, after: { call: kind } });
      await this.leave(tx, install, kind, actor);
    });
  }

  private async leave(tx: Tx, install: InstallRow, kind: CallKind, actor: Actor): Promise<void> {
    const { id } = install;
    switch (kind) {
      case 'handshake': {
        // A running install that gets no new token runs on without.
        const failure = 'Given up before the plugin answered.';
        await this.fail.execute(tx, id, ['requested', 'sending', 'unknown'], failure, actor);
        return;
      }
      case 'revoke':
        // Keys of the tenant end with its last install, and they are the product's.
        return tx.bypassRowSecurity(() => this.close.execute(tx, install, { how: 'given_up' }, actor));
      case 'probe':
        return this.repository.update(tx, id, { scopedToken: null, tokenProof: 'unanswered' });
    }
  }
}
