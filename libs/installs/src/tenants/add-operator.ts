import { Injectable } from '@nestjs/common';
import { Identity } from '@portal/identity';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import { Mailer } from '@portal/platform/mail';
import { installsErrors } from '../errors.js';
import { OperatorAdded } from '../events.js';
import { OperatorMails } from './operator-mails.js';
import { InstallsRepository } from '../install/installs.repository.js';

/** Somebody with an account becomes an operator of a tenant, with their next request. */
@Injectable()
export class AddOperator {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: InstallsRepository,
    private readonly identity: Identity,
    private readonly mailer: Mailer,
    private readonly mails: OperatorMails,
    private readonly outbox: Outbox,
  ) {}

  /** Being one already is fine. @throws AppError `unknown_tenant`, `operator_not_found` (404) */
  async execute(tenantId: string, email: string, actor: Actor): Promise<void> {
    const person = await this.identity.findUserByEmail(email);
    if (!person) throw new AppError(installsErrors.operator_not_found);
    await this.transactor.run(async (tx) => {
      const tenant = await this.repository.tenant(tx, tenantId);
      if (!tenant) throw new AppError(installsErrors.unknown_tenant);
      const change = { userId: person.id, role: 'operator', scopeId: tenantId, actor } as const;
      if (!(await this.identity.grantRole(tx, change))) return;
      await this.mailer.send(tx, this.mails.added(person.email, tenant.name));
      await this.outbox.emit(tx, OperatorAdded, { tenant_id: tenantId, user_id: person.id });
    });
  }
}
