import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { OldEventsRepository } from './old-events.repository.js';

/** Events of one transaction. */
const AT_A_TIME = 5_000;

/**
 * Deletes events that are older than events are kept, in the order in which they were stored, up to the first ones that are
 * not. Counts by day and kind stay (decision 0048).
 */
@Injectable()
export class ForgetEvents {
  constructor(
    private readonly transactor: Transactor,
    private readonly events: OldEventsRepository,
  ) {}

  /** @param stopping begins nothing new once it is aborted */
  async execute(stopping?: AbortSignal): Promise<void> {
    for (let after = '0'; stopping?.aborted !== true;) {
      const from = after;
      const looked = await this.transactor.run((tx) => this.events.delete(tx, from, AT_A_TIME));
      if (!looked || looked.old === 0) break;
      after = looked.lastSeq;
    }
    if (stopping?.aborted !== true) await this.transactor.run((tx) => this.events.deleteUncounted(tx));
  }
}
