import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { requirePerson, type Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { refusalOf, Transactor } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import { billingErrors } from '../errors.js';
import { ShareAgreed } from '../events.js';
import { RevenueShareOverridesRepository } from './revenue-share-overrides.repository.js';

const REFUSALS = {
  share_overrides_second_person: billingErrors.proposer_cannot_approve,
  share_overrides_not_begun: billingErrors.share_month_begun,
  share_overrides_in_order: billingErrors.share_out_of_order,
};

/**
 * A second person's decision about a proposed revenue share. The proposer can only withdraw it, which counts as a
 * rejection.
 */
@Injectable()
export class DecideRevenueShare {
  constructor(
    private readonly transactor: Transactor,
    private readonly overrides: RevenueShareOverridesRepository,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /**
   * @throws AppError `share_proposal_not_found` (404), `proposer_cannot_approve` (403), `share_month_begun`,
   *   `share_out_of_order` (409), `forbidden` (403) when the caller is not a user
   */
  async execute(
    actor: Actor,
    proposalId: string,
    decision: { state: 'approved' | 'rejected'; note: string | null },
  ): Promise<void> {
    const userId = requirePerson(actor, 'A person must decide on a revenue share.');
    try {
      await this.transactor.run(async (tx) => {
        const row = await this.overrides.lock(tx, proposalId);
        if (row?.state !== 'proposed') throw new AppError(billingErrors.share_proposal_not_found);
        await this.overrides.decide(tx, { id: row.id, ...decision, userId, userName: actor.name });
        if (decision.state === 'approved')
          await this.outbox.emit(tx, ShareAgreed, {
            override_id: row.id,
            org_id: row.org_id,
            drive_id: row.drive_id,
            basis_points: row.basis_points,
            month: row.month,
          });
        await this.audit.record(tx, {
          actor,
          action: `share_override.${decision.state}`,
          subjectType: 'share_override',
          subjectId: row.id,
          before: { state: 'proposed' },
          after: { state: decision.state, basis_points: row.basis_points, month: row.month },
          reason: decision.note,
        });
      });
    } catch (error) {
      throw refusalOf(error, REFUSALS);
    }
  }
}
