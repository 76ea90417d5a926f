import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { requireSession, type Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { refusalOf, Transactor } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import { AuthorAccounts } from '../organizations/author-accounts.js';
import { offboardingDates } from './domain/offboarding.js';
import { OffboardingMails } from './offboarding-mails.js';
import { authorsErrors } from '../errors.js';
import { AuthorOffboardingAnnounced } from '../events.js';
import { OffboardingsRepository } from './offboardings.repository.js';
import { OrganizationsRepository } from '../organizations/organizations.repository.js';

/**
 * Announces the end of an author's account, requested by an owner, or by staff with a reason. From now on nothing new
 * is accepted from the author; existing installs continue until the announced date.
 */
@Injectable()
export class AnnounceOffboarding {
  constructor(
    private readonly transactor: Transactor,
    private readonly organizations: OrganizationsRepository,
    private readonly offboardings: OffboardingsRepository,
    private readonly accounts: AuthorAccounts,
    private readonly mails: OffboardingMails,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /**
   * `confirmName`: the organisation's name, typed as confirmation.
   * @throws AppError `session_required` (403) when the caller is not a user, `account_not_found` (404),
   *   `offboarding_not_confirmed` (422), `offboarding_announced` (409), `account_terminated` (403)
   */
  async execute(input: {
    actor: Actor;
    orgId: string;
    reason: string;
    confirmName: string;
    byStaff: boolean;
  }): Promise<void> {
    const { actor, orgId, reason, byStaff } = input;
    const userId = requireSession(actor);
    const [facts] = await this.accounts.facts([orgId]);
    if (!facts) throw new AppError(authorsErrors.account_not_found);
    if (input.confirmName.trim() !== facts.name.trim()) throw new AppError(authorsErrors.offboarding_not_confirmed);
    const readers = await this.mails.readers(orgId);
    try {
      await this.transactor.run(async (tx) => {
        const account = await this.organizations.lockStatus(tx, orgId);
        if (!account) throw new AppError(authorsErrors.account_not_found);
        if (account.state === 'terminated') throw new AppError(authorsErrors.account_terminated);
        const { closesAt, endsAt } = offboardingDates(tx.now);
        const by = { id: userId, name: actor.name };
        const departureId = await this.offboardings.add(tx, { orgId, reason, byStaff, by, endsAt });
        const days = { closes_at: closesAt.toISOString(), ends_at: endsAt.toISOString() };
        await this.outbox.emit(tx, AuthorOffboardingAnnounced, { org_id: orgId, offboarding_id: departureId, ...days });
        await this.mails.announced(tx, { name: facts.name, byStaff, reason, closesAt, endsAt }, readers);
        await this.audit.record(tx, {
          actor,
          action: 'author.offboarding_announced',
          subjectType: 'organization',
          subjectId: orgId,
          after: { ...days, by_staff: byStaff },
          reason,
        });
      });
    } catch (error) {
      throw refusalOf(error, { offboardings_one_open: authorsErrors.offboarding_announced });
    }
  }
}
