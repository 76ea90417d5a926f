import { Injectable } from '@nestjs/common';
import {
  Approvals,
  type ApprovalKind,
  type ApprovalPreview,
  type ApprovalSubject,
  type Approved,
} from '@portal/approvals';
import { digestOf } from '@portal/contract';
import { emailKey } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Transactor, type Tx } from '@portal/platform/database';
import { InstallsRepository } from '../../install/installs.repository.js';
import type { ShownOperatorState } from '../domain/host-operator-state.js';
import { HostOperatorsRepository } from './host-operators.repository.js';
import { HostOperatorsService } from './host-operators.service.js';

/** Compared with the row by the trigger `installs.host_act_confirmed`. */
interface Invitation {
  readonly tenant_id: string;
  readonly email: string;
}

/** A person whom an admin proposes as an operator of a tenant. */
@Injectable()
export class InvitationKind implements ApprovalKind<Invitation> {
  readonly kind = 'operator_invitation';
  readonly subjectType = 'tenant';
  readonly name = 'Operator of a tenant';
  readonly roles = ['admin'] as const;

  constructor(
    private readonly installs: InstallsRepository,
    private readonly invitations: HostOperatorsRepository,
    private readonly operators: HostOperatorsService,
  ) {}

  /** @throws AppError `unknown_tenant` (404), `capability_off` (403) */
  async subject(tx: Tx, { tenant_id, email }: Invitation): Promise<ApprovalSubject> {
    const tenant = await this.installs.tenant(tx, { id: tenant_id });
    await this.operators.assertMayInvite(tx, tenant);
    const people = await this.invitations.ownersOf(tx, email);
    const subjectId = `${tenant_id}#${digestOf({ email: emailKey(email) })}`;
    return { subjectId, title: `${email} as operator of ${tenant.name}`, tenants: [tenant_id], people };
  }

  preview(): Promise<ApprovalPreview> {
    const effects = ['Whoever accepts may install, pay for and end plugins of this tenant, with the next request.'];
    return Promise.resolve({ effects });
  }

  async apply(tx: Tx, { payload }: Approved<Invitation>, actor: Actor): Promise<void> {
    await this.operators.invite(tx, payload.tenant_id, payload.email, actor);
  }
}

/** A token of the host invites at once; a person's request waits for a second admin. */
@Injectable()
export class InviteOperator {
  constructor(
    private readonly transactor: Transactor,
    private readonly approvals: Approvals,
    private readonly kind: InvitationKind,
    private readonly operators: HostOperatorsService,
  ) {}

  /**
   * Returns the state of the invitation, or the approval that waits.
   * @throws AppError `unknown_tenant` (404), and those of `Approvals.propose`
   */
  async execute(
    payload: Invitation,
    { actor, reason }: { actor: Actor; reason: string },
  ): Promise<{ state: ShownOperatorState } | { approvalId: string }> {
    if (actor.kind === 'user')
      return { approvalId: await this.approvals.propose(actor, { kind: this.kind, payload, reason }) };
    const { tenant_id, email } = payload;
    return { state: await this.transactor.run((tx) => this.operators.invite(tx, tenant_id, email, actor)) };
  }
}
