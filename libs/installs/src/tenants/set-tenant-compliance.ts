import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { Transactor } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import { installsErrors } from '../errors.js';
import { TenantComplianceChanged } from '../events.js';
import { ComplianceRepository, type ComplianceRecord } from '../install/compliance.repository.js';
import { InstallsRepository } from '../install/installs.repository.js';

export type ComplianceChange = Omit<ComplianceRecord, 'tenantId' | 'changedAt'>;

/**
 * The host sets what a tenant has on file and requires of plugins. Applies to installs and upgrades from now on; open
 * upgrades and running installs are judged again in the background; `ReconcileLapses` handles installs that lack
 * something then.
 */
@Injectable()
export class SetTenantCompliance {
  constructor(
    private readonly transactor: Transactor,
    private readonly installs: InstallsRepository,
    private readonly compliance: ComplianceRepository,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /**
   * `revision` is the one that was read; 0 where nothing was on file.
   * @throws AppError `unknown_tenant` (404), `agreement_end_invalid` (400), `compliance_changed` (409) with both values
   */
  async execute(tenantId: string, change: ComplianceChange, actor: Actor): Promise<void> {
    await this.transactor.run(async (tx) => {
      if (!(await this.installs.tenant(tx, tenantId))) throw new AppError(installsErrors.unknown_tenant);
      if (change.baa && change.baa.until <= tx.now) throw new AppError(installsErrors.agreement_end_invalid);
      const before = await this.compliance.lock(tx, tenantId);
      if (before.revision !== change.revision) throw conflict(before, change);
      // The first to write about a tenant had no row to lock.
      if (!(await this.compliance.set(tx, tenantId, change, actor.userId)))
        throw conflict(await this.compliance.lock(tx, tenantId), change);
      await this.audit.record(tx, {
        actor,
        action: 'tenant.compliance_set',
        subjectType: 'tenant',
        subjectId: tenantId,
        before: facts(before),
        after: facts(change),
      });
      await this.outbox.emit(tx, TenantComplianceChanged, { tenant_id: tenantId });
    });
  }
}

const facts = ({ baa, residency, regulated }: ComplianceChange): object => ({
  baa: baa && { reference: baa.reference, until: baa.until.toISOString() },
  residency,
  regulated,
});

const conflict = (now: ComplianceChange, wanted: ComplianceChange): AppError =>
  new AppError(installsErrors.compliance_changed, {
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
