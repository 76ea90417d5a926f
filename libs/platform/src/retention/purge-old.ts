import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { Transactor } from '../database/transactor.js';
import { deletionSql, retentionRules } from './define-retention.js';

/** Rows of one transaction, so that the first run on an old installation blocks nobody. */
const AT_ONCE = 5_000;

/** Deletes what is older than its rule keeps it (`defineRetention`). */
@Injectable()
export class PurgeOld {
  constructor(
    private readonly transactor: Transactor,
    private readonly config: Config,
  ) {}

  /** Returns how many rows were deleted. @param stopping begins nothing new once it is aborted */
  async execute(stopping?: AbortSignal): Promise<number> {
    let gone = 0;
    for (const rule of retentionRules()) {
      const days = typeof rule.days === 'number' ? rule.days : rule.days(this.config);
      for (let last = AT_ONCE; last === AT_ONCE && stopping?.aborted !== true; gone += last)
        last = (await this.transactor.run((tx) => tx.query(deletionSql(rule), [days, AT_ONCE]))).length;
    }
    return gone;
  }
}
