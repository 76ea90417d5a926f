import { Injectable } from '@nestjs/common';
import { assertMay } from '@portal/approvals';
import { emailKey } from '@portal/kernel';
import { requireSession, type Actor } from '@portal/platform/access';
import { refusalOf, Transactor, type Tx } from '@portal/platform/database';
import { installsErrors } from '../../errors.js';
import type { TenantEntity } from '../../install/install.entity.js';
import { InstallsRepository } from '../../install/installs.repository.js';
import { TENANT_CAPABILITIES } from '../domain/tenant-capabilities.js';
import { OperatorMails } from '../operator-mails.js';
import { OperatorsService } from '../operators.service.js';
import type { ShownOperatorState } from '../domain/host-operator-state.js';
import { HostOperatorsRepository, type HostOperatorRow } from './host-operators.repository.js';
import { HostOperatorEntity } from './host-operator.entity.js';

interface Wish {
  /** The host's own ids. */
  readonly tenant: string;
  readonly operator: string;
  readonly email: string;
}

/**
 * The host invites an address by mail, once, however often it is requested. The role begins when the owner of the
 * address has confirmed.
 */
@Injectable()
export class HostOperatorsService {
  constructor(
    private readonly transactor: Transactor,
    private readonly installs: InstallsRepository,
    private readonly hostOperators: HostOperatorsRepository,
    private readonly operators: OperatorsService,
    private readonly mails: OperatorMails,
  ) {}

  /**
   * Whether this call made it.
   * @throws AppError `unknown_tenant` (404), `operator_exists`, `operator_confirmed` (409)
   */
  async put({ tenant: externalId, operator, email }: Wish, actor: Actor): Promise<{ made: boolean }> {
    try {
      return await this.transactor.run(async (tx) => {
        const tenant = await this.installs.tenant(tx, { externalId });
        const wish = { tenantId: tenant.id, externalId: operator, email };
        const made = (await this.hostOperators.insert(tx, wish)) !== undefined;
        if (made || (await this.invitedAnew(tx, wish))) await this.notify(tx, tenant, { operator, email }, actor);
        return { made };
      });
    } catch (cause) {
      throw refusalOf(cause, { host_operators_address: installsErrors.operator_exists });
    }
  }

  /**
   * As `put`, without an id of the host. A person who declined is invited again, because this is an explicit request.
   * @throws AppError `unknown_tenant` (404)
   */
  async invite(tx: Tx, tenantId: string, email: string, actor: Actor): Promise<ShownOperatorState> {
    const tenant = await this.installs.tenant(tx, { id: tenantId });
    const made = await this.hostOperators.insert(tx, { tenantId, email });
    const there = made !== undefined ? undefined : await this.hostOperators.lockByAddress(tx, tenantId, email);
    if (there?.state === 'confirmed' || (there?.state === 'invited' && !there.expired)) return there.state;
    if (there) await this.hostOperators.invite(tx, there.id, email);
    await this.notify(tx, tenant, { email }, actor);
    return 'invited';
  }

  /**
   * The role ends, or the invitation is withdrawn.
   * @throws AppError `unknown_tenant`, `not_an_operator` (404), also for a removed one
   */
  async remove(of: { tenant: string; operator: string }, actor: Actor): Promise<void> {
    const confirmed = await this.transactor.run(async (tx) => {
      const { id: tenantId } = await this.installs.tenant(tx, { externalId: of.tenant });
      const operator = await this.hostOperators.lock(tx, tenantId, of.operator);
      if (!operator) throw installsErrors.not_an_operator();
      if (operator.userId !== null) return { tenantId, userId: operator.userId };
      await tx.manager.delete(HostOperatorEntity, { id: operator.id });
      const before = { operator: of.operator, email: operator.email };
      await tx.audit(actor, 'operator.invitation_withdrawn', ['tenant', tenantId], { before });
      return undefined;
    });
    if (confirmed) await this.operators.remove({ ...confirmed, reason: 'Removed by the host.', actor });
  }

  /**
   * The owner of the invited address, with an account, confirms or declines.
   * @throws AppError `operator_invitation_not_found` (404), also for one to another address, `session_required` (403)
   */
  async answer(id: string, accepts: boolean, actor: Actor): Promise<void> {
    requireSession(actor);
    const person = await this.operators.accountOf(actor);
    await this.transactor.run(async (tx) => {
      const invitation = person && (await this.hostOperators.lockInvitation(tx, id, person.email));
      if (!invitation) throw installsErrors.operator_invitation_not_found();
      await this.hostOperators.answer(tx, id, accepts ? person.id : null);
      if (accepts) return this.operators.join(tx, invitation.tenantId, person, actor);
      const before = { operator: invitation.externalId };
      await tx.audit(actor, 'operator.declined', ['tenant', invitation.tenantId], { before });
    });
  }

  /** Whether an existing one was invited at another address before, or did not answer in time. */
  private async invitedAnew(
    tx: Tx,
    { tenantId, externalId, email }: Pick<HostOperatorRow, 'tenantId' | 'externalId' | 'email'>,
  ): Promise<boolean> {
    const there = await this.hostOperators.lock(tx, tenantId, externalId);
    // Without one of the id it is the address that another operator of the tenant has.
    if (!there) throw installsErrors.operator_exists();
    const isSame = emailKey(there.email) === emailKey(email);
    if (isSame && !(there.state === 'invited' && there.expired)) return false;
    if (there.state === 'confirmed') throw installsErrors.operator_confirmed();
    await this.hostOperators.invite(tx, there.id, email);
    return true;
  }

  /** @throws AppError `capability_off` (403) */
  async assertMayInvite(tx: Tx, { id, suspendedAt }: TenantEntity): Promise<void> {
    await assertMay(tx, TENANT_CAPABILITIES, { id, state: suspendedAt ? 'suspended' : 'good' }, 'invite');
  }

  private async notify(
    tx: Tx,
    tenant: TenantEntity,
    invited: { operator?: string; email: string },
    actor: Actor,
  ): Promise<void> {
    await this.assertMayInvite(tx, tenant);
    await this.mails.invited(tx, invited.email, tenant.name);
    await tx.audit(actor, 'operator.invited', ['tenant', tenant.id], { after: invited });
  }
}
