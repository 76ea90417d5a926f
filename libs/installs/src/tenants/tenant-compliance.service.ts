import { Injectable } from '@nestjs/common';
import { AppError, decodeCursor, toPage, type Page } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Database, isoDates, revisionOf, Transactor, type RowOf } from '@portal/platform/database';
import { installsErrors } from '../errors.js';
import { TenantComplianceChanged } from '../events.js';
import { ComplianceRepository, type ComplianceRecord } from '../install/compliance.repository.js';
import { InstallsRepository } from '../install/installs.repository.js';
import type { TenantComplianceView } from '../install/read/installs.view.js';

type Row = RowOf<Omit<TenantComplianceView, 'baa' | 'currency_revision'>, 'changed_at'> & {
  baa_reference: string | null;
  baa_until: Date | null;
};

const SELECT = `select t.id as tenant_id, t.name as tenant_name, t.external_id, t.currency, c.baa_reference, c.baa_until, c.residency, coalesce(c.regulated, false) as regulated,
    coalesce(c.revision, 0) as revision, c.changed_at,
    (select count(*)::int from installs.installs i join installs.upgrade_prompts p on p.install_id = i.id
     where i.tenant_id = t.id and i.state = 'active' and p.state = 'open' and p.outcome = 'blocked') as blocked_upgrades
  from installs.tenants t left join installs.tenant_compliance c on c.tenant_id = t.id`;

type ComplianceChange = Omit<ComplianceRecord, 'tenantId' | 'changedAt'>;

/** Compliance records and billing currencies of tenants, for the host. */
@Injectable()
export class TenantComplianceService {
  constructor(
    private readonly database: Database,
    private readonly transactor: Transactor,
    private readonly installs: InstallsRepository,
    private readonly compliance: ComplianceRepository,
  ) {}

  /** By name. */
  async list(query: { limit: number; cursor?: string; q?: string }): Promise<Page<TenantComplianceView>> {
    const [name, id] = query.cursor === undefined ? [null, null] : decodeCursor(query.cursor, 2);
    const rows = await this.database.query<Row>(
      `${SELECT} where ($1::text is null or strpos(lower(t.name), lower($1)) > 0 or strpos(lower(t.external_id), lower($1)) > 0)
         and ($2::text is null or (lower(t.name), t.id) > ($2, $3::uuid)) order by lower(t.name), t.id limit $4`,
      [query.q?.trim() || null, name, id, query.limit + 1],
    );
    return toPage(rows, query.limit, (row) => [row.tenant_name.toLowerCase(), row.tenant_id], view);
  }

  /** @throws AppError `unknown_tenant` (404) */
  async one(tenantId: string): Promise<TenantComplianceView> {
    const [row] = await this.database.query<Row>(`${SELECT} where t.id = $1`, [tenantId]);
    if (!row) throw installsErrors.unknown_tenant();
    return view(row);
  }

  /**
   * What a tenant has on file and requires of plugins, from now on. Open upgrades and running installs are judged again in
   * the background. `revision` is the one that was read; 0 where nothing was on file.
   * @throws AppError `unknown_tenant` (404), `agreement_end_invalid` (400), `compliance_changed` (409) with both values
   */
  async set(tenantId: string, change: ComplianceChange, actor: Actor): Promise<void> {
    await this.transactor.run(async (tx) => {
      await this.installs.tenant(tx, { id: tenantId });
      if (change.baa && change.baa.until <= tx.now) throw installsErrors.agreement_end_invalid();
      const before = await this.compliance.lock(tx, tenantId);
      if (before.revision !== change.revision) throw conflict(before, change);
      // The first to write about a tenant had no row to lock.
      if (!(await this.compliance.set(tx, tenantId, change, actor.userId)))
        throw conflict(await this.compliance.lock(tx, tenantId), change);
      const changed = { before: facts(before), after: facts(change) };
      await tx.audit(actor, 'tenant.compliance_set', ['tenant', tenantId], changed);
      await tx.emit(TenantComplianceChanged, { tenant_id: tenantId });
    });
  }
}

function view({ baa_reference, baa_until, ...row }: Row): TenantComplianceView {
  return {
    ...isoDates(row),
    currency_revision: revisionOf({ currency: row.currency }),
    baa: baa_reference !== null && baa_until ? { reference: baa_reference, until: baa_until.toISOString() } : null,
  };
}

const facts = ({ baa, residency, regulated }: ComplianceChange): object => ({
  baa: baa && { reference: baa.reference, until: baa.until.toISOString() },
  residency,
  regulated,
});

const conflict = (now: ComplianceChange, wanted: ComplianceChange): AppError =>
  installsErrors.compliance_changed({
    details: [
      { pointer: '/now', code: 'now', message: `Now: ${inWords(now)}` },
      { pointer: '/you', code: 'you', message: `You wanted: ${inWords(wanted)}` },
    ],
  });

const inWords = ({ baa, residency, regulated }: ComplianceChange): string =>
  [
    baa ? `agreement ${baa.reference} until ${baa.until.toISOString()}` : 'no agreement',
    residency === null ? 'data anywhere' : `data in ${residency}`,
    regulated ? 'regulated.' : 'not regulated.',
  ].join(', ');
