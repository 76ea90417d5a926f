import { Injectable } from '@nestjs/common';
import { AppError, decodeCursor, toPage, type Page } from '@portal/kernel';
import { scopeIds, type Actor } from '@portal/platform/access';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import { comingRetries } from '../../collection/domain/retry-calendar.js';
import { billingErrors } from '../../errors.js';
import type { OverdueInvoiceView, TenantStatusView, UnpaidTenantView } from '../../collection/collection.view.js';
import { Policies } from '../../policies/policies.js';

type Row = RowOf<Omit<OverdueInvoiceView, 'tries_at'>, 'past_due_at' | 'suspend_at'> & {
  state: string;
  /** How long the dates were suspended because of a platform-side failure. */
  still_seconds: string;
};

const OVERDUE = `kind = 'installs' and state in ('past_due', 'uncollectible') and past_due_at is not null`;

/** The payment status of a tenant and its next dates. */
@Injectable()
export class TenantStatus {
  constructor(
    private readonly database: Database,
    private readonly policies: Policies,
  ) {}

  /** @throws AppError `tenant_not_found` (404) for a tenant the actor does not operate */
  async ofTenant(actor: Actor, tenantId: string): Promise<TenantStatusView> {
    if (!scopeIds(actor, 'operator').includes(tenantId)) throw new AppError(billingErrors.tenant_not_found);
    const [suspension] = await this.database.query<{ suspended_at: Date }>(
      'select suspended_at from billing.suspensions where tenant_id = $1 and resumed_at is null',
      [tenantId],
    );
    const rows = await this.database.query<Row>(
      `select id, number, total as total_minor, currency, state, past_due_at, last_problem as problem,
         fault_seconds + case when fault_since is null then 0 else floor(extract(epoch from platform.portal_now() - fault_since))::bigint end as still_seconds,
         suspend_at + case when fault_since is null then interval '0' else platform.portal_now() - fault_since end as suspend_at from billing.invoices
       where tenant_id = $1 and ${OVERDUE} order by suspend_at, number_seq`,
      [tenantId],
    );
    const overdue = await Promise.all(rows.map((row) => this.overdue(row)));
    return {
      state: suspension ? 'suspended' : overdue.length > 0 ? 'past_due' : 'good',
      suspended_at: suspension?.suspended_at.toISOString() ?? null,
      overdue,
    };
  }

  /**
   * Those of which `ofTenant` says something else than good, by name.
   * @throws AppError `invalid_cursor`
   */
  async unpaid(
    tenantIds: readonly string[],
    { limit, cursor }: { limit: number; cursor?: string },
  ): Promise<Page<UnpaidTenantView>> {
    const [afterName, afterId] = cursor === undefined ? [null, null] : decodeCursor(cursor, 2).map(String);
    const rows = await this.database.query<UnpaidTenantView>(
      `select t.id as tenant_id, t.name as tenant_name from installs.tenants t
       where t.id = any($1::uuid[]) and ($2::text is null or (t.name, t.id::text) > ($2, $3::text))
         and (exists (select from billing.suspensions s where s.tenant_id = t.id and s.resumed_at is null)
           or exists (select from billing.invoices i where i.tenant_id = t.id and ${OVERDUE}))
       order by t.name, t.id::text limit $4`,
      [tenantIds, afterName, afterId, limit + 1],
    );
    return toPage(rows, limit, ['tenant_name', 'tenant_id'], (row) => row);
  }

  private async overdue({ state, still_seconds, ...row }: Row): Promise<OverdueInvoiceView> {
    const now = await this.database.now();
    const policy = await this.policies.at(this.database, 'payment_retry', row.past_due_at);
    const runningSince = new Date(row.past_due_at.getTime() + Number(still_seconds) * 1_000);
    const tries = state === 'uncollectible' ? [] : comingRetries(policy, runningSince, now);
    return { ...isoDates(row), tries_at: tries.map((at) => at.toISOString()) };
  }
}
