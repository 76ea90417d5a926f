import { Injectable } from '@nestjs/common';
import { AppError, type Page } from '@portal/kernel';
import { Database, isoDates } from '@portal/platform/database';
import {
  describePolicy,
  isPolicyKey,
  POLICY_KEYS,
  policyDefinition,
  type PolicyKey,
  type PolicyValues,
} from './domain/policy.js';
import type { Exponents } from './domain/policy-definition.js';
import { billingErrors } from '../errors.js';
import type { ComingPolicyView, PolicyPreviewView, PolicyView } from './policies.view.js';
import { readPolicy } from './read-policy.js';
import { PoliciesRepository, type DecidedPolicyRow } from './policies.repository.js';

/**
 * What a host cannot leave as the product came: who sells, with which tax (and, while it is charged, stated in which currency),
 * and what a listing costs.
 */
const MUST_DECIDE: readonly PolicyKey[] = ['operator_identity', 'tax', 'vat_currency', 'listing_fee'];

/** Every policy with its current, scheduled and past values. */
@Injectable()
export class ListPolicies {
  constructor(
    private readonly database: Database,
    private readonly policies: PoliciesRepository,
  ) {}

  async list(): Promise<Page<PolicyView>> {
    const [rows, exponents, now] = await Promise.all([
      this.policies.list(this.database),
      this.policies.currencies(this.database),
      this.database.now(),
    ]);
    const items = POLICY_KEYS.map((key) =>
      policyView(
        key,
        rows.filter((row) => row.key === key),
        exponents,
        now,
      ),
    );
    return { items, next_cursor: null };
  }

  /** What changes by itself, the next first, and what the host still has to decide. */
  async coming(): Promise<ComingPolicyView[]> {
    return (await this.policies.coming(this.database, MUST_DECIDE)).map(({ key, valid_from }) => ({
      key,
      title: policyDefinition(key).title,
      effective_at: valid_from?.toISOString() ?? null,
    }));
  }

  /** @throws AppError `policy_not_found` (404) */
  async get(key: string): Promise<PolicyView> {
    if (!isPolicyKey(key)) throw new AppError(billingErrors.policy_not_found);
    const [rows, exponents, now] = await Promise.all([
      this.policies.list(this.database, key),
      this.policies.currencies(this.database),
      this.database.now(),
    ]);
    return policyView(key, rows, exponents, now);
  }

  /**
   * The meaning of a value compared with the current one.
   * @throws AppError `policy_not_found` (404), `policy_value_invalid`, `tax_id_invalid` (422)
   */
  async preview(key: string, value: unknown): Promise<PolicyPreviewView> {
    if (!isPolicyKey(key)) throw new AppError(billingErrors.policy_not_found);
    const exponents = await this.policies.currencies(this.database);
    const parsed = readPolicy(key, value, new Set(exponents.keys()));
    return { now: (await this.get(key)).sentence, then: describePolicy(key, parsed, exponents), value: parsed };
  }
}

function policyView(key: PolicyKey, rows: readonly DecidedPolicyRow[], exponents: Exponents, now: Date): PolicyView {
  const versions = rows.map((row) => versionView(row, exponents));
  const current = versions.find((version) => new Date(version.valid_from) <= now)!;
  return {
    key,
    title: policyDefinition(key).title,
    form: policyDefinition(key).form,
    sentence: current.sentence,
    value: current.value,
    version: current.version,
    valid_from: current.valid_from,
    coming: versions.find((version) => new Date(version.valid_from) > now) ?? null,
    versions,
  };
}

function versionView({ key, approval_id: _approval, ...row }: DecidedPolicyRow, exponents: Exponents) {
  return { ...isoDates(row), sentence: describePolicy(key, row.value as PolicyValues[PolicyKey], exponents) };
}
