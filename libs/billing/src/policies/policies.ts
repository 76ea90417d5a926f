import { Injectable } from '@nestjs/common';
import type { Queryable } from '@portal/ledger';
import type { PolicyKey, PolicyValues } from './domain/policy.js';
import { PoliciesRepository } from './policies.repository.js';

/** Finance's policies as of an instant. The past never changes, because versions are never changed. */
@Injectable()
export class Policies {
  constructor(private readonly policies: PoliciesRepository) {}

  /**
   * @param q a transaction, or the database
   * @param at business time; for what belongs to a month, an instant of that month
   * @throws Error when no version is in force, which the initial rows rule out for any time since 2000
   */
  async at<K extends PolicyKey>(q: Queryable, key: K, at: Date): Promise<PolicyValues[K]> {
    return (await this.versionAt(q, key, at)).value;
  }

  /** The values of all policies, with one statement; each has a built-in row. */
  async allAt(q: Queryable, at: Date): Promise<PolicyValues> {
    const rows = await this.policies.allAt(q, at);
    return Object.fromEntries(rows.map(({ key, value }) => [key, value])) as unknown as PolicyValues;
  }

  /**
   * The value as known at an instant, to reproduce what was printed then: later decisions, even backdated ones, do not
   * change it. Undefined before the policy existed.
   */
  async printedAt<K extends PolicyKey>(q: Queryable, key: K, at: Date): Promise<PolicyValues[K] | undefined> {
    return (await this.policies.decidedAt(q, key, at))?.value as PolicyValues[K] | undefined;
  }

  /** Like `at` with its version, for values that are pinned or printed. */
  async versionAt<K extends PolicyKey>(q: Queryable, key: K, at: Date) {
    const row = await this.policies.at(q, key, at);
    if (!row) throw new Error(`no version of the policy ${key} holds at ${at.toISOString()}`);
    // Only values that parsePolicy accepted are written, and they are never changed.
    return { id: row.id, version: row.version, value: row.value as PolicyValues[K] };
  }
}
