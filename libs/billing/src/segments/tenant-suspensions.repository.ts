import { Injectable } from '@nestjs/common';
import { whyNot } from '@portal/approvals';
import { TENANT_CAPABILITIES, type TenantCapability } from '@portal/installs';
import type { AppError } from '@portal/kernel';
import type { Tx } from '@portal/platform/database';
import { IsNull } from 'typeorm';
import { CollectionSuspensionEntity } from './suspension.entity.js';

@Injectable()
export class TenantSuspensionsRepository {
  /** Unpaid invoices whose suspension date has come, of tenants that are not suspended; the oldest of each. */
  async due(tx: Tx, limit: number): Promise<{ tenantId: string; invoiceId: string }[]> {
    const rows = await tx.query<{ tenant_id: string; id: string }>(
      `select distinct on (i.tenant_id) i.tenant_id, i.id from billing.invoices i
       where i.state = 'past_due' and i.kind = 'installs' and i.suspend_at <= (select platform.portal_now())
         and not exists (select 1 from billing.suspensions s where s.tenant_id = i.tenant_id and s.resumed_at is null)
         and i.fault_since is null
         and not exists (select from billing.tenant_customers c where c.tenant_id = i.tenant_id and c.collected_by = 'host')
         and not exists (select 1 from billing.payments p where p.invoice_id = i.id and p.state in ('sending', 'stuck'))
       order by i.tenant_id, i.suspend_at limit $1`,
      [limit],
    );
    return rows.map((row) => ({ tenantId: row.tenant_id, invoiceId: row.id }));
  }

  /** False when the tenant is suspended already. */
  async begin(tx: Tx, s: { id: string; tenantId: string; invoiceId: string }): Promise<boolean> {
    return tx.matched(
      `insert into billing.suspensions (id, tenant_id, invoice_id, suspended_at) values ($1, $2, $3, $4)
       on conflict (tenant_id) where resumed_at is null do nothing returning id`,
      [s.id, s.tenantId, s.invoiceId, tx.now],
    );
  }

  /** The tenant's running suspension, locked. */
  async lockOpen(tx: Tx, tenantId: string): Promise<{ id: string } | undefined> {
    const [row] = await tx.query<{ id: string }>(
      'select id from billing.suspensions where tenant_id = $1 and resumed_at is null for update',
      [tenantId],
    );
    return row;
  }

  /** Suspended tenants without overdue invoices, with the invoice that suspended them. */
  async settled(tx: Tx, limit: number): Promise<string[]> {
    const rows = await tx.query<{ invoice_id: string }>(
      `select s.invoice_id from billing.suspensions s where s.resumed_at is null and not exists (
         select 1 from billing.invoices i where i.tenant_id = s.tenant_id and i.kind = 'installs' and i.suspend_at <= $1
           and (i.state = 'uncollectible' or (i.state = 'past_due' and i.fault_since is null))) order by s.id limit $2`,
      [tx.now, limit],
    );
    return rows.map((row) => row.invoice_id);
  }

  /**
   * The tenant's first suspension that had not ended at an instant, and where it begins from there. Locked, so that it
   * does not end before `tx` does.
   */
  async holdFrom(tx: Tx, tenantId: string, at: Date) {
    const [row] = await tx.query<{ id: string; from: Date; resumed_at: Date | null }>(
      `select id, greatest(suspended_at, $2) as "from", resumed_at from billing.suspensions
       where tenant_id = $1 and (resumed_at is null or date_trunc('milliseconds', resumed_at) > $2) order by suspended_at limit 1 for share`,
      [tenantId, at],
    );
    return row && { id: row.id, from: row.from, resumedAt: row.resumed_at };
  }

  /** Why the tenant may not do it now; undefined when it may. */
  async whyNot(tx: Tx, tenantId: string, capability: TenantCapability): Promise<AppError | undefined> {
    const suspended = await tx.manager.existsBy(CollectionSuspensionEntity, { tenantId, resumedAt: IsNull() });
    const state = suspended ? 'suspended' : 'good';
    return whyNot(tx, TENANT_CAPABILITIES, { id: tenantId, state }, capability);
  }

  async end(tx: Tx, id: string): Promise<void> {
    await tx.manager.update(CollectionSuspensionEntity, { id }, { resumedAt: tx.now });
  }

  /** True while the tenant owes an invoice that has led, or would lead, to a suspension, even if it was written off. */
  async owesOverdue(tx: Tx, tenantId: string): Promise<boolean> {
    return tx.matched(
      `select 1 from billing.invoices where tenant_id = $1 and kind = 'installs' and suspend_at <= $2
         and (state = 'uncollectible' or (state = 'past_due' and fault_since is null)) limit 1`,
      [tenantId, tx.now],
    );
  }
}
