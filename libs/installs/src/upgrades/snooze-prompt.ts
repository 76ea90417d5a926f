import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { Transactor } from '@portal/platform/database';
import { SNOOZE_DAYS } from './domain/upgrade-reminders.js';
import { installsErrors } from '../errors.js';
import { InstallsRepository } from '../install/installs.repository.js';
import { onBehalf } from '../install/may-operate.js';
import { PromptsRepository } from './prompts.repository.js';

const DAY_MS = 86_400_000;

/** An operator answers an upgrade later: the next reminder is a week away, and none comes before. */
@Injectable()
export class SnoozePrompt {
  constructor(
    private readonly transactor: Transactor,
    private readonly installs: InstallsRepository,
    private readonly prompts: PromptsRepository,
    private readonly audit: Audit,
  ) {}

  /**
   * @param operatorEmail operator for whom the host acts, see `mayOperate`
   * @throws AppError `install_not_found` (404), `no_upgrade` (404), `upgrade_blocked` (409) when nobody can accept it
   */
  async execute(installId: string, actor: Actor, operatorEmail?: string): Promise<void> {
    await this.transactor.run(async (tx) => {
      const install = await this.installs.lockOperated(tx, installId, actor, operatorEmail);
      const prompt = install.state === 'active' ? await this.prompts.lockOpen(tx, installId) : undefined;
      if (!prompt) throw new AppError(installsErrors.no_upgrade);
      if (prompt.blocked) throw new AppError(installsErrors.upgrade_blocked);
      const remindAt = new Date(tx.now.getTime() + SNOOZE_DAYS * DAY_MS);
      await this.prompts.snooze(tx, prompt.id, remindAt);
      await this.audit.record(tx, {
        actor,
        action: 'upgrade.snoozed',
        subjectType: 'install',
        subjectId: installId,
        after: { version: prompt.toVersion, remind_at: remindAt.toISOString(), ...onBehalf(operatorEmail) },
      });
    });
  }
}
