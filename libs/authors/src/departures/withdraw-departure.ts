import { Injectable } from '@nestjs/common';
import { AppError, commonErrors } from '@portal/kernel';
import { Audit, Outbox, Transactor, type Actor } from '@portal/platform';
import { canBeTakenBack } from './domain/departure.js';
import { DepartureMails } from './departure-mails.js';
import { authorsErrors } from '../errors.js';
import { AuthorStays } from '../events.js';
import { DeparturesRepository } from './departures.repository.js';
import { OrganizationsRepository } from '../organizations/organizations.repository.js';

/** Takes an announced departure back while the author's Drives can still be installed. */
@Injectable()
export class WithdrawDeparture {
  constructor(
    private readonly transactor: Transactor,
    private readonly organizations: OrganizationsRepository,
    private readonly departures: DeparturesRepository,
    private readonly mails: DepartureMails,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /**
   * What staff announced, staff takes back.
   * @throws AppError `session_required`, `departure_by_staff` (403), `departure_not_found` (404), `departure_final` (409)
   */
  async execute({ actor, orgId, byStaff }: { actor: Actor; orgId: string; byStaff: boolean }): Promise<void> {
    if (actor.kind !== 'user') throw new AppError(commonErrors.session_required);
    const readers = await this.mails.readers(orgId);
    await this.transactor.run(async (tx) => {
      const account = await this.organizations.lockStanding(tx, orgId);
      const departure = account && (await this.departures.standing(tx, orgId));
      if (!departure) throw new AppError(authorsErrors.departure_not_found);
      if (departure.byStaff && !byStaff) throw new AppError(authorsErrors.departure_by_staff);
      if (departure.endedAt !== null || !canBeTakenBack(departure.askedAt, tx.now))
        throw new AppError(authorsErrors.departure_final);
      await this.departures.withdraw(tx, departure.id, actor.name);
      await this.outbox.emit(tx, AuthorStays, {
        org_id: orgId,
        departure_id: departure.id,
        ends_at: departure.endsAt.toISOString(),
      });
      await this.mails.withdrawn(tx, readers);
      await this.audit.record(tx, {
        actor,
        action: 'author.departure_withdrawn',
        subjectType: 'organization',
        subjectId: orgId,
        before: { ends_at: departure.endsAt.toISOString() },
      });
    });
  }
}
