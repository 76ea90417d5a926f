import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';

/** A Drive that tells of changes all the time has its list read this often. */
const EVERY = `interval '10 minutes'`;

/** A Drive told that its list of subprocessors changed: it is read now, not with its next turn. */
@Injectable()
export class ReadSubprocessorsSoon {
  /** Nothing happens for a Drive whose list is not watched. */
  async execute(tx: Tx, driveId: string): Promise<void> {
    await tx.query(
      `update listings.subprocessor_lists set next_read_at = least(next_read_at, greatest(clock_timestamp(), read_at + ${EVERY})) where drive_id = $1`,
      [driveId],
    );
  }
}
