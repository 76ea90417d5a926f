import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import { LastChange } from '@portal/platform/audit';
import { assertExpectedVersion, Transactor, type Tx } from '@portal/platform/database';
import { NO_NOTES, notesByApiName, type SubmissionNotes } from './domain/submission-notes.js';
import { listingsErrors } from '../errors.js';
import { SubmissionsRepository } from './submissions.repository.js';

const WRITTEN = 'submission_notes.written';
const OPEN: ReadonlySet<string> = new Set(['received', 'validating', 'in_review', 'changes_requested']);

/** The author's notes to the reviewer: why each permission is needed, how to try the Drive, and whom to ask. */
@Injectable()
export class SubmissionNotesService {
  constructor(
    private readonly transactor: Transactor,
    private readonly submissions: SubmissionsRepository,
    private readonly lastChange: LastChange,
  ) {}

  /**
   * @param expectedVersion the revision of the notes that were read
   * @throws AppError `submission_not_found` (404), `submission_notes_closed`, `changed_meanwhile` (409)
   */
  async write(actor: Actor, submissionId: string, expectedVersion: string, notes: SubmissionNotes): Promise<void> {
    const { permissionReasons, testNotes, contact } = notes;
    await this.transactor.run(async (tx) => {
      const submission = await this.submissions.lockOwn(tx, submissionId, actor);
      if (!OPEN.has(submission.state)) throw listingsErrors.submission_notes_closed();
      const before = notesByApiName(await this.of(tx, submission.id));
      const after = notesByApiName(notes);
      await assertExpectedVersion(expectedVersion, before, after, () =>
        this.lastChange.of(tx, ['submission', submission.id], [WRITTEN], actor),
      );
      await tx.query(
        `insert into listings.submission_notes (submission_id, permission_reasons, test_notes, contact, written_by, written_by_name, written_at)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (submission_id) do update set permission_reasons = excluded.permission_reasons, test_notes = excluded.test_notes,
           contact = excluded.contact, written_by = excluded.written_by, written_by_name = excluded.written_by_name, written_at = excluded.written_at`,
        [submission.id, JSON.stringify(permissionReasons), testNotes, contact, actor.userId, actor.name, tx.now],
      );
      await tx.audit(actor, WRITTEN, ['submission', submission.id], { before, after });
    });
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

  private async of(tx: Tx, submissionId: string): Promise<SubmissionNotes> {
    const [row] = await tx.query<SubmissionNotes>(
      `select permission_reasons as "permissionReasons", test_notes as "testNotes", contact
       from listings.submission_notes where submission_id = $1`,
      [submissionId],
    );
    return row ?? NO_NOTES;
  }
}
