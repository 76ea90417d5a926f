import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import type { AuditSubject } from '@portal/platform/audit';
import type { Tx } from '@portal/platform/database';
import type { AppealState } from './domain/appeal.js';
import { ListingAppealEnded } from '../events.js';
import type { ListingAppealEntity } from './appeal.entity.js';
import { ListingAppealsRepository } from './listing-appeals.repository.js';

type Recorded = Pick<ListingAppealEntity, 'id' | 'driveId' | 'orgId' | 'submissionId'>;

/** Event and audit row for the filing of an appeal and its end, whoever ends it. */
@Injectable()
export class AppealRecords {
  constructor(private readonly appeals: ListingAppealsRepository) {}

  async filed(tx: Tx, actor: Actor, appeal: Recorded, text: string): Promise<void> {
    await tx.audit(actor, 'appeal.filed', subject(appeal), {
      after: { appeal: 'open', appeal_id: appeal.id },
      reason: text,
    });
  }

  /** `text`: the reviewer's answer; null without a decision. */
  async ended(
    tx: Tx,
    actor: Actor,
    appeal: Recorded,
    state: Exclude<AppealState, 'open'>,
    text: string | null,
  ): Promise<void> {
    await tx.emit(ListingAppealEnded, { ...about(appeal), state, text });
    await tx.audit(actor, `appeal.${state}`, subject(appeal), {
      before: { appeal: 'open' },
      after: { appeal: state, appeal_id: appeal.id },
      reason: text,
    });
  }

  /** A newer submission replaces a refused one, and the open appeal about it. */
  async supersede(tx: Tx, actor: Actor, of: { driveId: string; orgId: string }): Promise<void> {
    for (const { id, submissionId } of await this.appeals.supersede(tx, of.driveId))
      await this.ended(tx, actor, { ...of, id, submissionId }, 'superseded', null);
  }
}

const about = ({ id, driveId, orgId, submissionId }: Recorded) => ({
  appeal_id: id,
  drive_id: driveId,
  org_id: orgId,
  submission_id: submissionId,
});

const subject = ({ driveId, submissionId }: Recorded): AuditSubject =>
  submissionId === null ? ['drive', driveId] : ['submission', submissionId];
