import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { sha256Hex } from '@portal/platform/crypto';
import { Transactor } from '@portal/platform/database';
import { identityErrors } from '../errors.js';
import { UsersRepository } from '../people/users.repository.js';

/** Whoever holds the mailed token owns the address. The token works once. */
@Injectable()
export class ConfirmEmail {
  constructor(
    private readonly transactor: Transactor,
    private readonly users: UsersRepository,
    private readonly audit: Audit,
  ) {}

  async execute(token: string): Promise<void> {
    await this.transactor.run(async (tx) => {
      const user = await this.users.confirm(tx, sha256Hex(token));
      if (!user) throw new AppError(identityErrors.confirmation_not_valid);
      await this.audit.record(tx, {
        actor: { ...SYSTEM_ACTOR, kind: 'user', userId: user.id, name: user.name },
        action: 'user.email_confirmed',
        subjectType: 'user',
        subjectId: user.id,
      });
    });
  }
}
