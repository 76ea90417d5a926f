import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import type { Month } from '../domain/month.js';
import { PeriodsRepository } from './periods.repository.js';

/** The first two steps of a close: freezes the month, and writes its lines and draft invoices. */
@Injectable()
export class WriteLines {
  constructor(
    private readonly transactor: Transactor,
    private readonly periods: PeriodsRepository,
  ) {}

  /** @throws Error while events about installs of this month are not processed yet: to be retried. */
  async execute(month: Month): Promise<void> {
    await this.freeze(month);
    await this.write(month);
  }

  private async freeze(month: Month): Promise<void> {
    await this.transactor.run(async (tx) => {
      const period = await this.periods.lock(tx, month.first);
      if (period.state !== 'closing' || period.frozen_at !== null) return;
      const waiting = await this.periods.waitingInstallEvents(tx, month.endAt);
      if (waiting > 0) throw new Error(`${waiting} events about installs of ${month.text} are not billed yet`);
      await this.periods.freeze(tx, month.first);
    });
  }

  /**
   * Uses one snapshot for prices, invoices and lines, so that a concurrently activated install is in all of them or in
   * none.
   */
  private async write(month: Month): Promise<void> {
    await this.transactor.run(
      async (tx) => {
        const period = await this.periods.lock(tx, month.first);
        if (period.state !== 'closing' || period.lines_written_at !== null) return;
        await this.periods.writeLines(tx, month.first);
      },
      { isolation: 'REPEATABLE READ' },
    );
  }
}
