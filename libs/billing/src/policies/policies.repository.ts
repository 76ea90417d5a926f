import { Injectable } from '@nestjs/common';
import type { Queryable } from '@portal/ledger';
import type { ColumnsOf, Tx } from '@portal/platform/database';
import type { PolicyKey } from './domain/policy.js';
import type { Exponents } from './domain/policy-definition.js';
import type { BillingPolicyEntity } from './policy.entity.js';

export type PolicyRow = ColumnsOf<BillingPolicyEntity>;

/** Versions of policies. Rows are written once; only the decision is added, and triggers enforce that. */
@Injectable()
export class PoliciesRepository {
  /** The version in force at an instant: the approved one with the latest start. */
  async at(q: Queryable, key: PolicyKey, at: Date): Promise<PolicyRow | undefined> {
    const [row] = await q.query<PolicyRow>(
      `select * from billing.policies where key = $1 and state = 'approved' and valid_from <= $2 order by valid_from desc limit 1`,
      [key, at],
    );
    return row;
  }

  /** The same as known at that instant: later decisions do not change it, even if they are backdated. */
  async decidedAt(q: Queryable, key: PolicyKey, at: Date): Promise<PolicyRow | undefined> {
    const [row] = await q.query<PolicyRow>(
      `select * from billing.policies where key = $1 and state = 'approved' and valid_from <= $2 and decided_at <= $2
       order by valid_from desc limit 1`,
      [key, at],
    );
    return row;
  }

  /** Every version, newest first; of one key or of all. */
  async list(q: Queryable, key?: PolicyKey): Promise<PolicyRow[]> {
    return q.query<PolicyRow>(
      `select * from billing.policies where $1::text is null or key = $1 order by key, version desc`,
      [key ?? null],
    );
  }

  async lock(tx: Tx, id: string): Promise<PolicyRow | undefined> {
    const [row] = await tx.query<PolicyRow>(`select * from billing.policies where id = $1 for update`, [id]);
    return row;
  }

  async propose(
    tx: Tx,
    p: {
      id: string;
      key: PolicyKey;
      value: unknown;
      validFrom: Date;
      reason: string;
      userId: string;
      userName: string;
    },
  ): Promise<PolicyRow> {
    const [row] = await tx.query<PolicyRow>(
      `insert into billing.policies (id, key, version, value, valid_from, reason, proposed_by, proposed_by_name)
       select $1, $2, coalesce(max(version), 0) + 1, $3::jsonb, $4, $5, $6, $7 from billing.policies where key = $2 returning *`,
      [p.id, p.key, JSON.stringify(p.value), p.validFrom, p.reason, p.userId, p.userName],
    );
    return row!;
  }

  async decide(
    tx: Tx,
    d: { id: string; state: 'approved' | 'rejected'; userId: string; userName: string; note: string | null },
  ): Promise<void> {
    await tx.query(
      `update billing.policies set state = $2, decided_by = $3, decided_by_name = $4, decision_note = $5, decided_at = platform.portal_now()
       where id = $1 and state = 'proposed'`,
      [d.id, d.state, d.userId, d.userName, d.note],
    );
  }

  /** True when a month that is closed or being closed ends after the instant. */
  async monthClosedAfter(tx: Tx, at: Date): Promise<boolean> {
    const rows = await tx.query(
      `select 1 from billing.periods where state <> 'open' and billing.month_end(month) > $1 limit 1`,
      [at],
    );
    return rows.length > 0;
  }

  async currencies(q: Queryable): Promise<Exponents> {
    const rows = await q.query<{ code: string; exponent: number }>('select code, exponent from ledger.currency');
    return new Map(rows.map(({ code, exponent }) => [code, exponent]));
  }
}
