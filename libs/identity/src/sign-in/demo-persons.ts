import { Injectable } from '@nestjs/common';
import { AppError, required } from '@portal/kernel';
import { SYSTEM_ACTOR, type Role } from '@portal/platform/access';
import { Config } from '@portal/platform/config';
import { Transactor } from '@portal/platform/database';
import { DEMO_PERSONS, PLAYED_AUTHOR, type DemoPerson } from './domain/demo-persons.js';
import { identityErrors } from '../errors.js';
import { SessionsService, type Opened, type Origin } from '../sessions/sessions.service.js';
import { GrantsRepository } from '../people/grants.repository.js';
import { UsersRepository } from '../people/users.repository.js';

/**
 * The demo persons, who exist only in sandboxes in demo mode. They have no password, so the only way in is the one-click
 * sign-in.
 */
@Injectable()
export class DemoPersons {
  constructor(
    private readonly config: Config,
    private readonly transactor: Transactor,
    private readonly users: UsersRepository,
    private readonly grants: GrantsRepository,
    private readonly sessions: SessionsService,
  ) {}

  /**
   * Creates them; idempotent. Does nothing outside of demo mode.
   * @param person the one to sign in; the author of the story is created only when needed
   */
  async ensure(person?: string): Promise<void> {
    if (!this.config.demo) return;
    const persons = person === PLAYED_AUTHOR.person ? [...DEMO_PERSONS, PLAYED_AUTHOR] : DEMO_PERSONS;
    await this.transactor.run(async (tx) => {
      for (const { person: demoPerson, name, email, staffRole } of persons) {
        const id = await this.users.addDemoPerson(tx, { email, name, demoPerson });
        if (id === undefined || staffRole === null) continue;
        const grant: { role: Role; scopeId: null } = { role: staffRole, scopeId: null };
        await this.grants.add(tx, id, grant, null);
        await tx.audit(SYSTEM_ACTOR, 'role.granted', ['user', id], {
          after: { role: staffRole, scope_id: null },
          reason: 'demo person',
        });
      }
    });
  }

  /**
   * In the order of the story; the author of the story comes last.
   * @throws AppError `demo_person_not_found` (404) outside of demo mode.
   */
  async persons(): Promise<readonly DemoPerson[]> {
    this.assertDemo();
    return (await this.users.byDemoPerson(PLAYED_AUTHOR.person)) ? [...DEMO_PERSONS, PLAYED_AUTHOR] : DEMO_PERSONS;
  }

  async signIn(input: { person: string; origin: Origin }): Promise<Opened> {
    this.assertDemo();
    if (![...DEMO_PERSONS, PLAYED_AUTHOR].some((p) => p.person === input.person))
      throw new AppError(identityErrors.demo_person_not_found);
    await this.ensure(input.person);
    const user = required(await this.users.byDemoPerson(input.person), identityErrors.demo_person_not_found);
    return this.transactor.run((tx) => this.sessions.open(tx, user, input.origin, { secondFactor: false }));
  }

  private assertDemo(): void {
    if (!this.config.demo || !this.config.isSandbox) throw new AppError(identityErrors.demo_person_not_found);
  }
}
