import { Injectable } from '@nestjs/common';
import type { Queryable } from '@portal/ledger';
import type { ColumnsOf, Tx } from '@portal/platform/database';
import type { PolicyKey } from './domain/policy.js';
import type { Exponents } from './domain/policy-definition.js';
import type { BillingPolicyEntity } from './policy.entity.js';

type PolicyRow = ColumnsOf<BillingPolicyEntity>;

/** With who decided it and why. */
export type DecidedPolicyRow = PolicyRow & { reason: string; proposed_by: string; decided_by: string | null };

interface DecidedValue {
  readonly id: string;
  readonly approvalId: string;
  readonly key: PolicyKey;
  readonly value: unknown;
  readonly valid_from: string;
}

/** Versions of policies. Rows are written once. */
@Injectable()
export class PoliciesRepository {
  /** The version in force at an instant: the approved one with the latest start. */
  async at(q: Queryable, key: PolicyKey, at: Date): Promise<PolicyRow | undefined> {
    const [row] = await q.query<PolicyRow>(
      `select * from billing.policies where key = $1 and valid_from <= $2 order by valid_from desc limit 1`,
      [key, at],
    );
    return row;
  }

  /** Those of `at`, of every policy. */
  async allAt(q: Queryable, at: Date): Promise<PolicyRow[]> {
    return q.query<PolicyRow>(
      'select distinct on (key) * from billing.policies where valid_from <= $1 order by key, valid_from desc',
      [at],
    );
  }

  /** The same as known at that instant: later decisions do not change it, even if they are backdated. */
  async decidedAt(q: Queryable, key: PolicyKey, at: Date): Promise<PolicyRow | undefined> {
    const [row] = await q.query<PolicyRow>(
      `select * from billing.policies where key = $1 and valid_from <= $2 and decided_at <= $2
       order by valid_from desc limit 1`,
      [key, at],
    );
    return row;
  }

  /** Every version, newest first; of one key or of all. */
  async list(q: Queryable, key?: PolicyKey): Promise<DecidedPolicyRow[]> {
    return q.query<DecidedPolicyRow>(
      `select p.*, coalesce(a.reason, 'Built in') as reason, coalesce(a.proposed_by_name, 'Drive Portal') as proposed_by, a.decided_by_name as decided_by
       from billing.policies p left join approvals.approvals a on a.id = p.approval_id
       where $1::text is null or p.key = $1 order by p.key, p.version desc`,
      [key ?? null],
    );
  }

  /** Values that begin later, the next first, then those of `mustDecide` that still are as the product came. */
  coming(q: Queryable, mustDecide: readonly PolicyKey[]): Promise<{ key: PolicyKey; valid_from: Date | null }[]> {
    return q.query(
      `select key, valid_from from billing.policies where valid_from > (select platform.portal_now())
       union all select key, null from billing.policies where key = any($1) and (key <> 'vat_currency' or (
         select value->>'provider' from billing.policies where key = 'tax' and valid_from <= (select platform.portal_now())
         order by valid_from desc limit 1) <> 'none') group by key having max(version) = 1
       order by valid_from nulls last, key`,
      [mustDecide],
    );
  }

  /** As the next version. */
  async add(tx: Tx, { id, approvalId, key, value, valid_from }: DecidedValue): Promise<void> {
    await tx.query(
      `insert into billing.policies (id, key, version, value, valid_from, approval_id)
       select $1, $2, max(version) + 1, $3::jsonb, $4, $5 from billing.policies where key = $2`,
      [id, key, JSON.stringify(value), valid_from, approvalId],
    );
  }

  /** True when a month that is closed or being closed ends after the instant. */
  async monthClosedAfter(tx: Tx, at: Date): Promise<boolean> {
    return tx.matched(`select 1 from billing.periods where state <> 'open' and billing.month_end(month) > $1 limit 1`, [
      at,
    ]);
  }

  /** Whether live listings pay a listing fee that the value lacks. */
  async feeNeeded(tx: Tx, value: unknown): Promise<boolean> {
    return (await tx.query('select 1 where billing.fee_needed($1)', [JSON.stringify(value)])).length > 0;
  }

  async currencies(q: Queryable): Promise<Exponents> {
    const rows = await q.query<{ code: string; exponent: number }>('select code, exponent from ledger.currency');
    return new Map(rows.map(({ code, exponent }) => [code, exponent]));
  }
}
