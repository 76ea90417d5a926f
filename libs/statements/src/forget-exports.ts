import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { EXPORT_KEPT_MS } from './read/exports.js';

/** Deletes exports that were requested more than 30 days ago. */
@Injectable()
export class ForgetExports {
  constructor(private readonly transactor: Transactor) {}

  /** Returns how many were deleted. */
  execute(): Promise<number> {
    return this.transactor.run(async (tx) => {
      const before = new Date(tx.now.getTime() - EXPORT_KEPT_MS);
      return (await tx.query('delete from statements.exports where created_at < $1 returning id', [before])).length;
    });
  }
}
