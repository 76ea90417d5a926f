import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { Transactor } from '@portal/platform/database';
import { installsErrors } from '../../errors.js';
import { InstallsRepository } from '../../install/installs.repository.js';
import { HostOperatorsRepository } from './host-operators.repository.js';
import { RemoveOperator } from '../remove-operator.js';

/** The host removes an operator of a tenant, by its own ids: the role ends, an invitation is withdrawn. */
@Injectable()
export class RemoveHostOperator {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: InstallsRepository,
    private readonly operators: HostOperatorsRepository,
    private readonly remove: RemoveOperator,
    private readonly audit: Audit,
  ) {}

  /** @throws AppError `unknown_tenant`, `not_an_operator` (404), also for a removed one */
  async execute(of: { tenant: string; operator: string }, actor: Actor): Promise<void> {
    const confirmed = await this.transactor.run(async (tx) => {
      const tenant = await this.repository.tenantByExternalId(tx, of.tenant);
      if (!tenant) throw new AppError(installsErrors.unknown_tenant);
      const operator = await this.operators.lock(tx, tenant.id, of.operator);
      if (!operator) throw new AppError(installsErrors.not_an_operator);
      if (operator.userId !== null) return { tenantId: tenant.id, userId: operator.userId };
      await this.operators.remove(tx, operator.id);
      const subject = { subjectType: 'tenant', subjectId: tenant.id };
      const before = { operator: of.operator, email: operator.email };
      await this.audit.record(tx, { actor, action: 'operator.invitation_withdrawn', ...subject, before });
      return undefined;
    });
    if (confirmed) await this.remove.execute({ ...confirmed, reason: 'Removed by the host.', actor });
  }
}
