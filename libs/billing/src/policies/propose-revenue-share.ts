import { Injectable } from '@nestjs/common';
import { Drives } from '@portal/authors';
import { AppError, Ids } from '@portal/kernel';
import { requirePerson, type Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { refusalOf, Transactor } from '@portal/platform/database';
import { parseMonth } from '../domain/month.js';
import { billingErrors } from '../errors.js';
import { InstallNames } from '../segments/install-names.js';
import { RevenueShareOverridesRepository, type ShareScope } from './revenue-share-overrides.repository.js';

export interface ShareProposal {
  readonly scope: ShareScope;
  /** 0 to 10000; null: the default share applies again. */
  readonly basisPoints: number | null;
  /** `YYYY-MM`, in the future. It applies to installs that start from then on. */
  readonly month: string;
  readonly reason: string;
}

/** Proposes a revenue share for an author or a Drive. Nothing changes until another finance user approves. */
@Injectable()
export class ProposeRevenueShare {
  constructor(
    private readonly transactor: Transactor,
    private readonly overrides: RevenueShareOverridesRepository,
    private readonly drives: Drives,
    private readonly names: InstallNames,
    private readonly ids: Ids,
    private readonly audit: Audit,
  ) {}

  /**
   * Returns the proposal's id.
   * @throws AppError `share_scope_unknown` (404), `month_invalid` (400), `share_month_begun`, `share_proposal_open`
   *   (409), `forbidden` (403) when the caller is not a user
   */
  async execute(actor: Actor, proposal: ShareProposal): Promise<string> {
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
        await this.overrides.propose(tx, { id, ...proposal, userId, userName: actor.name });
        await this.audit.record(tx, {
          actor,
          action: 'share_override.proposed',
          subjectType: 'share_override',
          subjectId: id,
          after: { ...scope, basis_points: proposal.basisPoints, month: proposal.month },
          reason: proposal.reason,
        });
        return id;
      });
    } catch (error) {
      throw refusalOf(error, { share_overrides_one_proposal: billingErrors.share_proposal_open });
    }
  }
}
