import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { ExportsRepository } from './persistence/exports.repository.js';
import { EXPORT_KEPT_MS } from './read/exports.js';

/** Deletes exports that were requested more than 30 days ago. */
@Injectable()
export class PurgeExports {
  constructor(
    private readonly transactor: Transactor,
    private readonly exports: ExportsRepository,
  ) {}

  /** Returns how many were deleted. */
  execute(): Promise<number> {
    return this.transactor.run((tx) => this.exports.deleteBefore(tx, new Date(tx.now.getTime() - EXPORT_KEPT_MS)));
  }
}
