import { Injectable } from '@nestjs/common';
import { bypassRowSecurity, Database, revisionOf, type Tx } from '@portal/platform/database';
import { CRITERIA, CRITERIA_VERSION } from '../review/domain/review-criteria.js';
import { NO_NOTES, notesByApiName, type AskedFinding, type SubmissionNotes } from './domain/submission-notes.js';
import type { SubmissionMessageView, SubmissionNotesView } from './submissions.view.js';

interface NotesRow {
  permission_reasons: Record<string, string>;
  test_notes: string;
  contact: string;
  written_by_name: string;
  written_at: Date;
}

const AUTHORS_WORDS: ReadonlySet<string> = new Set(['submission.in_review', 'appeal.filed']);
/** `approved`, `appeal_granted` and so on. */
const decisionOf = (action: string): string => action.replace('submission.', '').replace('.', '_');

/** The texts around a submission: the author's notes, the reviewer's questions, the texts of earlier rounds. */
@Injectable()
export class SubmissionWords {
  constructor(private readonly database: Database) {}

  async notes(submissionId: string): Promise<SubmissionNotesView> {
    const [row] = await this.database.query<NotesRow>(
      'select permission_reasons, test_notes, contact, written_by_name, written_at from listings.submission_notes where submission_id = $1',
      [submissionId],
    );
    const notes: SubmissionNotes = row
      ? { permissionReasons: row.permission_reasons, testNotes: row.test_notes, contact: row.contact }
      : NO_NOTES;
    return {
      revision: revisionOf(notesByApiName(notes)),
      permission_reasons: Object.entries(notes.permissionReasons).map(([permission, reason]) => ({
        permission,
        reason,
      })),
      test_notes: notes.testNotes,
      contact: notes.contact,
      written_by: row?.written_by_name ?? null,
      written_at: row?.written_at.toISOString() ?? null,
    };
  }

  /**
   * The judgements against the Drive in the present round, which the author answers. In a transaction, as of that
   * transaction.
   */
  async asked(submissionId: string, tx?: Tx): Promise<AskedFinding[]> {
    const rows = await (tx ?? this.database).query<{ criterion: string; note: string }>(
      `select j.criterion, j.note from (
         select distinct on (n.criterion) n.criterion, n.note, n.verdict, n.round from listings.review_judgements n
         where n.submission_id = $1 and n.criteria_version = $2 order by n.criterion, n.seq desc) j
       join listings.submissions s on s.id = $1
       where s.state = 'changes_requested' and j.round = s.round and j.verdict in ('fail', 'needs_change')`,
      [submissionId, CRITERIA_VERSION],
    );
    const notes = new Map(rows.map((row) => [row.criterion, row.note]));
    return CRITERIA.flatMap(({ id, title }) =>
      notes.has(id) ? [{ criterion: id, title, note: notes.get(id) ?? '' }] : [],
    );
  }

  /**
   * All messages of reviewers and the author about this submission and earlier ones of the Drive, oldest first. The
   * caller has checked who may see the submission, because the audit trail has no access check.
   */
  thread(submissionId: string): Promise<SubmissionMessageView[]> {
    return bypassRowSecurity(async () => {
      const rows = await this.database.query<{
        id: string;
        version: string | null;
        at: Date;
        action: string;
        writer: string;
        text: string;
      }>(
        `select s.id, r.version, a.at, a.action, a.actor_name as writer, a.reason as text
         from listings.submissions mine join listings.submissions s on s.drive_id = mine.drive_id and s.org_id = mine.org_id
           and s.created_at <= mine.created_at
         join platform.audit_log a on a.subject_type = 'submission' and a.subject_id = s.id::text and a.reason is not null
           and a.action in ('submission.in_review', 'submission.changes_requested', 'submission.approved', 'submission.rejected',
             'appeal.filed', 'appeal.granted', 'appeal.dismissed')
         left join listings.revisions r on r.id = s.revision_id
         where mine.id = $1 order by a.seq desc limit 100`,
        [submissionId],
      );
      return rows.reverse().map((row): SubmissionMessageView => {
        const side = AUTHORS_WORDS.has(row.action) ? 'author' : 'reviewer';
        return {
          at: row.at.toISOString(),
          side,
          // Authors deal with the review team, not with a person.
          writer: side === 'reviewer' ? 'Reviewer' : row.writer,
          text: row.text,
          decision: row.action === 'submission.in_review' ? null : decisionOf(row.action),
          submission_id: row.id,
          version: row.version,
        };
      });
    });
  }
}
