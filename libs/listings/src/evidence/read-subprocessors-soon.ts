import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';

/** Shortest time between two reads for a Drive that announces changes all the time. */
const EVERY = `interval '10 minutes'`;

/** Reads a Drive's list of subprocessors now, because its event announced a change. */
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
