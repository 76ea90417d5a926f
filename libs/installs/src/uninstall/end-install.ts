import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { InstallEnded } from '../events.js';
import { InstallsRepository, type InstallRow } from '../install/installs.repository.js';
import { CallPlansRepository } from '../install/plan/call-plans.repository.js';
import { PromptsRepository } from '../upgrades/prompts.repository.js';

/**
 * Ends an install and its billing inside the caller's transaction, whatever the Drive does. The Drive is called
 * afterwards, if anything has reached it.
 */
@Injectable()
export class EndInstall {
  constructor(
    private readonly repository: InstallsRepository,
    private readonly plans: CallPlansRepository,
    private readonly prompts: PromptsRepository,
  ) {}

  /** Call with the install locked. False when it is over already. */
  async execute(tx: Tx, install: InstallRow, actor: Actor, reason: string | null = null): Promise<boolean> {
    const { id, driveId, state } = install;
    switch (state) {
      case 'revoking':
      case 'revoked':
        return false;
      case 'requested':
      case 'failed':
        await this.repository.move(tx, id, [state], 'revoked', { endedAt: tx.now, revokedAt: tx.now });
        break;
      case 'sending':
      case 'unknown':
      case 'active':
        await this.repository.move(tx, id, [state], 'revoking', { endedAt: tx.now, failure: null });
        await this.plans.open(tx, { installId: id, driveId, kind: 'revoke' }, { byEvent: state === 'active' });
    }
    await this.plans.end(tx, id, 'handshake', 'done');
    await tx.audit(actor, 'install.ended', ['install', id], { reason });
    if (state !== 'active') return true;
    const prompt = await this.prompts.lock(tx, id, 'open');
    if (prompt) await this.prompts.answer(tx, prompt.id, 'superseded', null);
    // Only a running install was billed.
    await tx.emit(InstallEnded, { install_id: id, ended_at: tx.now.toISOString() });
    return true;
  }
}
