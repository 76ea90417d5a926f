import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import type { Tx } from '@portal/platform/database';
import { LiveFeed, Outbox } from '@portal/platform/events';
import { InstallEnded } from '../events.js';
import { InstallsRepository } from '../install/installs.repository.js';
import { PromptsRepository } from '../upgrades/prompts.repository.js';

/** Ends an active install inside the caller's transaction: for the operator and the bill at once, the Drive is told next. */
@Injectable()
export class EndInstall {
  constructor(
    private readonly repository: InstallsRepository,
    private readonly prompts: PromptsRepository,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly live: LiveFeed,
  ) {}

  /** Call with the install locked. False when it is not active. */
  async execute(tx: Tx, installId: string, actor: Actor, reason: string | null = null): Promise<boolean> {
    if (!(await this.repository.move(tx, installId, ['active'], 'revoking', { endedAt: tx.now }))) return false;
    const prompt = await this.prompts.lockOpen(tx, installId);
    if (prompt) await this.prompts.answer(tx, prompt.id, 'superseded', null);
    const subject = { subjectType: 'install', subjectId: installId };
    await this.audit.record(tx, { actor, action: 'install.ended', ...subject, reason });
    await this.live.append(tx, `install:${installId}`, 'step', {
      step: 'ending',
      text: 'Ended. The plugin is told next.',
    });
    await this.outbox.emit(tx, InstallEnded, { install_id: installId, ended_at: tx.now.toISOString() });
    return true;
  }
}
