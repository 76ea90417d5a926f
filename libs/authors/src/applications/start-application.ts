import { Injectable } from '@nestjs/common';
import { AppError, commonErrors, invariant, utcMinute } from '@portal/kernel';
import { Identity } from '@portal/identity';
import { scopeIds, type Actor } from '@portal/platform/access';
import { grantOwnership, sqlState, Transactor, violatedConstraint, takeLock, type Tx } from '@portal/platform/database';
import { tidyAnswers, type Answers } from './domain/answers.js';
import { mayApplyFrom } from '../offboarding/domain/offboarding.js';
import { mayApplyAgainFrom } from './domain/refusal.js';
import { authorsErrors } from '../errors.js';
import { organizationOf } from '../organizations/authorized-organization.js';
import { ApplicationsRepository } from './applications.repository.js';
import { OrganizationsRepository } from '../organizations/organizations.repository.js';

/**
 * Creates an application. Anyone with an account may apply; the first application creates the organisation with its
 * first member.
 */
@Injectable()
export class StartApplication {
  constructor(
    private readonly transactor: Transactor,
    private readonly applications: ApplicationsRepository,
    private readonly organizations: OrganizationsRepository,
    private readonly identity: Identity,
  ) {}

  /**
   * Returns the id of the draft.
   * @throws AppError `session_required` (403) for a token without an organisation, `application_open` (409) while
   *   another one is open, `account_terminated` (403), `reapplication_too_soon` (409) after the end of an account,
   *   `application_refused_recently`, `appeal_waits` (409) after a rejection.
   */
  async execute(input: { actor: Actor; answers: Answers }): Promise<{ id: string; orgId: string }> {
    const { actor } = input;
    const userId = actor.userId;
    invariant(userId, 'an applicant is a person');
    // Finding or creating the person's organisation goes beyond what a token without an organisation may do.
    if (actor.kind !== 'user' && organizationOf(actor) === undefined) throw new AppError(commonErrors.session_required);
    const tidy = tidyAnswers(input.answers);
    // Whoever applies gave a name at sign-up, and is not asked for it again.
    const answers = { ...tidy, founderName: tidy.founderName || (actor.kind === 'user' ? actor.name : '') };
    try {
      return await this.transactor.run(async (tx) => {
        // Without the lock, two concurrent first applications would create two organisations.
        await takeLock(tx, 'authors.application', { key: userId });
        const members = await tx.query<{ org_id: string }>(
          'select org_id from authors.organization_members where user_id = $1 and left_at is null order by joined_at',
          [userId],
        );
        const acting = organizationOf(actor);
        const mine = [...new Set([...scopeIds(actor, 'author'), ...members.map((member) => member.org_id)])];
        // Organisations of the person that this request has no access to yet.
        for (const orgId of mine)
          if (orgId !== acting) await tx.bypassRowSecurity(() => Promise.resolve(grantOwnership(orgId)));
        const known = await this.applyingOrg(tx, mine);
        const facts = { name: answers.companyName || actor.name, country: answers.country, website: answers.website };
        if (known) await this.assertNotRefused(tx, known);
        if (known) await this.organizations.describe(tx, known, facts);
        const orgId = known ?? (await this.found(tx, facts, userId, actor));
        const id = await this.applications.add(tx, orgId, userId, answers);
        await this.applications.addStep(tx, id, { action: 'created', actor });
        await tx.audit(actor, 'application.created', ['application', id]);
        return { id, orgId };
      });
    } catch (error) {
      if (sqlState(error) === '23505' && violatedConstraint(error) === 'applications_one_open') {
        throw new AppError(authorsErrors.application_open, { cause: error });
      }
      throw error;
    }
  }

  /**
   * The organisation that applies: one whose account has not ended. After the end of an account its members may apply
   * with a new organisation once some time has passed, unless the operator ended it.
   */
  private async applyingOrg(tx: Tx, orgIds: readonly string[]): Promise<string | undefined> {
    for (const orgId of orgIds) {
      const ended = await this.organizations.ended(tx, orgId);
      if (!ended) return orgId;
      const from = mayApplyFrom(ended);
      if (from === null) throw new AppError(authorsErrors.account_terminated);
      if (tx.now < from) throw new AppError(authorsErrors.reapplication_too_soon);
    }
    return undefined;
  }

  private async assertNotRefused(tx: Tx, orgId: string): Promise<void> {
    if (await this.applications.hasOpenAppeal(tx, orgId)) throw new AppError(authorsErrors.appeal_waits);
    const refusedAt = await this.applications.refusedAt(tx, orgId);
    const from = refusedAt && mayApplyAgainFrom(refusedAt);
    if (from === undefined || tx.now >= from) return;
    throw new AppError(authorsErrors.application_refused_recently, {
      details: [{ pointer: '', code: 'may_apply_from', message: `You can apply again from ${utcMinute(from)}.` }],
    });
  }

  /**
   * Creates the organisation of a first application. It has no owner until it exists, so row-level security is
   * bypassed.
   */
  private found(tx: Tx, facts: Parameters<OrganizationsRepository['add']>[1], userId: string, actor: Actor) {
    return tx.bypassRowSecurity(async () => {
      const orgId = await this.organizations.add(tx, facts, userId);
      await this.identity.grantRole(tx, { userId, role: 'author', scopeId: orgId, reason: 'first application' });
      grantOwnership(orgId);
      // A session that acted for an ended organisation acts for the new one.
      if (actor.actsFor !== undefined) await this.identity.actFor(tx, actor, orgId);
      return orgId;
    });
  }
}
