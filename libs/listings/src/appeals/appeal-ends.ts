import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import type { Tx } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import type { AppealState } from './domain/appeal.js';
import { ListingAppealEnded } from '../events.js';
import type { ListingAppeal } from './listing-appeals.repository.js';

/** What belongs to the end of an appeal, whoever ends it: audit row and event. */
@Injectable()
export class AppealEnds {
  constructor(
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** `text`: what the reviewer answers; null where nobody decided. */
  async record(
    tx: Tx,
    actor: Actor,
    appeal: Pick<ListingAppeal, 'id' | 'driveId' | 'orgId' | 'submissionId'>,
    state: Exclude<AppealState, 'open'>,
    text: string | null,
  ): Promise<void> {
    const { id, driveId, orgId, submissionId } = appeal;
    await this.outbox.emit(tx, ListingAppealEnded, {
      appeal_id: id,
      drive_id: driveId,
      org_id: orgId,
      submission_id: submissionId,
      state,
      text,
    });
    await this.audit.record(tx, {
      actor,
      action: `appeal.${state}`,
      subjectType: submissionId === null ? 'drive' : 'submission',
      subjectId: submissionId ?? driveId,
      before: { appeal: 'open' },
      after: { appeal: state, appeal_id: id },
      reason: text,
    });
  }
}
