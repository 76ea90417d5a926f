import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { applicationStates } from './domain/application-state.js';
import { ApplicationsRepository } from './applications.repository.js';

/** Withdraws an undecided application; its slug becomes free again. */
@Injectable()
export class WithdrawApplication {
  constructor(
    private readonly transactor: Transactor,
    private readonly applications: ApplicationsRepository,
  ) {}

  async execute(input: { actor: Actor; applicationId: string }): Promise<void> {
    const { actor } = input;
    await this.transactor.run(async (tx) => {
      const application = await this.applications.lockOwn(tx, input.applicationId, actor);
      applicationStates.assert(application.state, 'withdrawn');
      await this.applications.move(tx, application, 'withdrawn', { action: 'withdrawn', actor });
      await tx.audit(actor, 'application.withdrawn', ['application', application.id], {
        before: { state: application.state },
        after: { state: 'withdrawn' },
      });
    });
  }
}
