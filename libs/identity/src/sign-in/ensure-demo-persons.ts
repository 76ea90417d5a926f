import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR, type Role } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { Config } from '@portal/platform/config';
import { Transactor } from '@portal/platform/database';
import { DEMO_PERSONS, PLAYED_AUTHOR } from './domain/demo-persons.js';
import { GrantsRepository } from '../people/grants.repository.js';
import { UsersRepository } from '../people/users.repository.js';

/**
 * Creates the demo persons; idempotent. They have no password, so the only way in is the one-click sign-in of demo
 * mode. Does nothing outside of it.
 */
@Injectable()
export class EnsureDemoPersons {
  constructor(
    private readonly config: Config,
    private readonly transactor: Transactor,
    private readonly users: UsersRepository,
    private readonly grants: GrantsRepository,
    private readonly audit: Audit,
  ) {}

  /** @param person the one to sign in; the author of the story is created only when needed */
  async execute(person?: string): Promise<void> {
    if (!this.config.demo) return;
    const persons = person === PLAYED_AUTHOR.person ? [...DEMO_PERSONS, PLAYED_AUTHOR] : DEMO_PERSONS;
    await this.transactor.run(async (tx) => {
      for (const { person: demoPerson, name, email, staffRole } of persons) {
        const id = await this.users.addDemoPerson(tx, { email, name, demoPerson });
        if (id === undefined || staffRole === null) continue;
        const grant: { role: Role; scopeId: null } = { role: staffRole, scopeId: null };
        await this.grants.add(tx, id, grant, null);
        await this.audit.record(tx, {
          actor: SYSTEM_ACTOR,
          action: 'role.granted',
          subjectType: 'user',
          subjectId: id,
          after: { role: staffRole, scope_id: null },
          reason: 'demo person',
        });
      }
    });
  }
}
