import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import { SYSTEM_ACTOR, type Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { AppealRecords } from '../appeals/appeal-records.js';
import { submissionStates, type SubmissionKind, type SubmissionState } from './domain/submission-state.js';
import { listingsErrors } from '../errors.js';
import { SubmissionMoved, SubmissionReceived } from '../events.js';
import type { RevisionEntity } from '../listing/listing.entity.js';
import type { SubmissionEntity } from './submission.entity.js';
import { SubmissionNotesService } from './submission-notes.service.js';
import { SubmissionsRepository } from './submissions.repository.js';

/** The transitions of submissions with their audit rows and events. */
@Injectable()
export class SubmissionTransitions {
  constructor(
    private readonly ids: Ids,
    private readonly submissions: SubmissionsRepository,
    private readonly notes: SubmissionNotesService,
    private readonly appeals: AppealRecords,
  ) {}

  async receive(
    tx: Tx,
    actor: Actor,
    submission: { driveId: string; orgId: string; kind: SubmissionKind; manifestUrl: string; origin: string },
  ): Promise<string> {
    const id = this.ids.next();
    await this.submissions.add(tx, {
      id,
      ...submission,
      state: 'received',
      submittedBy: actor.userId,
      createdAt: tx.now,
    });
    await this.notes.carry(tx, { id, ...submission });
    await this.appeals.supersede(tx, actor, submission);
    await tx.emit(SubmissionReceived, { submission_id: id, drive_id: submission.driveId });
    await tx.audit(actor, 'submission.received', ['submission', id], {
      after: { state: 'received', manifest_url: submission.manifestUrl },
    });
    return id;
  }

  /** A changed manifest that the sync found and a person has to review. Its checks have run already. */
  async openUpdate(tx: Tx, revision: RevisionEntity, orgId: string, baseRevisionId: string): Promise<string> {
    const id = this.ids.next();
    const { driveId, manifestUrl, origin } = revision;
    await this.submissions.add(tx, {
      id,
      driveId,
      orgId,
      kind: 'update',
      state: 'in_review',
      manifestUrl,
      origin,
      revisionId: revision.id,
      baseRevisionId,
      validatedAt: tx.now,
      waitingSince: tx.now,
      createdAt: tx.now,
    });
    await this.notes.carry(tx, { id, driveId, orgId });
    await this.appeals.supersede(tx, SYSTEM_ACTOR, { driveId, orgId });
    await this.emitMoved(tx, { id, driveId, orgId }, null, 'in_review');
    await tx.audit(SYSTEM_ACTOR, 'submission.in_review', ['submission', id], {
      after: { state: 'in_review', digest: revision.digest },
    });
    return id;
  }

  /**
   * Ends the open submissions of a Drive, so that a new one can replace them.
   * @throws AppError `submission_open` (409) while its checks run.
   */
  async makeRoom(tx: Tx, actor: Actor, driveId: string): Promise<void> {
    const earlier = await this.submissions.openOf(tx, driveId);
    if (!earlier) return;
    if (earlier.state === 'received' || earlier.state === 'validating')
      throw listingsErrors.submission_open({ retryAfterMs: 5_000 });
    await this.move(tx, actor, earlier, 'withdrawn', {}, 'replaced by a newer submission');
  }

  /** @throws AppError `invalid_transition` (409), also when another request was faster. */
  async move(
    tx: Tx,
    actor: Actor,
    submission: SubmissionEntity,
    to: SubmissionState,
    changes: Partial<SubmissionEntity> = {},
    reason?: string,
  ): Promise<void> {
    submissionStates.assert(submission.state, to);
    const moved = await this.submissions.move(tx, submission.id, submission.state, to, changes);
    if (!moved) submissionStates.assert(to, to);
    if (to === 'in_review') await this.submissions.weigh(tx, submission.id);
    await this.emitMoved(tx, submission, submission.state, to);
    await tx.audit(actor, `submission.${to}`, ['submission', submission.id], {
      before: { state: submission.state },
      after: { state: to },
      reason,
    });
  }

  private async emitMoved(
    tx: Tx,
    { id, driveId, orgId }: Pick<SubmissionEntity, 'id' | 'driveId' | 'orgId'>,
    from: SubmissionState | null,
    state: SubmissionState,
  ): Promise<void> {
    await tx.emit(SubmissionMoved, { submission_id: id, drive_id: driveId, org_id: orgId, from, state });
  }
}
