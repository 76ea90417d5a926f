import { Injectable } from '@nestjs/common';
import { AppError, invariant } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { authorsErrors } from '../errors.js';
import { OpenApplication } from './open-application.js';
import { ApplicationsRepository } from './applications.repository.js';

/** Claims the longest waiting application that nobody has claimed and that the reviewer may decide. */
@Injectable()
export class ClaimNextApplication {
  constructor(
    private readonly transactor: Transactor,
    private readonly applications: ApplicationsRepository,
    private readonly open: OpenApplication,
  ) {}

  /**
   * Returns the application. Concurrent calls get different ones, because locked applications are skipped.
   * @throws AppError `no_application_waiting` (404)
   */
  async execute({ actor }: { actor: Actor }): Promise<string> {
    const reviewerId = actor.userId;
    invariant(reviewerId, 'a reviewer is a person');
    return this.transactor.run(async (tx) => {
      const id = await this.applications.lockNextFree(tx, reviewerId);
      if (id === undefined) throw new AppError(authorsErrors.no_application_waiting);
      await this.open.within(tx, { actor, applicationId: id });
      return id;
    });
  }
}
