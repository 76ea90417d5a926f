import { Injectable } from '@nestjs/common';
import type { Queryable } from '@portal/ledger';
import type { PolicyKey, PolicyValues } from './domain/policy.js';
import { PoliciesRepository } from './policies.repository.js';

/** The rules that finance decides, as they hold at an instant. What was true then stays true: versions never change. */
@Injectable()
export class Policies {
  constructor(private readonly policies: PoliciesRepository) {}

  /**
   * @param q a transaction, or the database
   * @param at business time; for what belongs to a month, an instant of that month
   * @throws Error when no version holds, which the built-in rows rule out for any time since 2000
   */
  async at<K extends PolicyKey>(q: Queryable, key: K, at: Date): Promise<PolicyValues[K]> {
    return (await this.versionAt(q, key, at)).value;
  }

  /**
   * What was known to hold at an instant, for what was printed then and is printed again: a later decision that is
   * dated back does not change it. Undefined before the portal knew the policy.
   */
  async printedAt<K extends PolicyKey>(q: Queryable, key: K, at: Date): Promise<PolicyValues[K] | undefined> {
    return (await this.policies.decidedAt(q, key, at))?.value as PolicyValues[K] | undefined;
  }

  /** As `at` with its version, for what is pinned or printed. */
  async versionAt<K extends PolicyKey>(
    q: Queryable,
    key: K,
    at: Date,
  ): Promise<{ id: string; version: number; value: PolicyValues[K] }> {
    const row = await this.policies.at(q, key, at);
    if (!row) throw new Error(`no version of the policy ${key} holds at ${at.toISOString()}`);
    // Only values that parsePolicy took are ever written, and they are never changed.
    return { id: row.id, version: row.version, value: row.value as PolicyValues[K] };
  }
}
