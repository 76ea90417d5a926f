import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { AppError, Ids } from '@portal/kernel';
import { requirePerson, type Actor } from '@portal/platform/access';
import { refusalOf, Transactor, type Tx } from '@portal/platform/database';
import { isPolicyKey, parsePolicy, type PolicyKey } from './domain/policy.js';
import { billingErrors } from '../errors.js';
import { PoliciesRepository, type PolicyRow } from './policies.repository.js';

interface PolicyProposal {
  key: string;
  /** JSON, validated against the policy's definition. */
  value: unknown;
  validFrom: Date;
  reason: string;
}

/** Proposals of policy values. Nothing changes until another finance user approves. */
@Injectable()
export class PolicyProposals {
  constructor(
    private readonly transactor: Transactor,
    private readonly policies: PoliciesRepository,
    private readonly ids: Ids,
  ) {}

  /**
   * @throws AppError `policy_not_found` (404), `policy_value_invalid` (422), `policy_unchanged`,
   *   `policy_proposal_open`, `policy_month_closed`, `policy_out_of_order` (409), `forbidden` (403) when the caller is
   *   not a user
   */
  async propose(actor: Actor, proposal: PolicyProposal): Promise<string> {
    const { key } = proposal;
    if (!isPolicyKey(key)) throw new AppError(billingErrors.policy_not_found);
    const userId = requirePerson(actor, 'A person must propose a policy.');
    try {
      return await this.transactor.run(async (tx) => {
        const id = this.ids.next();
        const value = parsePolicy(key, proposal.value, new Set((await this.policies.currencies(tx)).keys()));
        const before = this.holdingThen(await this.policies.list(tx, key), proposal.validFrom);
        if (isDeepStrictEqual(before.value, value)) throw new AppError(billingErrors.policy_unchanged);
        if (await this.policies.monthClosedAfter(tx, proposal.validFrom))
          throw new AppError(billingErrors.policy_month_closed);
        const row = await this.policies.propose(tx, {
          id,
          key,
          value,
          validFrom: proposal.validFrom,
          reason: proposal.reason,
          userId,
          userName: actor.name,
        });
        await this.note(tx, actor, key, row, before);
        return id;
      });
    } catch (error) {
      throw refusalOf(error, {
        policies_one_proposal: billingErrors.policy_proposal_open,
        policies_numbered: billingErrors.policy_proposal_open,
      });
    }
  }

  /**
   * A second person's decision. The proposer can only withdraw, which counts as a rejection. Returns the policy's key.
   * @throws AppError `policy_proposal_not_found` (404), `proposer_cannot_approve` (403), `policy_month_closed`,
   *   `policy_out_of_order` (409), `forbidden` (403) when the caller is not a user
   */
  async decide(
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
        await tx.audit(actor, `policy.${decision.state}`, ['policy', row.key], {
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

  private holdingThen(versions: PolicyRow[], at: Date): PolicyRow {
    const [newest] = versions.filter((row) => row.state === 'approved');
    if (!newest || newest.valid_from >= at) throw new AppError(billingErrors.policy_out_of_order);
    return newest;
  }

  private async note(tx: Tx, actor: Actor, key: PolicyKey, row: PolicyRow, before: PolicyRow): Promise<void> {
    await tx.audit(actor, 'policy.proposed', ['policy', key], {
      before: { version: before.version, value: before.value },
      after: { version: row.version, value: row.value, valid_from: row.valid_from.toISOString() },
      reason: row.reason,
    });
  }
}
