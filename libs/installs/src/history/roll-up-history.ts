import { Injectable } from '@nestjs/common';
import { Config } from '@portal/platform/config';
import { Transactor } from '@portal/platform/database';
import type { Step } from './domain/ranges.js';
import { HistoryRepository } from './history.repository.js';

/** Points of one transaction, and rows that one deletes. */
const AT_A_TIME = 20_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Rolls up points of polls into minutes, hours and days, and deletes those beyond their retention. A point is removed
 * in the transaction that counts it, of one snapshot: two workers that take the same points conflict, and one starts
 * again.
 */
@Injectable()
export class RollUpHistory {
  constructor(
    private readonly transactor: Transactor,
    private readonly history: HistoryRepository,
    private readonly config: Config,
  ) {}

  /** Until none is left. @param stopping begins nothing new once it is aborted */
  async execute(stopping?: AbortSignal): Promise<void> {
    while (stopping?.aborted !== true && (await this.takeSome()) >= AT_A_TIME);
    for (const step of ['minute', 'hour', 'day'] as const)
      while (stopping?.aborted !== true && (await this.forgetSome(step)) >= AT_A_TIME);
  }

  private takeSome(): Promise<number> {
    return this.transactor.run(
      async (tx) => {
        const { upTo, points } = await this.history.oldest(tx, AT_A_TIME);
        if (upTo === null) return 0;
        await this.history.dropOld(tx, upTo, this.keptFrom('minute', tx.now));
        await this.history.addToMinutes(tx, upTo);
        await this.history.computeHours(tx, upTo);
        await this.history.computeDays(tx, upTo);
        await this.history.removePoints(tx, upTo);
        return points;
      },
      { isolation: 'REPEATABLE READ' },
    );
  }

  private forgetSome(step: Step): Promise<number> {
    return this.transactor.run((tx) => this.history.forget(tx, step, this.keptFrom(step, tx.now), AT_A_TIME));
  }

  /** A whole hour or day, so that none is ever computed of a part of it. */
  private keptFrom(step: Step, now: Date): Date {
    const { minuteDays, hourDays, dayDays } = this.config.history;
    const days = { minute: minuteDays, hour: hourDays, day: dayDays }[step];
    const whole = step === 'minute' ? HOUR_MS : DAY_MS;
    return new Date(Math.floor((now.getTime() - days * DAY_MS) / whole) * whole);
  }
}
