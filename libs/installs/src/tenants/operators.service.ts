import { Injectable } from '@nestjs/common';
import { Identity, type Person } from '@portal/identity';
import { decodeCursor, toPage, type Page } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Transactor, type Tx } from '@portal/platform/database';
import { installsErrors } from '../errors.js';
import { OperatorAdded, OperatorRemoved } from '../events.js';
import { InstallsRepository } from '../install/installs.repository.js';
import type { TenantOperatorView } from '../install/read/installs.view.js';
import { HostOperatorsRepository } from './host/host-operators.repository.js';
import { OperatorMails } from './operator-mails.js';
import { HostOperatorEntity } from './host/host-operator.entity.js';

/** Who operates a tenant. */
@Injectable()
export class OperatorsService {
  constructor(
    private readonly transactor: Transactor,
    private readonly installs: InstallsRepository,
    private readonly hostOperators: HostOperatorsRepository,
    private readonly identity: Identity,
    private readonly mails: OperatorMails,
  ) {}

  /** By e-mail. @throws AppError `unknown_tenant` (404) */
  async list(tenantId: string, query: { limit: number; cursor?: string }): Promise<Page<TenantOperatorView>> {
    const [email, id] = query.cursor === undefined ? [] : decodeCursor(query.cursor, 2);
    await this.transactor.run((tx) => this.installs.tenant(tx, { id: tenantId }));
    const people = await this.identity.holders('operator', tenantId, {
      limit: query.limit + 1,
      after: email === undefined || id === undefined ? null : [String(email), String(id)],
    });
    return toPage(people, query.limit, ['email', 'id'], ({ since, secondFactor, ...person }) => ({
      id: person.id,
      email: person.email,
      name: person.name,
      since: since.toISOString(),
      second_factor: secondFactor,
      disabled: person.disabled,
    }));
  }

  /**
   * A person who accepted becomes an operator with the next request. The existing operators are notified, so that no
   * operator joins unnoticed. @throws AppError `unknown_tenant` (404)
   */
  async join(tx: Tx, tenantId: string, person: Person, actor: Actor): Promise<void> {
    const { name } = await this.installs.tenant(tx, { id: tenantId });
    const others = await this.hostOperators.addresses(tx, tenantId, person.id);
    const change = { userId: person.id, role: 'operator', scopeId: tenantId, actor } as const;
    if (!(await this.identity.grantRole(tx, change))) return;
    await this.mails.added(tx, person.email, name);
    for (const email of others) await this.mails.joined(tx, email, name, person);
    await tx.emit(OperatorAdded, { tenant_id: tenantId, user_id: person.id });
  }

  /**
   * Sessions and API tokens carry no role that is not held, so nothing of the tenant is accessible from the next
   * request on; installs stay. @throws AppError `unknown_tenant`, `not_an_operator` (404), also for a removed one
   */
  async remove(input: { tenantId: string; userId: string; reason: string; actor: Actor }): Promise<void> {
    const { tenantId, userId, reason, actor } = input;
    const person = await this.identity.userById(userId);
    await this.transactor.run(async (tx) => {
      const { name } = await this.installs.tenant(tx, { id: tenantId });
      const change = { userId, role: 'operator', scopeId: tenantId, actor, reason } as const;
      if (!(await this.identity.revokeRole(tx, change))) throw installsErrors.not_an_operator();
      // Nor a token of the host.
      await tx.manager.delete(HostOperatorEntity, { tenantId, userId });
      if (person) await this.mails.removed(tx, person.email, name);
      await tx.emit(OperatorRemoved, { tenant_id: tenantId, user_id: userId });
    });
  }

  /** The caller, if the address of the account is confirmed. */
  async accountOf(actor: Actor): Promise<Person | undefined> {
    const person = await this.identity.findUserByEmail(actor.email ?? '');
    return person?.id === actor.userId ? person : undefined;
  }
}
