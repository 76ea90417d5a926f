import { Injectable } from '@nestjs/common';
import { Identity } from '@portal/identity';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { installsErrors } from '../errors.js';
import { JoinTenant } from './join-tenant.js';

/** Somebody with an account becomes an operator of a tenant. */
@Injectable()
export class AddOperator {
  constructor(
    private readonly transactor: Transactor,
    private readonly identity: Identity,
    private readonly join: JoinTenant,
  ) {}

  /** Being one already is fine. @throws AppError `unknown_tenant`, `operator_not_found` (404) */
  async execute(tenantId: string, email: string, actor: Actor): Promise<void> {
    const person = await this.identity.findUserByEmail(email);
    if (!person) throw new AppError(installsErrors.operator_not_found);
    await this.transactor.run((tx) => this.join.execute(tx, tenantId, person, actor));
  }
}
