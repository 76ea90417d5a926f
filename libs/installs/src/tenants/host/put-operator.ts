import { Injectable } from '@nestjs/common';
import { AppError, invariant } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { refusalOf, Transactor, type Tx } from '@portal/platform/database';
import { Mailer } from '@portal/platform/mail';
import { installsErrors } from '../../errors.js';
import { InstallsRepository } from '../../install/installs.repository.js';
import { HostOperatorsRepository, type HostOperatorRow } from './host-operators.repository.js';
import { OperatorMails } from '../operator-mails.js';

interface Wish {
  /** The host's own ids. */
  readonly tenant: string;
  readonly operator: string;
  readonly email: string;
}

/**
 * The host registers an operator of a tenant: the address is invited by mail, once, however often it is requested.
 * Nobody is an operator before the owner of the address has confirmed, and an account that has the address stays its
 * owner's.
 */
@Injectable()
export class PutOperator {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: InstallsRepository,
    private readonly operators: HostOperatorsRepository,
    private readonly mailer: Mailer,
    private readonly mails: OperatorMails,
    private readonly audit: Audit,
  ) {}

  /**
   * Whether this call made it.
   * @throws AppError `unknown_tenant` (404), `operator_exists`, `operator_confirmed` (409)
   */
  async execute({ tenant: externalId, operator, email }: Wish, actor: Actor): Promise<{ made: boolean }> {
    try {
      return await this.transactor.run(async (tx) => {
        const tenant = await this.repository.tenantByExternalId(tx, externalId);
        if (!tenant) throw new AppError(installsErrors.unknown_tenant);
        const wish = { tenantId: tenant.id, externalId: operator, email };
        const made = await this.operators.insert(tx, wish);
        const invited = made || (await this.invitedAnew(tx, wish));
        if (!invited) return { made };
        const name = (await this.repository.tenant(tx, tenant.id))?.name;
        invariant(name, 'tenants are never removed');
        await this.mailer.send(tx, this.mails.invited(email, name));
        const subject = { subjectType: 'tenant', subjectId: tenant.id };
        await this.audit.record(tx, { actor, action: 'operator.invited', ...subject, after: { operator, email } });
        return { made };
      });
    } catch (cause) {
      throw refusalOf(cause, { host_operators_address: installsErrors.operator_exists });
    }
  }

  /** Whether an existing one was invited at another address before. */
  private async invitedAnew(
    tx: Tx,
    { tenantId, externalId, email }: Pick<HostOperatorRow, 'tenantId' | 'externalId' | 'email'>,
  ): Promise<boolean> {
    const there = await this.operators.lock(tx, tenantId, externalId);
    // Without one of the id it is the address that another operator of the tenant has.
    if (!there) throw new AppError(installsErrors.operator_exists);
    if (there.email.toLowerCase() === email.toLowerCase()) return false;
    if (there.state === 'confirmed') throw new AppError(installsErrors.operator_confirmed);
    await this.operators.invite(tx, there.id, email);
    return true;
  }
}
