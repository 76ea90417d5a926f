import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Audit, LiveFeed, Outbox, scopeIds, Transactor, type Actor } from '@portal/platform';
import { INSTALL_STATES } from './domain/install-state.js';
import { installsErrors } from './errors.js';
import { InstallEnded } from './events.js';
import { InstallsRepository } from './persistence/installs.repository.js';
import { PromptsRepository } from './persistence/prompts.repository.js';

/** Ends an install at once for the operator and the bill; the Drive is told in the background until it confirms. */
@Injectable()
export class Uninstall {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: InstallsRepository,
    private readonly prompts: PromptsRepository,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly live: LiveFeed,
  ) {}

  /** `confirm` is the venture's name. @throws AppError `install_not_found`, `confirm_mismatch`, `invalid_transition` */
  async execute(installId: string, confirm: string, actor: Actor): Promise<void> {
    await this.transactor.run(async (tx) => {
      const install = await this.repository.lock(tx, installId);
      if (!install || !scopeIds(actor, 'operator').includes(install.tenantId))
        throw new AppError(installsErrors.install_not_found);
      const venture = await this.repository.venture(tx, install.ventureId);
      if (venture?.name !== confirm.trim()) throw new AppError(installsErrors.confirm_mismatch);
      INSTALL_STATES.assert(install.state, 'revoking');
      await this.repository.move(tx, installId, ['active'], 'revoking', { endedAt: tx.now });
      const prompt = await this.prompts.lockOpen(tx, installId);
      if (prompt) await this.prompts.answer(tx, prompt.id, 'superseded', null);
      await this.audit.record(tx, { actor, action: 'install.ended', subjectType: 'install', subjectId: installId });
      await this.live.append(tx, `install:${installId}`, 'step', {
        step: 'ending',
        text: 'Ended. The plugin is told next.',
      });
      await this.outbox.emit(tx, InstallEnded, { install_id: installId, ended_at: tx.now.toISOString() });
    });
  }
}
