import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { OffboardingMails } from './offboarding-mails.js';
import { OffboardingsRepository } from './offboardings.repository.js';
import { OrganizationsRepository } from '../organizations/organizations.repository.js';

const AT_ONCE = 100;

/** Ends the accounts whose announced date has come, each in its own transaction. Idempotent. */
@Injectable()
export class EndAccounts {
  constructor(
    private readonly transactor: Transactor,
    private readonly organizations: OrganizationsRepository,
    private readonly offboardings: OffboardingsRepository,
    private readonly mails: OffboardingMails,
  ) {}

  /** Returns the organisations whose account ended. */
  async execute(): Promise<string[]> {
    const due = await this.transactor.run((tx) => this.offboardings.due(tx, AT_ONCE));
    for (const orgId of due) await this.end(orgId);
    return due;
  }

  private async end(orgId: string): Promise<void> {
    const readers = await this.mails.readers(orgId);
    await this.transactor.run(async (tx) => {
      const account = await this.organizations.lockStatus(tx, orgId);
      const offboarding = account && (await this.offboardings.pending(tx, orgId));
      // Another process was faster.
      if (!account || !offboarding || offboarding.endedAt !== null || offboarding.endsAt > tx.now) return;
      await this.offboardings.end(tx, offboarding);
      await this.mails.ended(tx, readers);
      await tx.audit(SYSTEM_ACTOR, 'author.left', ['organization', orgId], {
        before: { state: account.state },
        after: { state: 'terminated' },
        reason: offboarding.reason,
      });
    });
  }
}
