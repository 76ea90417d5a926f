import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Audit, scopeIds, Transactor, type Actor } from '@portal/platform';
import type { Accepts } from './domain/upgrade-outcome.js';
import { installsErrors } from './errors.js';

/** What a tenant lets happen to its installs without asking an operator. Counts from the next published version on. */
@Injectable()
export class SetUpgradePolicy {
  constructor(
    private readonly transactor: Transactor,
    private readonly audit: Audit,
  ) {}

  /** @throws AppError `unknown_tenant` (404) */
  async execute(tenantId: string, accepts: Accepts, actor: Actor): Promise<void> {
    if (!scopeIds(actor, 'operator').includes(tenantId)) throw new AppError(installsErrors.unknown_tenant);
    await this.transactor.run(async (tx) => {
      await tx.query(
        `insert into installs.upgrade_policies (tenant_id, accepts, changed_at, changed_by) values ($1, $2, $3, $4)
         on conflict (tenant_id) do update set accepts = excluded.accepts, changed_at = excluded.changed_at, changed_by = excluded.changed_by`,
        [tenantId, accepts, tx.now, actor.userId],
      );
      await this.audit.record(tx, {
        actor,
        action: 'tenant.upgrade_policy_set',
        subjectType: 'tenant',
        subjectId: tenantId,
        after: { accepts },
      });
    });
  }
}
