import { Injectable } from '@nestjs/common';
import type { Database, Tx } from '@portal/platform/database';
import { NOTHING_ON_FILE, type TenantCompliance } from '../tenants/domain/tenant-compliance.js';

/** The stored record of a tenant. */
export interface ComplianceRecord {
  readonly tenantId: string;
  readonly baa: { readonly reference: string; readonly until: Date } | null;
  readonly residency: string | null;
  readonly regulated: boolean;
  /** Increases with every change; 0: never written. */
  readonly revision: number;
  readonly changedAt: Date | null;
}

type Row = Omit<ComplianceRecord, 'baa'> & { reference: string | null; until: Date | null };
const RECORDS = `select tenant_id as "tenantId", baa_reference as reference, baa_until as until, residency, regulated, revision,
  changed_at as "changedAt" from installs.tenant_compliance`;

const nothing = (tenantId: string): ComplianceRecord => ({
  tenantId,
  baa: null,
  residency: null,
  regulated: false,
  revision: 0,
  changedAt: null,
});

const record = ({ reference, until, ...row }: Row): ComplianceRecord => ({
  ...row,
  baa: reference === null ? null : { reference, until: until! },
});

@Injectable()
export class ComplianceRepository {
  /** One row per tenant that is named, whether or not anything is on file. */
  async of(q: Pick<Database | Tx, 'query'>, tenantIds: readonly string[]): Promise<ComplianceRecord[]> {
    const rows = await q.query<Row>(`${RECORDS} where tenant_id = any($1::uuid[])`, [tenantIds]);
    return tenantIds.map((id) => {
      const row = rows.find((one) => one.tenantId === id);
      return row ? record(row) : nothing(id);
    });
  }

  /** The compliance record of a tenant that applies at that instant. */
  async at(q: Pick<Database | Tx, 'query'>, tenantId: string, at: Date): Promise<TenantCompliance> {
    const [row] = await this.of(q, [tenantId]);
    return row ? complianceAt(row, at) : NOTHING_ON_FILE;
  }

  async lock(tx: Tx, tenantId: string): Promise<ComplianceRecord> {
    const [row] = await tx.query<Row>(`${RECORDS} where tenant_id = $1 for update`, [tenantId]);
    return row ? record(row) : nothing(tenantId);
  }

  /** False when another request wrote the next revision first. */
  set(
    tx: Tx,
    tenantId: string,
    { baa, residency, regulated, revision }: Omit<ComplianceRecord, 'tenantId' | 'changedAt'>,
    by: string | null,
  ): Promise<boolean> {
    return tx.matched(
      `insert into installs.tenant_compliance as c (tenant_id, baa_reference, baa_until, residency, regulated, revision, changed_at, changed_by)
       values ($1, $2, $3, $4, $5, $6 + 1, $7, $8)
       on conflict (tenant_id) do update set baa_reference = excluded.baa_reference, baa_until = excluded.baa_until, residency = excluded.residency,
         regulated = excluded.regulated, revision = excluded.revision, changed_at = excluded.changed_at, changed_by = excluded.changed_by
       where c.revision = $6 returning 1 as written`,
      [tenantId, baa?.reference ?? null, baa?.until ?? null, residency, regulated, revision, tx.now, by],
    );
  }
}

/** The record as it applies at an instant (the end of an agreement is exclusive). */
export const complianceAt = ({ baa, residency, regulated }: ComplianceRecord, at: Date): TenantCompliance => ({
  baa: baa !== null && baa.until > at,
  residency,
  regulated,
});
