import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import { SyncNotesRepository } from './sync-notes.repository.js';

/** Shortest time between two reads for a Drive that announces changes all the time. */
const EVERY = `interval '10 minutes'`;

/** Findings from the installs of a Drive: notes for its author and reviewers until they are resolved. */
@Injectable()
export class DriveFindings {
  constructor(private readonly notes: SyncNotesRepository) {}

  /** The Drive confirmed the end of an install and took its token afterwards (contract: DELETE install/:id). */
  async tokenStillAccepted(tx: Tx, driveId: string, installId: string): Promise<void> {
    const text = `The scoped token of install ${installId} still opens its metrics after the uninstall was confirmed. Invalidate the token when you answer DELETE install/:id.`;
    await this.notes.add(tx, driveId, { kind: 'token_still_accepted', revisionId: null, digest: null, text });
  }

  /** It refuses the token of an ended install. */
  async tokenRefused(tx: Tx, driveId: string): Promise<void> {
    await this.notes.resolve(tx, driveId, ['token_still_accepted']);
  }

  /** Its event announced a change of its list of subprocessors, which is read now. Nothing happens for one not watched. */
  async subprocessorsChanged(tx: Tx, driveId: string): Promise<void> {
    await tx.query(
      `update listings.subprocessor_lists set next_read_at = least(next_read_at, greatest(clock_timestamp(), read_at + ${EVERY})) where drive_id = $1`,
      [driveId],
    );
  }
}
