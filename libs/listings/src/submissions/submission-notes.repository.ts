import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import type { SubmissionNotes } from './domain/submission-notes.js';

/** Writes `listings.submission_notes`. */
@Injectable()
export class SubmissionNotesRepository {
  async of(tx: Tx, submissionId: string): Promise<SubmissionNotes | undefined> {
    const [row] = await tx.query<{ permission_reasons: Record<string, string>; test_notes: string; contact: string }>(
      'select permission_reasons, test_notes, contact from listings.submission_notes where submission_id = $1',
      [submissionId],
    );
    return row && { permissionReasons: row.permission_reasons, testNotes: row.test_notes, contact: row.contact };
  }

  /** A new submission of a Drive begins with the notes of the last one, with their writer and time. */
  async carry(tx: Tx, to: { id: string; driveId: string; orgId: string }): Promise<void> {
    await tx.query(
      `insert into listings.submission_notes (submission_id, permission_reasons, test_notes, contact, written_by, written_by_name, written_at)
       select $1, n.permission_reasons, n.test_notes, n.contact, n.written_by, n.written_by_name, n.written_at
       from listings.submissions s join listings.submission_notes n on n.submission_id = s.id
       where s.drive_id = $2 and s.org_id = $3 order by s.created_at desc, s.id desc limit 1`,
      [to.id, to.driveId, to.orgId],
    );
  }

  async write(tx: Tx, actor: Actor, submissionId: string, notes: SubmissionNotes): Promise<void> {
    await tx.query(
      `insert into listings.submission_notes (submission_id, permission_reasons, test_notes, contact, written_by, written_by_name, written_at)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (submission_id) do update set permission_reasons = excluded.permission_reasons, test_notes = excluded.test_notes,
         contact = excluded.contact, written_by = excluded.written_by, written_by_name = excluded.written_by_name, written_at = excluded.written_at`,
      [
        submissionId,
        JSON.stringify(notes.permissionReasons),
        notes.testNotes,
        notes.contact,
        actor.userId ?? null,
        actor.name,
        tx.now,
      ],
    );
  }
}
