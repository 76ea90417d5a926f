import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { ApprovalKind, ApprovalPreview, ApprovalSubject, Approved } from '@portal/approvals';
import { AppError, Ids, utcMinute } from '@portal/kernel';
import { Database, type Tx } from '@portal/platform/database';
import { billingErrors } from '../errors.js';
import { describePolicy, isPolicyKey, policyDefinition, type PolicyKey } from './domain/policy.js';
import { ListPolicies } from './list-policies.js';
import { readPolicy } from './read-policy.js';
import { PoliciesRepository } from './policies.repository.js';

/** Another value of a policy from an instant on. */
export interface PolicyValue {
  readonly key: PolicyKey;
  /** JSON, as its definition reads it. */
  readonly value: unknown;
  /** RFC 3339 in UTC. */
  readonly valid_from: string;
}

const TITLE_LENGTH = 400;

/** The next version of a policy. */
@Injectable()
export class PolicyKind implements ApprovalKind<PolicyValue> {
  readonly kind = 'policy';
  readonly subjectType = 'policy';
  readonly name = 'Policy';
  readonly roles = ['finance'] as const;
  readonly refusals = {
    policies_open_months: billingErrors.policy_month_closed,
    policies_in_order: billingErrors.policy_out_of_order,
    policies_numbered: billingErrors.policy_out_of_order,
    policies_fee_needed: billingErrors.listing_fee_in_use,
  };

  constructor(
    private readonly database: Database,
    private readonly policies: PoliciesRepository,
    private readonly read: ListPolicies,
    private readonly ids: Ids,
  ) {}

  /** @throws AppError `policy_not_found` (404), `policy_value_invalid`, `tax_id_invalid` (422) */
  async payloadOf(key: string, value: unknown, validFrom: Date): Promise<PolicyValue> {
    if (!isPolicyKey(key)) throw new AppError(billingErrors.policy_not_found);
    const currencies = new Set((await this.policies.currencies(this.database)).keys());
    return { key, value: readPolicy(key, value, currencies), valid_from: validFrom.toISOString() };
  }

  /** @throws AppError `policy_unchanged`, `policy_month_closed`, `policy_out_of_order`, `listing_fee_in_use` (409) */
  async subject(tx: Tx, { key, value, valid_from }: PolicyValue): Promise<ApprovalSubject> {
    const from = new Date(valid_from);
    const [newest] = await this.policies.list(tx, key);
    if (!newest || newest.valid_from >= from) throw new AppError(billingErrors.policy_out_of_order);
    if (isDeepStrictEqual(newest.value, value)) throw new AppError(billingErrors.policy_unchanged);
    if (await this.policies.monthClosedAfter(tx, from)) throw new AppError(billingErrors.policy_month_closed);
    if (key === 'listing_fee' && (await this.policies.feeNeeded(tx, value)))
      throw new AppError(billingErrors.listing_fee_in_use);
    const then = describePolicy(key, value as never, await this.policies.currencies(tx));
    return { subjectId: key, title: `${policyDefinition(key).title}: ${then}`.slice(0, TITLE_LENGTH) };
  }

  async preview({ key, value, valid_from }: PolicyValue): Promise<ApprovalPreview> {
    const { now, then } = await this.read.preview(key, value);
    const from = utcMinute(valid_from);
    return { effects: [`Now: ${now}`, `From ${from}: ${then}`] };
  }

  /** @throws AppError `policy_month_closed`, `policy_out_of_order`, `listing_fee_in_use` (409) */
  async apply(tx: Tx, { id, payload }: Approved<PolicyValue>): Promise<void> {
    await this.policies.add(tx, { id: this.ids.next(), approvalId: id, ...payload });
  }
}
