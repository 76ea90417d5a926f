import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Config } from '@portal/platform/config';
import { Transactor } from '@portal/platform/database';
import { DEMO_PERSONS, PLAYED_AUTHOR, type DemoPerson } from './domain/demo-persons.js';
import { EnsureDemoPersons } from './ensure-demo-persons.js';
import { identityErrors } from '../errors.js';
import { OpenSession, type Opened, type Origin } from '../sessions/open-session.js';
import { UsersRepository } from '../people/users.repository.js';

/** Signs in as a demo person without a password. Demo persons exist only in sandboxes in demo mode. */
@Injectable()
export class DemoSignIn {
  constructor(
    private readonly config: Config,
    private readonly transactor: Transactor,
    private readonly users: UsersRepository,
    private readonly ensure: EnsureDemoPersons,
    private readonly openSession: OpenSession,
  ) {}

  /**
   * In the order of the story; the author with whom it was played comes last.
   * @throws AppError `demo_person_not_found` (404) outside of demo mode.
   */
  async persons(): Promise<readonly DemoPerson[]> {
    this.assertDemo();
    return (await this.users.byDemoPerson(PLAYED_AUTHOR.person)) ? [...DEMO_PERSONS, PLAYED_AUTHOR] : DEMO_PERSONS;
  }

  private assertDemo(): void {
    if (!this.config.demo || !this.config.isSandbox) throw new AppError(identityErrors.demo_person_not_found);
  }

  async execute(input: { person: string; origin: Origin }): Promise<Opened> {
    this.assertDemo();
    if (![...DEMO_PERSONS, PLAYED_AUTHOR].some((p) => p.person === input.person))
      throw new AppError(identityErrors.demo_person_not_found);
    await this.ensure.execute(input.person);
    const user = await this.users.byDemoPerson(input.person);
    if (!user) throw new AppError(identityErrors.demo_person_not_found);
    return this.transactor.run((tx) => this.openSession.execute(tx, user.id, input.origin, { secondFactor: false }));
  }
}
