import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Audit, LastChange } from '@portal/platform/audit';
import { assertExpectedVersion, Transactor } from '@portal/platform/database';
import { NO_NOTES, notesByApiName, type SubmissionNotes } from './domain/submission-notes.js';
import { listingsErrors } from '../errors.js';
import { SubmissionNotesRepository } from './submission-notes.repository.js';
import { SubmissionsRepository } from './submissions.repository.js';

const WRITTEN = 'submission_notes.written';
const OPEN: ReadonlySet<string> = new Set(['received', 'validating', 'in_review', 'changes_requested']);

/** The author writes to the reviewer why each permission is needed, how to try the Drive, and whom to ask. */
@Injectable()
export class WriteSubmissionNotes {
  constructor(
    private readonly transactor: Transactor,
    private readonly submissions: SubmissionsRepository,
    private readonly notes: SubmissionNotesRepository,
    private readonly audit: Audit,
    private readonly lastChange: LastChange,
  ) {}

  /**
   * `expectedVersion` is the revision of the notes that were read.
   * @throws AppError `submission_not_found` (404), `submission_notes_closed`, `changed_meanwhile` (409)
   */
  async execute(input: {
    actor: Actor;
    submissionId: string;
    notes: SubmissionNotes;
    expectedVersion: string;
  }): Promise<void> {
    const { actor, notes } = input;
    await this.transactor.run(async (tx) => {
      const submission = await this.submissions.lockOwn(tx, input.submissionId, actor);
      if (!OPEN.has(submission.state)) throw new AppError(listingsErrors.submission_notes_closed);
      const before = notesByApiName((await this.notes.of(tx, submission.id)) ?? NO_NOTES);
      const after = notesByApiName(notes);
      const of = { subjectType: 'submission', subjectId: submission.id, actions: [WRITTEN] };
      await assertExpectedVersion(input.expectedVersion, before, after, () => this.lastChange.of(tx, of, actor));
      await this.notes.write(tx, actor, submission.id, notes);
      await this.audit.record(tx, {
        actor,
        action: WRITTEN,
        subjectType: 'submission',
        subjectId: submission.id,
        before,
        after,
      });
    });
  }
}
