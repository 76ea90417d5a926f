import { Injectable } from '@nestjs/common';
import { Identity, type Person } from '@portal/identity';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import { Mailer } from '@portal/platform/mail';
import { installsErrors } from '../errors.js';
import { OperatorAdded } from '../events.js';
import { InstallsRepository } from '../install/installs.repository.js';
import { HostOperatorsRepository } from './host/host-operators.repository.js';
import { OperatorMails } from './operator-mails.js';

/**
 * Somebody becomes an operator of a tenant, with their next request. The existing operators are notified, so that
 * nobody joins unnoticed.
 */
@Injectable()
export class JoinTenant {
  constructor(
    private readonly repository: InstallsRepository,
    private readonly operators: HostOperatorsRepository,
    private readonly identity: Identity,
    private readonly mailer: Mailer,
    private readonly mails: OperatorMails,
    private readonly outbox: Outbox,
  ) {}

  /** Being one already is fine. @throws AppError `unknown_tenant` (404) */
  async execute(tx: Tx, tenantId: string, person: Person, actor: Actor): Promise<void> {
    const tenant = await this.repository.tenant(tx, tenantId);
    if (!tenant) throw new AppError(installsErrors.unknown_tenant);
    const others = await this.operators.addresses(tx, tenantId, person.id);
    const change = { userId: person.id, role: 'operator', scopeId: tenantId, actor } as const;
    if (!(await this.identity.grantRole(tx, change))) return;
    await this.mailer.send(tx, this.mails.added(person.email, tenant.name));
    for (const email of others) await this.mailer.send(tx, this.mails.joined(email, tenant.name, person));
    await this.outbox.emit(tx, OperatorAdded, { tenant_id: tenantId, user_id: person.id });
  }
}
