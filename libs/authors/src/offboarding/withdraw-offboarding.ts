import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { requireSession, type Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { Transactor } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import { canBeTakenBack } from './domain/offboarding.js';
import { OffboardingMails } from './offboarding-mails.js';
import { authorsErrors } from '../errors.js';
import { AuthorOffboardingWithdrawn } from '../events.js';
import { OffboardingsRepository } from './offboardings.repository.js';
import { OrganizationsRepository } from '../organizations/organizations.repository.js';

/** Withdraws an announced offboarding while the author's Drives can still be installed. */
@Injectable()
export class WithdrawOffboarding {
  constructor(
    private readonly transactor: Transactor,
    private readonly organizations: OrganizationsRepository,
    private readonly offboardings: OffboardingsRepository,
    private readonly mails: OffboardingMails,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /**
   * Only staff can withdraw what staff announced. Returns the id of the offboarding.
   * @throws AppError `session_required`, `offboarding_by_staff` (403), `offboarding_not_found` (404),
   *   `offboarding_final` (409)
   */
  async execute({ actor, orgId, byStaff }: { actor: Actor; orgId: string; byStaff: boolean }): Promise<string> {
    requireSession(actor);
    const readers = await this.mails.readers(orgId);
    return this.transactor.run(async (tx) => {
      const account = await this.organizations.lockStatus(tx, orgId);
      const offboarding = account && (await this.offboardings.pending(tx, orgId));
      if (!offboarding) throw new AppError(authorsErrors.offboarding_not_found);
      if (offboarding.byStaff && !byStaff) throw new AppError(authorsErrors.offboarding_by_staff);
      if (offboarding.endedAt !== null || !canBeTakenBack(offboarding.askedAt, tx.now))
        throw new AppError(authorsErrors.offboarding_final);
      await this.offboardings.withdraw(tx, offboarding.id, actor.name);
      await this.outbox.emit(tx, AuthorOffboardingWithdrawn, {
        org_id: orgId,
        offboarding_id: offboarding.id,
        ends_at: offboarding.endsAt.toISOString(),
      });
      await this.mails.withdrawn(tx, readers);
      await this.audit.record(tx, {
        actor,
        action: 'author.departure_withdrawn',
        subjectType: 'organization',
        subjectId: orgId,
        before: { ends_at: offboarding.endsAt.toISOString() },
      });
      return offboarding.id;
    });
  }
}
