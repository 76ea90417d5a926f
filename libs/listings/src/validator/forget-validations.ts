import { Injectable } from '@nestjs/common';
import { Clock } from '@portal/kernel';
import { Transactor } from '@portal/platform/database';
import { LiveFeed } from '@portal/platform/events';
import { validationStream } from './validation-progress.js';

/** How long a shared result of the public validator can be opened, ms: 30 days. */
export const VALIDATION_KEPT_MS = 30 * 86_400_000;
/** How long the progress of a run is kept, ms; no run takes as long. */
const EVENTS_KEPT_MS = 3_600_000;

/** Removes results of the public validator that are too old to be shared, and their progress. */
@Injectable()
export class ForgetValidations {
  constructor(
    private readonly transactor: Transactor,
    private readonly live: LiveFeed,
    private readonly clock: Clock,
  ) {}

  /** Returns how many results were removed. */
  execute(): Promise<number> {
    const now = this.clock.wallNow().getTime();
    return this.transactor.run(async (tx) => {
      await this.live.forget(tx, validationStream(''), new Date(now - EVENTS_KEPT_MS));
      const before = new Date(now - VALIDATION_KEPT_MS);
      return (await tx.query('delete from listings.validations where validated_at < $1 returning 1', [before])).length;
    });
  }
}
