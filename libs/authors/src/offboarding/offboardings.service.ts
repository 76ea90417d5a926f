import { Injectable } from '@nestjs/common';
import { AppError, type Page, required } from '@portal/kernel';
import { requireSession, type Actor } from '@portal/platform/access';
import { refusalOf, Transactor } from '@portal/platform/database';
import { authorsErrors } from '../errors.js';
import { AuthorOffboardingAnnounced, AuthorOffboardingWithdrawn } from '../events.js';
import { OrganizationsRepository } from '../organizations/organizations.repository.js';
import { canBeTakenBack, offboardingDates } from './domain/offboarding.js';
import { OffboardingMails } from './offboarding-mails.js';
import { OffboardingsRepository } from './offboardings.repository.js';
import type { AuthorOffboardingView, OffboardingView } from './offboardings.view.js';

/**
 * The end of an author's account, announced by an owner, or by staff with a reason. From then on nothing new is accepted
 * from the author; existing installs continue until the announced date (`EndAccounts`).
 */
@Injectable()
export class OffboardingsService {
  constructor(
    private readonly transactor: Transactor,
    private readonly organizations: OrganizationsRepository,
    private readonly offboardings: OffboardingsRepository,
    private readonly mails: OffboardingMails,
  ) {}

  /** Newest first, including withdrawn ones. */
  list(): Promise<Page<OffboardingView>> {
    return this.offboardings.list();
  }

  own(orgId: string): Promise<AuthorOffboardingView> {
    return this.offboardings.own(orgId);
  }

  /**
   * `confirmName`: the organisation's name, typed as confirmation.
   * @throws AppError `session_required` (403) when the caller is not a user, `account_not_found` (404),
   *   `offboarding_not_confirmed` (422), `offboarding_announced` (409), `account_terminated` (403)
   */
  async announce(input: { actor: Actor; orgId: string; reason: string; confirmName: string; byStaff: boolean }) {
    const { actor, orgId, reason, byStaff } = input;
    const userId = requireSession(actor);
    const name = await this.offboardings.nameOf(orgId);
    if (name === undefined) throw new AppError(authorsErrors.account_not_found);
    if (input.confirmName.trim() !== name.trim()) throw new AppError(authorsErrors.offboarding_not_confirmed);
    const readers = await this.mails.readers(orgId);
    try {
      await this.transactor.run(async (tx) => {
        const account = required(await this.organizations.lockStatus(tx, orgId), authorsErrors.account_not_found);
        if (account.state === 'terminated') throw new AppError(authorsErrors.account_terminated);
        const { closesAt, endsAt } = offboardingDates(tx.now);
        const by = { id: userId, name: actor.name };
        const departureId = await this.offboardings.add(tx, { orgId, reason, byStaff, by, endsAt });
        const days = { closes_at: closesAt.toISOString(), ends_at: endsAt.toISOString() };
        await tx.emit(AuthorOffboardingAnnounced, { org_id: orgId, offboarding_id: departureId, ...days });
        await this.mails.announced(tx, { name, byStaff, reason, closesAt, endsAt }, readers);
        await tx.audit(actor, 'author.offboarding_announced', ['organization', orgId], {
          after: { ...days, by_staff: byStaff },
          reason,
        });
      });
    } catch (error) {
      throw refusalOf(error, { offboardings_one_open: authorsErrors.offboarding_announced });
    }
    return this.offboardings.view(orgId);
  }

  /**
   * Possible while the author's Drives can still be installed. Only staff can withdraw what staff announced. Returns what was withdrawn.
   * @throws AppError `session_required`, `offboarding_by_staff` (403), `offboarding_not_found` (404),
   *   `offboarding_final` (409)
   */
  async withdraw({ actor, orgId, byStaff }: { actor: Actor; orgId: string; byStaff: boolean }) {
    requireSession(actor);
    const readers = await this.mails.readers(orgId);
    const id = await this.transactor.run(async (tx) => {
      const account = await this.organizations.lockStatus(tx, orgId);
      const offboarding = account && (await this.offboardings.pending(tx, orgId));
      if (!offboarding) throw new AppError(authorsErrors.offboarding_not_found);
      if (offboarding.byStaff && !byStaff) throw new AppError(authorsErrors.offboarding_by_staff);
      if (offboarding.endedAt !== null || !canBeTakenBack(offboarding.askedAt, tx.now))
        throw new AppError(authorsErrors.offboarding_final);
      await this.offboardings.withdraw(tx, offboarding.id, actor.name);
      await tx.emit(AuthorOffboardingWithdrawn, {
        org_id: orgId,
        offboarding_id: offboarding.id,
        ends_at: offboarding.endsAt.toISOString(),
      });
      await this.mails.withdrawn(tx, readers);
      await tx.audit(actor, 'author.departure_withdrawn', ['organization', orgId], {
        before: { ends_at: offboarding.endsAt.toISOString() },
      });
      return offboarding.id;
    });
    return this.offboardings.view(orgId, id);
  }
}
