import { Inject, Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { LOGGER } from '@portal/platform/logging';
import type { Logger } from 'pino';
import { RefundsRepository } from './refunds.repository.js';
import { SendRefund } from './send-refund.js';

const BATCH = 100;

/** Sends refunds whose delivery was lost, and those that were sent and not answered. */
@Injectable()
export class RedriveRefunds {
  constructor(
    private readonly transactor: Transactor,
    private readonly refunds: RefundsRepository,
    private readonly send: SendRefund,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Returns the number of refunds. */
  async execute(): Promise<number> {
    const due = await this.transactor.run((tx) => this.refunds.forgotten(tx, BATCH));
    for (const refundId of due) {
      try {
        const result = await this.send.execute(refundId);
        if (result.kind === 'waiting') this.log.warn({ refundId, reason: result.reason }, 'refund has no outcome yet');
      } catch (error) {
        this.log.warn({ err: error, refundId }, 'refund failed, the next round tries again');
      }
    }
    return due.length;
  }
}
