import { Injectable } from '@nestjs/common';
import { Claims } from '@portal/approvals';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { ApplicationsRepository } from './applications.repository.js';

/** Whose application is claimed sees that it is under review. */
@Injectable()
export class OpenApplication {
  constructor(
    private readonly applications: ApplicationsRepository,
    claims: Claims,
  ) {
    claims.on('application', (tx, actor, id) => this.execute(tx, actor, id));
  }

  private async execute(tx: Tx, actor: Actor, applicationId: string): Promise<void> {
    const application = await this.applications.lockSubmitted(tx, applicationId);
    if (application.state !== 'submitted') return;
    await this.applications.move(tx, application, 'in_review', { action: 'opened', actor }, { openedBy: actor.userId });
    await tx.audit(actor, 'application.opened', ['application', application.id], {
      before: { state: application.state },
      after: { state: 'in_review' },
    });
  }
}
