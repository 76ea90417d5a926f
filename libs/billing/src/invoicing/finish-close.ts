import { Injectable } from '@nestjs/common';
import { Ledger } from '@portal/ledger';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import type { Month } from '../domain/month.js';
import { PeriodsRepository } from './periods.repository.js';

/** Closes the month, also in the ledger, when it has no more drafts. */
@Injectable()
export class FinishClose {
  constructor(
    private readonly transactor: Transactor,
    private readonly periods: PeriodsRepository,
    private readonly ledger: Ledger,
  ) {}

  /** Does nothing when the month is closed already or not ready. */
  async execute(month: Month): Promise<void> {
    if (await this.close(month)) await this.ledger.takeSnapshots();
  }

  /** True when this call closed the month. */
  private async close(month: Month): Promise<boolean> {
    return this.transactor.run(async (tx) => {
      const period = await this.periods.lock(tx, month.first);
      if (period.state !== 'closing' || period.lines_written_at === null) return false;
      if (await this.periods.hasDrafts(tx, month.first)) return false;
      await this.periods.toClosed(tx, month.first);
      await this.ledger.closePeriod(tx, month.text);
      await tx.audit(SYSTEM_ACTOR, 'period.closed', ['period', month.text], {
        before: { state: 'closing' },
        after: { state: 'closed' },
      });
      return true;
    });
  }
}
