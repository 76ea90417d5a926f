import { Injectable } from '@nestjs/common';
import { Audit, Outbox, SYSTEM_ACTOR, Transactor } from '@portal/platform';
import { DepartureMails } from './departure-mails.js';
import { AuthorLeft } from '../events.js';
import { DeparturesRepository } from './departures.repository.js';
import { OrganizationsRepository } from '../organizations/organizations.repository.js';

const AT_ONCE = 100;

/** Carries announced departures out on their day; each in its own transaction. Repeating is harmless. */
@Injectable()
export class EndAccounts {
  constructor(
    private readonly transactor: Transactor,
    private readonly organizations: OrganizationsRepository,
    private readonly departures: DeparturesRepository,
    private readonly mails: DepartureMails,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** Returns the organisations whose account ended. */
  async execute(): Promise<string[]> {
    const due = await this.transactor.run((tx) => this.departures.due(tx, AT_ONCE));
    for (const orgId of due) await this.end(orgId);
    return due;
  }

  private async end(orgId: string): Promise<void> {
    const readers = await this.mails.readers(orgId);
    await this.transactor.run(async (tx) => {
      const account = await this.organizations.lockStanding(tx, orgId);
      const departure = account && (await this.departures.standing(tx, orgId));
      // Somebody else was faster.
      if (!account || !departure || departure.endedAt !== null || departure.endsAt > tx.now) return;
      await this.departures.end(tx, departure);
      await this.outbox.emit(tx, AuthorLeft, { org_id: orgId, departure_id: departure.id });
      await this.mails.ended(tx, readers);
      await this.audit.record(tx, {
        actor: SYSTEM_ACTOR,
        action: 'author.left',
        subjectType: 'organization',
        subjectId: orgId,
        before: { state: account.state },
        after: { state: 'terminated' },
        reason: departure.reason,
      });
    });
  }
}
