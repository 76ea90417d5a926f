import { Injectable } from '@nestjs/common';
import { Drives } from '@portal/authors';
import { AppError, Ids } from '@portal/kernel';
import { requirePerson, type Actor } from '@portal/platform/access';
import { refusalOf, Transactor } from '@portal/platform/database';
import { parseMonth } from '../domain/month.js';
import { billingErrors } from '../errors.js';
import { ShareAgreed } from '../events.js';
import { InstallNames } from '../segments/install-names.js';
import { ShareOverrideEntity } from './policy.entity.js';

/** Scope of a share: all Drives of an author, or one Drive, which takes precedence. */
export type ShareScope = { readonly orgId: string } | { readonly driveId: string };

type ShareOverrideRow = Pick<ShareOverrideEntity, 'id' | 'state' | 'month'> & {
  org_id: string | null;
  drive_id: string | null;
  basis_points: number | null;
};

export interface ShareProposal {
  readonly scope: ShareScope;
  /** 0 to 10000; null: the default share applies again. */
  readonly basisPoints: number | null;
  /** `YYYY-MM`, in the future. It applies to installs that start from then on. */
  readonly month: string;
  readonly reason: string;
}

const REFUSALS = {
  share_overrides_second_person: billingErrors.proposer_cannot_approve,
  share_overrides_not_begun: billingErrors.share_month_begun,
  share_overrides_in_order: billingErrors.share_out_of_order,
};

/** Proposals of a revenue share for an author or a Drive. Nothing changes until another finance user approves. */
@Injectable()
export class RevenueShareProposals {
  constructor(
    private readonly transactor: Transactor,
    private readonly drives: Drives,
    private readonly names: InstallNames,
    private readonly ids: Ids,
  ) {}

  /**
   * Returns the proposal's id.
   * @throws AppError `share_scope_unknown` (404), `month_invalid` (400), `share_month_begun`, `share_proposal_open`
   *   (409), `forbidden` (403) when the caller is not a user
   */
  async propose(actor: Actor, proposal: ShareProposal): Promise<string> {
    const userId = requirePerson(actor, 'A person must propose a revenue share.');
    const { scope } = proposal;
    const known =
      'driveId' in scope ? await this.drives.get(scope.driveId) : await this.names.organization(scope.orgId);
    if (known === undefined) throw new AppError(billingErrors.share_scope_unknown);
    const { startAt } = parseMonth(proposal.month);
    try {
      return await this.transactor.run(async (tx) => {
        if (startAt <= tx.now) throw new AppError(billingErrors.share_month_begun);
        const id = this.ids.next();
        const { basisPoints, reason } = proposal;
        const by = { proposedBy: userId, proposedByName: actor.name };
        await tx.manager.insert(ShareOverrideEntity, {
          id,
          ...scope,
          basisPoints,
          month: `${proposal.month}-01`,
          reason,
          ...by,
        });
        await tx.audit(actor, 'share_override.proposed', ['share_override', id], {
          after: { ...scope, basis_points: proposal.basisPoints, month: proposal.month },
          reason: proposal.reason,
        });
        return id;
      });
    } catch (error) {
      throw refusalOf(error, { share_overrides_one_proposal: billingErrors.share_proposal_open });
    }
  }

  /**
   * A second person's decision. The proposer can only withdraw, which counts as a rejection.
   * @throws AppError `share_proposal_not_found` (404), `proposer_cannot_approve` (403), `share_month_begun`,
   *   `share_out_of_order` (409), `forbidden` (403) when the caller is not a user
   */
  async decide(
    actor: Actor,
    proposalId: string,
    decision: { state: 'approved' | 'rejected'; note: string | null },
  ): Promise<void> {
    const userId = requirePerson(actor, 'A person must decide on a revenue share.');
    try {
      await this.transactor.run(async (tx) => {
        const [row] = await tx.query<ShareOverrideRow>(
          `select id, org_id, drive_id, basis_points, to_char(month, 'YYYY-MM') as month, state
           from billing.share_overrides where id = $1 for update`,
          [proposalId],
        );
        if (row?.state !== 'proposed') throw new AppError(billingErrors.share_proposal_not_found);
        await tx.query(
          `update billing.share_overrides set state = $2, decided_by = $3, decided_by_name = $4, decision_note = $5,
             decided_at = platform.portal_now() where id = $1 and state = 'proposed'`,
          [row.id, decision.state, userId, actor.name, decision.note],
        );
        if (decision.state === 'approved')
          await tx.emit(ShareAgreed, {
            override_id: row.id,
            org_id: row.org_id,
            drive_id: row.drive_id,
            basis_points: row.basis_points,
            month: row.month,
          });
        await tx.audit(actor, `share_override.${decision.state}`, ['share_override', row.id], {
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
