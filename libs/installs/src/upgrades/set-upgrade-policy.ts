import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import { LastChange } from '@portal/platform/audit';
import { assertExpectedVersion, Transactor, takeLock } from '@portal/platform/database';
import type { Accepts } from './domain/upgrade-outcome.js';
import { installsErrors } from '../errors.js';
import type { UpgradePolicyBody } from '../install/http/installs.dto.js';
import { InstallsRepository } from '../install/installs.repository.js';
import { mayOperate, onBehalf } from '../install/may-operate.js';

const SET = 'tenant.upgrade_policy_set';

/** Automatic upgrades that a tenant accepts for its installs. Applies from the next published version on. */
@Injectable()
export class SetUpgradePolicy {
  constructor(
    private readonly transactor: Transactor,
    private readonly installs: InstallsRepository,
    private readonly lastChange: LastChange,
  ) {}

  /**
   * Reminders stay unchanged when the policy omits them.
   * @param operatorEmail operator for whom the host acts, see `mayOperate`
   * @throws AppError `unknown_tenant` (404), `operator_unknown` (422), `changed_meanwhile` (409) with both values, who changed it and when
   */
  async execute(
    tenantId: string,
    { accepts, reminders, revision }: UpgradePolicyBody,
    actor: Actor,
    operatorEmail?: string,
  ): Promise<void> {
    await this.transactor.run(async (tx) => {
      await this.installs.tenant(tx, { id: tenantId });
      if (!(await mayOperate(tx, actor, tenantId, operatorEmail))) throw installsErrors.unknown_tenant();
      // The first to write has no row to lock.
      await takeLock(tx, 'installs.upgrade_policy', { key: tenantId });
      const [before] = await tx.query<{ accepts: Accepts; reminders: boolean }>(
        'select accepts, reminders from installs.upgrade_policies where tenant_id = $1 for update',
        [tenantId],
      );
      const wanted = { accepts, ...(reminders !== undefined && { reminders }) };
      await assertExpectedVersion(revision, before ?? null, wanted, () =>
        this.lastChange.of(tx, ['tenant', tenantId], [SET], actor),
      );
      await tx.query(
        `insert into installs.upgrade_policies (tenant_id, accepts, changed_at, changed_by, reminders) values ($1, $2, $3, $4, coalesce($5, true))
         on conflict (tenant_id) do update set accepts = excluded.accepts, reminders = coalesce($5, upgrade_policies.reminders), changed_at = excluded.changed_at, changed_by = excluded.changed_by`,
        [tenantId, accepts, tx.now, actor.userId, reminders ?? null],
      );
      const after = { ...wanted, ...onBehalf(operatorEmail) };
      await tx.audit(actor, SET, ['tenant', tenantId], { before: before ?? null, after });
    });
  }
}
