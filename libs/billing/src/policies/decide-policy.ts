import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { requirePerson, type Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { refusalOf, Transactor } from '@portal/platform/database';
import type { PolicyKey } from './domain/policy.js';
import { billingErrors } from '../errors.js';
import { PoliciesRepository } from './policies.repository.js';

/**
 * A second person's decision about a proposed policy. The proposer can only withdraw it, which counts as a rejection.
 */
@Injectable()
export class DecidePolicy {
  constructor(
    private readonly transactor: Transactor,
    private readonly policies: PoliciesRepository,
    private readonly audit: Audit,
  ) {}

  /**
   * Returns the key of the policy.
   * @throws AppError `policy_proposal_not_found` (404), `proposer_cannot_approve` (403), `policy_month_closed`,
   *   `policy_out_of_order` (409), `forbidden` (403) when the caller is not a user
   */
  async execute(
    actor: Actor,
    proposalId: string,
    decision: { state: 'approved' | 'rejected'; note: string | null },
  ): Promise<PolicyKey> {
    const userId = requirePerson(actor, 'A person must decide on a policy.');
    try {
      return await this.transactor.run(async (tx) => {
        const row = await this.policies.lock(tx, proposalId);
        if (row?.state !== 'proposed') throw new AppError(billingErrors.policy_proposal_not_found);
        await this.policies.decide(tx, { id: row.id, ...decision, userId, userName: actor.name });
        await this.audit.record(tx, {
          actor,
          action: `policy.${decision.state}`,
          subjectType: 'policy',
          subjectId: row.key,
          before: { state: 'proposed' },
          after: { version: row.version, value: row.value, valid_from: row.valid_from.toISOString() },
          reason: decision.note,
        });
        return row.key;
      });
    } catch (error) {
      throw refusalOf(error, {
        policies_second_person: billingErrors.proposer_cannot_approve,
        policies_open_months: billingErrors.policy_month_closed,
        policies_in_order: billingErrors.policy_out_of_order,
      });
    }
  }
}
