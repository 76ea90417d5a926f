import { Injectable } from '@nestjs/common';
import { Identity, type Person } from '@portal/identity';
import { AppError } from '@portal/kernel';
import { requireSession, type Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { Transactor } from '@portal/platform/database';
import { installsErrors } from '../errors.js';
import { HostOperatorsRepository } from './host/host-operators.repository.js';
import { JoinTenant } from './join-tenant.js';

/** The owner of the invited address, with an account, confirms or declines to operate the tenant. */
@Injectable()
export class AnswerInvitation {
  constructor(
    private readonly transactor: Transactor,
    private readonly operators: HostOperatorsRepository,
    private readonly identity: Identity,
    private readonly join: JoinTenant,
    private readonly audit: Audit,
  ) {}

  /** @throws AppError `operator_invitation_not_found` (404), also for one to another address, `session_required` (403) */
  async execute(id: string, accepts: boolean, actor: Actor): Promise<void> {
    requireSession(actor);
    const person = await this.owner(actor);
    await this.transactor.run(async (tx) => {
      const invitation = person && (await this.operators.lockInvitation(tx, id, person.email));
      if (!invitation) throw new AppError(installsErrors.operator_invitation_not_found);
      await this.operators.answer(tx, id, accepts ? person.id : null);
      if (accepts) return this.join.execute(tx, invitation.tenantId, person, actor);
      const subject = { subjectType: 'tenant', subjectId: invitation.tenantId };
      const before = { operator: invitation.externalId };
      await this.audit.record(tx, { actor, action: 'operator.declined', ...subject, before });
    });
  }

  /** The caller, if the address of the account is confirmed. */
  private async owner(actor: Actor): Promise<Person | undefined> {
    const person = await this.identity.findUserByEmail(actor.email ?? '');
    return person?.id === actor.userId ? person : undefined;
  }
}
