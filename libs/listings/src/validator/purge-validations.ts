import { Injectable } from '@nestjs/common';
import { Clock } from '@portal/kernel';
import { Transactor } from '@portal/platform/database';

/** How long a shared result of the public validator can be opened, ms: 30 days. */
export const VALIDATION_KEPT_MS = 30 * 86_400_000;

/** Removes results of the public validator that are too old to be shared. */
@Injectable()
export class PurgeValidations {
  constructor(
    private readonly transactor: Transactor,
    private readonly clock: Clock,
  ) {}

  /** Returns how many results were removed. */
  execute(): Promise<number> {
    const before = new Date(this.clock.wallNow().getTime() - VALIDATION_KEPT_MS);
    return this.transactor.run(
      async (tx) =>
        (await tx.query('delete from listings.validations where validated_at < $1 returning 1', [before])).length,
    );
  }
}
