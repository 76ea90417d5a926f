import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import type { Tx } from '@portal/platform/database';
import type { SyncNoteKind } from './domain/sync-decision.js';

/** Kinds that are over as soon as a good manifest is read. */
export const TROUBLES = ['unreachable', 'invalid', 'origin_changed', 'drift'] as const;

export interface SyncNote {
  kind: SyncNoteKind;
  revisionId: string | null;
  digest: string | null;
  /** One sentence for the author. */
  text: string;
}

/** Findings of the sync about a Drive; one open note per kind. */
@Injectable()
export class SyncNotesRepository {
  constructor(private readonly ids: Ids) {}

  /** Stores a note; false when the same one exists. A note about another digest replaces the open one. */
  async add(tx: Tx, driveId: string, note: SyncNote): Promise<boolean> {
    await tx.query(
      `update listings.sync_notes set resolved_at = $4 where drive_id = $1 and kind = $2 and resolved_at is null and digest is distinct from $3`,
      [driveId, note.kind, note.digest, tx.now],
    );
    return tx.matched(
      `insert into listings.sync_notes (id, drive_id, kind, revision_id, digest, text, noticed_at) values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (drive_id, kind) where resolved_at is null do nothing returning 1 as added`,
      [this.ids.next(), driveId, note.kind, note.revisionId, note.digest, note.text, tx.now],
    );
  }

  async isOpen(tx: Tx, driveId: string, kind: SyncNoteKind): Promise<boolean> {
    return tx.matched('select 1 from listings.sync_notes where drive_id = $1 and kind = $2 and resolved_at is null', [
      driveId,
      kind,
    ]);
  }

  /** Open notes of the kinds named that are about a revision. */
  openAbout<K extends SyncNoteKind>(
    tx: Tx,
    driveId: string,
    kinds: readonly K[],
  ): Promise<{ kind: K; revisionId: string }[]> {
    return tx.query(
      `select kind, revision_id as "revisionId" from listings.sync_notes
       where drive_id = $1 and resolved_at is null and kind = any($2) and revision_id is not null`,
      [driveId, kinds],
    );
  }

  /** Closes open notes of the kinds named. */
  async resolve(tx: Tx, driveId: string, kinds: readonly SyncNoteKind[]): Promise<void> {
    await tx.query(
      'update listings.sync_notes set resolved_at = $3 where drive_id = $1 and resolved_at is null and kind = any($2)',
      [driveId, kinds, tx.now],
    );
  }
}
