import { Injectable } from '@nestjs/common';
import { Identity } from '@portal/identity';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import { Mailer } from '@portal/platform/mail';
import { installsErrors } from '../errors.js';
import { OperatorRemoved } from '../events.js';
import { HostOperatorsRepository } from './host/host-operators.repository.js';
import { OperatorMails } from './operator-mails.js';
import { InstallsRepository } from '../install/installs.repository.js';

/**
 * Somebody is no operator of a tenant any more. Sessions and API tokens carry no role that is not held, so nothing of the
 * tenant is accessible from the next request on; their installs stay.
 */
@Injectable()
export class RemoveOperator {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: InstallsRepository,
    private readonly hostOperators: HostOperatorsRepository,
    private readonly identity: Identity,
    private readonly mailer: Mailer,
    private readonly mails: OperatorMails,
    private readonly outbox: Outbox,
  ) {}

  /** @throws AppError `unknown_tenant`, `not_an_operator` (404), also for somebody who was removed before */
  async execute(input: { tenantId: string; userId: string; reason: string; actor: Actor }): Promise<void> {
    const { tenantId, userId, reason, actor } = input;
    const person = await this.identity.userById(userId);
    await this.transactor.run(async (tx) => {
      const tenant = await this.repository.tenant(tx, tenantId);
      if (!tenant) throw new AppError(installsErrors.unknown_tenant);
      const change = { userId, role: 'operator', scopeId: tenantId, actor, reason } as const;
      if (!(await this.identity.revokeRole(tx, change))) throw new AppError(installsErrors.not_an_operator);
      await this.hostOperators.removeOf(tx, tenantId, userId);
      if (person) await this.mailer.send(tx, this.mails.removed(person.email, tenant.name));
      await this.outbox.emit(tx, OperatorRemoved, { tenant_id: tenantId, user_id: userId });
    });
  }
}
