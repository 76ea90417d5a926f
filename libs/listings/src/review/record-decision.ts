import { Injectable } from '@nestjs/common';
import type { Contact } from '@portal/authors';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { stateAfter, type Decision } from '../submissions/domain/submission-state.js';
import type { SubmissionEntity } from '../submissions/submission.entity.js';
import { SubmissionTransitions } from '../submissions/submission-transitions.js';
import type { RejectionCode } from './domain/review-case.js';
import { ReviewMails } from './review-mails.js';

/** Records a decision, and mails the author. The submission is locked. */
@Injectable()
export class RecordDecision {
  constructor(
    private readonly transitions: SubmissionTransitions,
    private readonly mails: ReviewMails,
  ) {}

  /** `name`: of the Drive by the revision that was decided on. */
  async execute(
    tx: Tx,
    input: {
      actor: Actor;
      submission: SubmissionEntity;
      name: string;
      decision: Decision;
      code: RejectionCode | undefined;
      reason: string;
      authors: readonly Contact[];
    },
  ): Promise<void> {
    const { actor, submission, name, decision, code, reason, authors } = input;
    const decided = {
      decision,
      decisionCode: decision === 'reject' ? (code ?? null) : null,
      decisionReason: reason,
      decidedBy: actor.userId,
      decidedAt: tx.now,
    };
    await this.transitions.move(tx, actor, submission, stateAfter(decision), decided, reason);
    await this.mails.decided(tx, submission.id, name, { decision, reason }, authors);
  }
}
